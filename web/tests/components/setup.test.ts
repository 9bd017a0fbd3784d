import { beforeEach, describe, expect, test } from "vitest";
import type { Catalogue, NewTable, OptionInfo } from "../../src/lib/messages";
import { recall, keep } from "../../src/lib/storage";
import { myTables } from "../../src/lib/my_tables.svelte";
import { route } from "../../src/lib/route.svelte";
import SetupPage from "../../src/pages/Setup.svelte";
import CardsOption from "../../src/setup/CardsOption.svelte";
import { named, press, server, settle, show } from "./showing";

const option = (name: string, choices: OptionInfo["choices"], needs = ""): OptionInfo => ({
  name,
  choices,
  default: choices[0]!,
  needs,
});
const EXPANDED = option("athena", [false, true]);
const CARDS = option("athena_cards", ["random"], "athena");
const STONES = option("stones", ["from_zero", "from_one"]);
const READY = { ready: true, bots_ready: true, search_ready: true, reviews_ready: true, seconds: 0 };
const CATALOGUE: Catalogue = {
  games: [
    {
      game: "pebbles",
      rules: 1,
      seats: [1, 2, 3],
      secrets: false,
      ...READY,
      options: [option("seats", [2, 1, 3]), STONES, EXPANDED, CARDS],
      presets: { publisher: { stones: "from_one" } },
      face_down: false,
      quick_bots: ["level:1"],
      lesson_minutes: 0,
      option_lessons: {},
      expansions: [{ option: "athena", key: "pebbles-athena", ...READY }],
    },
  ],
  bots: [1, 2, 3].map((n) => ({ bot: `level:${n}`, budget: "" })),
  languages: ["en", "fr"],
};
const MADE = {
  id: "T9",
  commitment: "promise",
  watch: "",
  owner: "made",
  seats: [
    { seat: 0, kind: "here", secret: "mine", link: "" },
    { seat: 1, kind: "link", secret: "", link: "/table/T9#theirs" },
  ],
};

/** Open the setup, and let the catalogue come. */
async function open(): Promise<HTMLElement> {
  const place = show(SetupPage, { game: "pebbles" });
  await settle();
  return place;
}

/** Press "Start"; what the server is asked for. */
async function start(place: HTMLElement): Promise<NewTable> {
  place.querySelector("form")!.dispatchEvent(new Event("submit", { cancelable: true }));
  await settle();
  return server.asked.filter(({ path }) => path === "/api/tables").at(-1)!.body as NewTable;
}

const radios = (place: HTMLElement, name: string) => [
  ...place.querySelectorAll<HTMLInputElement>(`[name="option-${name}"]`),
];

beforeEach(() => {
  server.answers["/api/games"] = CATALOGUE;
  server.answers["/api/tables"] = MADE;
  server.answers["/api/tables/T9/join"] = {};
});

test("a card that is taken in another slot cannot be chosen again", () => {
  const value = ["villa", "rampart", "sanctuary", "oasis"];
  const place = show(CardsOption, { game: "akropolis", value, choose: () => {} });
  const slots = [...place.querySelectorAll("select")];
  const free = slots.map((slot) => [...slot.options].filter(({ disabled }) => !disabled).map(({ value }) => value));
  expect(slots.map(({ value }) => value)).toEqual(value);
  for (const [n, own] of value.entries()) {
    expect(free[n]).toContain(own);
    expect(free[n]).toContain("housing");
    for (const taken of value.filter((other) => other !== own)) expect(free[n]).not.toContain(taken);
  }
});

describe("options", () => {
  test("go to the server where they differ from the rules, and are remembered", async () => {
    const place = await open();
    press(radios(place, "stones")[1]!);
    expect((await start(place)).options).toEqual({ stones: "from_one" });
    expect(recall("options.pebbles", {})).toEqual({ stones: "from_one" });
    expect(radios(await open(), "stones").map(({ checked }) => checked)).toEqual([false, true]);
  });
  test("of an expansion that was switched off stay at home, and are there when it is switched on again", async () => {
    keep("options.pebbles", { athena: true, athena_cards: ["villa", "rampart", "sanctuary", "oasis"] });
    const place = await open();
    expect(radios(place, "athena_cards")).toHaveLength(2);
    press(radios(place, "athena")[0]!);
    expect(radios(place, "athena_cards")).toEqual([]);
    expect((await start(place)).options).toEqual({});
    press(radios(place, "athena")[1]!);
    const cards = ["villa", "rampart", "sanctuary", "oasis"];
    expect((await start(place)).options).toEqual({ athena: true, athena_cards: cards });
  });
  test("of any kind, remembered or chosen now, go to the server exactly where they mean something", async () => {
    const cards = ["villa", "rampart", "sanctuary", "oasis"];
    for (const athena of [true, false])
      for (const remembered of [{}, { athena_cards: cards }, { stones: "from_one", old: 1 }])
        for (const then of [true, false]) {
          keep("options.pebbles", { ...remembered, ...(athena ? { athena } : {}) });
          const place = await open();
          press(radios(place, "athena")[then ? 1 : 0]!);
          const { old: _, athena_cards: own, ...others } = { old: 0, athena_cards: undefined, ...remembered };
          const expected = { ...others, ...(then ? { athena: true, ...(own ? { athena_cards: own } : {}) } : {}) };
          expect((await start(place)).options).toEqual(expected);
        }
  });
  test("that were remembered and are no longer known are forgotten", async () => {
    keep("options.pebbles", { board: "old", stones: "from_one" });
    expect((await start(await open())).options).toEqual({ stones: "from_one" });
    expect(recall("options.pebbles", {})).toEqual({ stones: "from_one" });
  });
  test("of a preset are chosen together, and go back together", async () => {
    const place = await open();
    const [rules, preset] = [...place.querySelectorAll<HTMLButtonElement>(".pills button")];
    press(preset!);
    expect(radios(place, "stones")[1]!.checked).toBe(true);
    press(rules!);
    expect((await start(place)).options).toEqual({});
  });
});

test("an expansion is asked for once when it is chosen, so that it is compiled early", async () => {
  const place = await open();
  press(radios(place, "athena")[1]!);
  await settle();
  const asked = server.asked.filter(({ path }) => path === "/api/games").map(({ query }) => query);
  expect(asked).toEqual(["want=pebbles", "want=pebbles-athena"]);
});

describe("a new table", () => {
  test("is remembered with the secrets of this screen, the links of others and the promise, and opened", async () => {
    keep("begins", "seats");
    const request = await start(await open());
    expect(request).toMatchObject({ game: "pebbles", order: "seats", clock: { kind: "none" }, hints: true });
    expect(request.seats!.map(({ kind }) => kind)).toEqual(["here", "bot"]);
    expect(route.now).toMatchObject({ page: "table", id: "T9" });
    expect(myTables.find("T9")).toMatchObject({ secrets: ["mine"], links: { 1: "/table/T9#theirs" }, owner: "made" });
    const joined = server.asked.filter(({ path }) => path === "/api/tables/T9/join");
    expect(joined.map(({ body }) => body)).toMatchObject([{ seat: 0 }]);
  });
  test("that the server refuses says why, and can be tried again", async () => {
    delete server.answers["/api/tables"];
    const place = await open();
    await start(place);
    expect(place.querySelector("[role=alert]")!.textContent).toContain("unknown");
    expect(named<HTMLButtonElement>(place, "Start").disabled).toBe(false);
  });
});
