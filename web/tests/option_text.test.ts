import { expect, test } from "vitest";
import type { OptionInfo } from "../src/lib/messages";
import { optionTerms } from "../src/lib/option_text";

const option = (name: string, value: unknown, needs = "") =>
  ({ name, choices: [value], default: value, needs }) as unknown as OptionInfo;
const ALL = [
  option("seats", 2),
  option("architect", "metagenes"),
  option("stones", "from_zero"),
  option("long_game", false),
  option("athena", false),
  option("athena_layout", "contains", "athena"),
  option("athena_separate", "apart", "athena"),
];
const names = (options: Record<string, string | boolean>, seats = 2) =>
  optionTerms("akropolis", ALL, options, seats).map(([name]) => name);

test("options of an expansion that is off are no terms of a table", () => {
  expect(optionTerms("akropolis", ALL, { stones: "from_zero", long_game: false }, 2)).toEqual([
    ["stones", "from_zero"],
  ]);
});

test("what differs from the rules is a term, with an expansion its options too", () => {
  expect(names({ stones: "from_one", long_game: true })).toEqual(["stones", "long_game"]);
  const athena = { athena: true, athena_layout: "exact", athena_separate: "apart" };
  expect(names(athena)).toEqual(["stones", "athena", "athena_layout"]);
});

test("an option that a stored table does not know has its default", () => {
  expect(names({ athena: true })).toEqual(["stones", "athena"]);
});

test("the rival is a term of a game for one alone", () => {
  expect(names({ architect: "callicrates" }, 1)).toEqual(["architect", "stones"]);
  expect(names({ architect: "callicrates" }, 2)).toEqual(["stones"]);
});
