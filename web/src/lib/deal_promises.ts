import { keep, recall } from "./storage";

/** What a table promised about its deal before the game began, as this browser saw it, and the words that were given here for the deal. */
export interface Promised {
  id: string;
  commitment: string;
  words: string[];
}

const MOST = 200;
const all = (): Promised[] => recall<Promised[]>("promises", []);
const save = (one: Promised): void =>
  keep("promises", [one, ...all().filter((other) => other.id !== one.id)].slice(0, MOST));

export const dealPromises = {
  find(id: string): Promised | undefined {
    return all().find((one) => one.id === id);
  },
  /** Remember what a table promises before the start. Only the first promise counts: a later one would be a broken one. */
  see(id: string, commitment: string): void {
    if (commitment && !this.find(id)) save({ id, commitment, words: [] });
  },
  /** Remember words before they are given to a table. */
  give(id: string, word: string): void {
    const known = this.find(id);
    if (known && word && !known.words.includes(word)) save({ ...known, words: [...known.words, word] });
  },
  /** Carry a promise and its words over to a table that has just got its id. */
  move(from: string, to: string): void {
    const known = this.find(from);
    if (known && !this.find(to)) save({ ...known, id: to });
  },
};

/** Words that nobody can guess: 128 random bits. */
export function newWords(): string {
  const parts = [...crypto.getRandomValues(new Uint32Array(4))];
  return parts.map((part) => part.toString(36).padStart(7, "0")).join("-");
}
