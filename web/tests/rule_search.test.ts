import { describe, expect, test } from "vitest";
import type { RulePage } from "../src/lib/messages";
import { findPassages, folded, passagesIn, passagesOf } from "../src/lib/rule_search";

const EMPTY = { html: "", pictures: [], things: [], fold: "", example: null };
const page = (game: string, title: string, html: string): RulePage => ({
  game,
  language: "fr",
  lesson_minutes: 0,
  option_lessons: {},
  lead: "<p>Au début</p>",
  sections: [
    { id: "turn", title, blocks: [{ ...EMPTY, html }] },
    {
      id: "more",
      title: "Options",
      blocks: [{ ...EMPTY, things: [{ name: "Marché", about: "vaut 2" }], fold: "Encore" }],
    },
  ],
});
const passages = [
  ...passagesOf(page("amytis", "Le tour", "<p>Un <strong>marché</strong> &amp; un mur</p><ul><li>Une pile</li></ul>")),
  ...passagesOf(page("akropolis", "Marchés", "<p>Rien</p>")),
];

describe("a search over the rules", () => {
  test("reads paragraphs, items and rows as passages without tags", () => {
    expect(passagesIn("<p>a <b>b</b></p><ul><li>c</li></ul><tr><td>1</td><td>2</td></tr>")).toEqual([
      "a b",
      "c",
      "1 2",
    ]);
    expect(passages.map(({ text }) => text)).toContain("Un marché & un mur");
  });
  test("does not care for accents and capitals, and keeps places", () => {
    expect(folded("Énergie Œuvre")).toHaveLength("Énergie Œuvre".length);
    const found = findPassages(passages, "MARCHE", "amytis");
    expect(found[0]!.passage).toMatchObject({ section: "more", fold: "Encore" });
    expect(found[1]).toMatchObject({ before: "Un ", hit: "marché", after: " & un mur" });
  });
  test("shows the game that is read first, then the others, titles before texts", () => {
    expect(findPassages(passages, "marche", "akropolis").map(({ passage }) => passage.game)).toEqual([
      "akropolis",
      "akropolis",
      "akropolis",
      "amytis",
      "amytis",
    ]);
  });
  test("shows what defines a word before what mentions it", () => {
    const found = findPassages(passages, "marche", "amytis");
    expect(found.slice(0, 2).map(({ passage }) => passage.text)).toEqual(["Marché: vaut 2", "Un marché & un mur"]);
  });
  test("wants all words, and more than one sign", () => {
    expect(findPassages(passages, "marché mur", "amytis")).toHaveLength(1);
    expect(findPassages(passages, "m", "amytis")).toEqual([]);
    expect(findPassages(passages, "éléphant", "amytis")).toEqual([]);
  });
});
