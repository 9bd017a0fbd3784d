/** Where we are: the address, read and changed without loading the page anew. */
export type Route = { page: "lobby" } | { page: "rules"; game: string } | { page: "new"; game: string } | { page: "table"; id: string; secret: string; ply: number | null };

function read(): Route {
  const [, page, name] = location.pathname.split("/");
  if (page === "new" && name) return { page, game: decodeURIComponent(name) };
  if (page === "table" && name) return { page, id: decodeURIComponent(name), secret: location.hash.slice(1), ply: plyOf(location.search) };
  if (page === "rules") return { page, game: decodeURIComponent(name ?? "") };
  return { page: "lobby" };
}

/** `?ply=12`: a moment of the game. */
function plyOf(search: string): number | null {
  const ply = new URLSearchParams(search).get("ply");
  return ply !== null && /^\d{1,4}$/.test(ply) ? Number(ply) : null;
}

let now = $state.raw<Route>(read());
/** The table from which the rules were opened: its address, kept with the page in the history. */
let table = $state<string>((history.state as { table?: string } | null)?.table ?? "");
addEventListener("popstate", () => {
  now = read();
  if (now.page !== "rules") table = "";
  else if (table && !history.state) history.replaceState({ table }, ""); // a link to another part of the page
});

export const route = {
  get now(): Route {
    return now;
  },
  /** While the rules are read: the table one came from, "" for none. */
  get table(): string {
    return table;
  },
  go(path: string): void {
    if (now.page === "table") table = location.pathname + location.search;
    if (!path.startsWith("/rules")) table = "";
    history.pushState(table ? { table } : null, "", path);
    now = read();
    scrollTo(0, 0);
  },
  /** Another address for the same place: nothing is loaded, nothing scrolls, and "back" is not filled with steps. */
  replace(path: string): void {
    history.replaceState(null, "", path);
    now = read();
  },
};

/** For links: a plain click stays in the page, any other is the browser's. */
export function follow(event: MouseEvent & { currentTarget: HTMLAnchorElement }): void {
  if (event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  route.go(event.currentTarget.pathname + event.currentTarget.search + event.currentTarget.hash);
}
