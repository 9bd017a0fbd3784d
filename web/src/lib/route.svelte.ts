/** The page's address: read, and changed without loading the page again. */
export type Route =
  | { page: "lobby"; finished: boolean }
  | { page: "rules"; game: string }
  | { page: "new"; game: string }
  | { page: "learn"; game: string; lesson: string }
  | { page: "practice"; game: string; puzzle: string }
  | { page: "table"; id: string; secret: string; ply: number | null }
  | { page: "review"; id: string; ply: number | null; seat: number | null };

function read(): Route {
  const [, page, name, part] = location.pathname.split("/");
  if (page === "new" && name) return { page, game: decodeURIComponent(name) };
  if (page === "learn" && name) return { page, game: decodeURIComponent(name), lesson: decodeURIComponent(part ?? "") };
  if (page === "table" && name) {
    const [id, ply] = [decodeURIComponent(name), numberIn("ply")];
    if (part === "review") return { page: part, id, ply, seat: numberIn("seat") };
    return { page, id, secret: location.hash.slice(1), ply };
  }
  if (page === "practice")
    return { page, game: decodeURIComponent(name ?? ""), puzzle: decodeURIComponent(part ?? "") };
  if (page === "rules") return { page, game: decodeURIComponent(name ?? "") };
  return { page: "lobby", finished: location.hash === "#finished" };
}

/** A number that the address names, such as the position of a replay: `?ply=12`. */
function numberIn(name: string): number | null {
  const value = new URLSearchParams(location.search).get(name);
  return value !== null && /^\d{1,4}$/.test(value) ? Number(value) : null;
}

let now = $state.raw<Route>(read());
/** The address of the table from which the rules were opened; the browser's history keeps it. */
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
  /** On the rules page, the address of the table that it was opened from; "" for none. */
  get table(): string {
    return table;
  },
  go(path: string): void {
    if (now.page === "table" || now.page === "review") table = location.pathname + location.search;
    if (!path.startsWith("/rules")) table = "";
    history.pushState(table ? { table } : null, "", path);
    now = read();
    scrollTo(0, 0);
  },
  /** Change the address without scrolling and without a new step in the browser's history. */
  replace(path: string): void {
    history.replaceState(null, "", path);
    now = read();
  },
};

/** A handler for links: a plain click changes the route, any other click is left to the browser. */
export function follow(event: MouseEvent & { currentTarget: HTMLAnchorElement }): void {
  if (event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  route.go(event.currentTarget.pathname + event.currentTarget.search + event.currentTarget.hash);
}
