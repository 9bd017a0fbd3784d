import { expect, test } from "vitest";
import type { DealModule } from "../src/games/find_deal";
import type { Promised } from "../src/lib/deal_promises";
import { prove } from "../src/lib/fair_deal";
import type { FairInfo, TableMessage } from "../src/lib/messages";
import { RandomGenerator } from "../src/lib/random_generator";
import { digest } from "../src/lib/sha256";

const OPTIONS = { seats: 2 };
const COMMITMENT = digest("secret", "t1", OPTIONS);
const PROMISED: Promised = { id: "t1", commitment: COMMITMENT, words: ["mine"] };
/** A game that is dealt by drawing one number; it is explained if the view shows that number. */
const RULES: DealModule = {
  deal: (random) => random.below(1000),
  explains: (deal, view) => (view as unknown as { drawn: number }).drawn === deal,
};

/** The number that is drawn with these words. */
const drawn = (words: string[]): number => new RandomGenerator(digest("secret", "t1", words)).below(1000);

/** A finished table of a person (seat 0, at this screen) and a bot. */
function table(fair: Partial<FairInfo>, change: object): TableMessage {
  const all = { commitment: COMMITMENT, secret: "secret", table: "t1", words: ["mine", ""], ...fair };
  const seats = [
    { seat: 0, kind: "here" },
    { seat: 1, kind: "bot" },
  ];
  const view = { drawn: -1 };
  const end = { fair: all };
  return {
    id: "t1",
    commitment: COMMITMENT,
    options: OPTIONS,
    you: [0],
    seats,
    view,
    end,
    ...change,
  } as unknown as TableMessage;
}
const honest = (fair: Partial<FairInfo> = {}, change: object = {}): TableMessage =>
  table(fair, { view: { drawn: drawn(fair.words ?? ["mine", ""]) }, ...change });

test("an honest deal is verified", () => {
  expect(prove(honest(), PROMISED, RULES)).toEqual({ wrong: null, unsure: [] });
});

test("without a promise there is nothing to prove", () => {
  expect(prove(honest({}, { end: { fair: null } }), PROMISED, RULES)).toBeNull();
});

test("another secret, or other options, do not fit the promise", () => {
  expect(prove(honest({ secret: "other" }), PROMISED, RULES)).toEqual({ wrong: "secret" });
  expect(prove(honest({}, { options: { seats: 3 } }), PROMISED, RULES)).toEqual({ wrong: "secret" });
  expect(prove(honest({}, { commitment: "other" }), PROMISED, RULES)).toEqual({ wrong: "secret" });
});

test("a promise other than the one that this browser saw is a broken one", () => {
  expect(prove(honest(), { ...PROMISED, commitment: "other" }, RULES)).toEqual({ wrong: "promise" });
});

test("words that were given here must have been used for one's own seat", () => {
  expect(prove(honest({ words: ["other", ""] }), PROMISED, RULES)).toEqual({ wrong: "words" });
});

test("a deal that is played again may have the words at another seat", () => {
  const again = honest({ words: ["other", "mine"] }, { id: "t2" });
  expect(prove(again, PROMISED, RULES)).toEqual({ wrong: null, unsure: [] });
  expect(prove(honest({ words: ["other", ""] }, { id: "t2" }), PROMISED, RULES)).toEqual({ wrong: "words" });
});

test("a bot gives no words", () => {
  expect(prove(honest({ words: ["mine", "hidden"] }), PROMISED, RULES)).toEqual({ wrong: "bots" });
});

test("what lay on the table must come from the deal", () => {
  expect(prove(table({}, { view: { drawn: 1000 } }), PROMISED, RULES)).toEqual({ wrong: "deal" });
});

test("what could not be checked is named", () => {
  expect(prove(honest(), undefined, RULES)).toEqual({ wrong: null, unsure: ["late"] });
  expect(prove(honest(), PROMISED, null)).toEqual({ wrong: null, unsure: ["unknown"] });
  const wordless = { ...PROMISED, words: [] };
  expect(prove(honest({ words: ["", ""] }), wordless, RULES)).toEqual({ wrong: null, unsure: ["wordless"] });
});
