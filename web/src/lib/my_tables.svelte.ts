import { keep, recall } from "./storage";

/** A table where somebody at this browser has a seat. */
export interface MyTable {
  id: string;
  game: string;
  at: number;
  over: boolean;
  /** The secrets of my seats. */
  secrets: string[];
  /** Secret links to give to friends, by seat. */
  links: Record<number, string>;
  /** The table of the rematch, once this browser knows of it. */
  next?: string;
  /** The secret that deletes the table, for those who made it. */
  owner?: string;
}

const MOST = 50;
let all = $state.raw<MyTable[]>(recall<MyTable[]>("tables", []));

function save(next: MyTable[]): void {
  all = next.toSorted((a, b) => b.at - a.at).slice(0, MOST);
  keep("tables", all);
}

export const myTables = {
  get all(): MyTable[] {
    return all;
  },
  find(id: string): MyTable | undefined {
    return all.find((table) => table.id === id);
  },
  put(id: string, change: Partial<MyTable>): void {
    const known = this.find(id) ?? { id, game: "", at: Date.now(), over: false, secrets: [], links: {} };
    save([{ ...known, ...change }, ...all.filter((table) => table.id !== id)]);
  },
  addSecret(id: string, secret: string): void {
    const known = this.find(id)?.secrets ?? [];
    if (!known.includes(secret)) this.put(id, { secrets: [...known, secret], at: Date.now() });
  },
  forget(id: string): void {
    save(all.filter((table) => table.id !== id));
  },
};
