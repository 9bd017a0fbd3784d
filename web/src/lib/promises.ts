import { keep, recall } from "./storage";

/** What a table promised before its game began, as this browser saw it, and the words that were given here for its deal. */
export interface Promised {
  id: string;
  commitment: string;
  words: string[];
}

const MOST = 200;
const all = (): Promised[] => recall<Promised[]>("promises", []);
const save = (one: Promised): void => keep("promises", [one, ...all().filter((other) => other.id !== one.id)].slice(0, MOST));

export const promises = {
  find(id: string): Promised | undefined {
    return all().find((one) => one.id === id);
  },
  /** The table shows its promise before the start. The first one counts: another one later would be a broken one. */
  see(id: string, commitment: string): void {
    if (commitment && !this.find(id)) save({ id, commitment, words: [] });
  },
  /** These words are about to be given. */
  give(id: string, word: string): void {
    const known = this.find(id);
    if (known && word && !known.words.includes(word)) save({ ...known, words: [...known.words, word] });
  },
  /** What was promised and given for the next deal belongs to this table, now that it has a name. */
  move(from: string, to: string): void {
    const known = this.find(from);
    if (known && !this.find(to)) save({ ...known, id: to });
  },
};
