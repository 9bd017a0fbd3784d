/**
 * What may be the case at a table, two at a time. Each case is told to a page that is open already, before or after the other one; then the page
 * must show what a page shows that was opened only now, and what each case promises by itself. So one case cannot break another, and what
 * a page went through leaves nothing behind.
 */
import { beforeEach, expect, test, vi } from "vitest";
import type { TableMessage } from "../../src/lib/messages";
import { myTables } from "../../src/lib/my_tables.svelte";
import { prefer } from "../../src/lib/preferences.svelte";
import { choicesOf, GAME, ID, liveClock, momentAt, offerInfo, seatsOf, tableMessage, viewAt } from "./messages";
import { goToRematch } from "../../src/table/rematch";
import { placeBefore } from "../../src/table/seat_facts";
import type { TablePage } from "../../src/table/table_page.svelte";
import { open } from "./open_table";
import { close, Line, server, settle } from "./showing";

type Change = Partial<TableMessage>;
interface Case {
  /** What the server tells. */
  now: (before: TableMessage) => Change;
  /** What the page must show then, as long as the second case allows it. */
  shows: (place: HTMLElement) => unknown;
}

const has = (text: string) => (place: HTMLElement) => expect(place.textContent).toContain(text);
const lacks = (text: string) => (place: HTMLElement) => expect(place.textContent).not.toContain(text);
const undone = [{ ply: 5, seat: 0, move: "m4", told: "Pebble 4 again" }];

const CASES: Record<string, Case> = {
  clock: {
    now: ({ seats }) => ({ clock: liveClock(0, ...seats.map((_, n) => 60_900 * (n + 1))) }),
    shows: (place) => expect(place.querySelectorAll(".clock")[1]!.textContent).toBe("2:01"),
  },
  offer: {
    now: () => ({ offer: offerInfo("abandon", 1, [0]) }),
    shows: has("would like to stop without a result."),
  },
  waiting: {
    now: () => ({ offer: offerInfo("abandon", 0, [1], { wait: 3_599_000, away: [1] }) }),
    shows: has("the game can end without their answer"),
  },
  undo: {
    now: ({ seats }) => ({
      ply: 4,
      view: viewAt(4, seats.length),
      undone,
      choices: choicesOf("aa", "cc"),
      log: [["x"]],
    }),
    shows: has("x"),
  },
  moved: {
    now: ({ seats }) => ({ ply: 7, view: viewAt(7, seats.length), choices: [] }),
    shows: has("Nothing to choose now."),
  },
  standIn: {
    now: ({ seats }) => ({ seats: seats.map((one) => (one.seat ? one : { ...one, bot: "level:2", why: "left" })) }),
    shows: has("plays for you until you are back"),
  },
  offline: {
    now: ({ seats }) => ({ seats: seats.map((one) => (one.seat === 1 ? { ...one, online: false } : one)) }),
    shows: (place) => expect(place.querySelectorAll(".seats .offline")).toHaveLength(1),
  },
  renamed: {
    now: ({ seats }) => ({ seats: seats.map((one) => (one.seat === 1 ? { ...one, name: "Bobby" } : one)) }),
    shows: has("Bobby"),
  },
  noHints: {
    now: ({ settings }) => ({ settings: { ...settings, hints: false } }),
    shows: lacks("Hint H"),
  },
  said: {
    now: () => ({ chat: [{ at: 0, seat: 1, name: "Bob", text: "hello there" }], chat_total: 1 }),
    shows: has("hello there"),
  },
  watched: {
    now: () => ({ you: [], seat: null, choices: [] }),
    shows: lacks("Put back"),
  },
  over: {
    now: ({ seats }) => ({
      status: "over",
      choices: [],
      end: {
        why: "finished",
        seat: null,
        result: {
          scores: seats.map((_, n) => 9 - n),
          ranks: seats.map((_, n) => n + 1),
          breakdown: seats.map(() => ({})),
        },
        fair: null,
        next: "next",
      },
    }),
    shows: lacks("Put back"),
  },
};

/** The links that a page keeps when it goes from this table to the next one. */
function linksAfter(now: TableMessage): Record<number, string> {
  const { links } = myTables.find(ID)!;
  const others = now.seats.map(({ seat }) => seat).filter((seat) => !now.you.includes(seat));
  const lentLinks = Object.fromEntries(others.map((seat) => [seat, links[placeBefore(now, seat)]!]));
  goToRematch({ id: ID, now, lentLinks } as TablePage);
  return myTables.find("T2")!.links;
}

/** Cases of which only one can be told, or the later one says more: the promise of the earlier one does not hold beside it. */
const HIDDEN_BY: Record<string, string[]> = {
  offer: ["waiting"],
  waiting: ["offer"],
  undo: ["moved"],
  moved: ["undo", "over", "watched", "standIn"],
  standIn: ["over", "watched"],
  renamed: ["standIn"],
};
const BEGIN = () => tableMessage(6, { seats: seatsOf({ kind: "here" }, {}, {}) });

/** What a page shows: its text, and what can be pressed. Not how many messages are unread: a page that is opened now begins with none. */
function shown(place: HTMLElement): string[] {
  const parts = [...place.querySelectorAll("button, select, .seats, .bar, .panels, .feed, [role=alert]")];
  const texts = parts.map((part) => {
    const state = part instanceof HTMLButtonElement && part.disabled ? " (off)" : "";
    return part.textContent.replace("1new message", "").replace(/\s+/g, " ").trim() + state;
  });
  return texts.filter((text) => text !== "Talk · 1");
}

beforeEach(() => {
  prefer({ pace: "none" }); // moves are shown as they come
  vi.spyOn(performance, "now").mockReturnValue(0); // clocks stand
  for (const { id } of myTables.all) myTables.forget(id);
  myTables.put(ID, { game: GAME, secrets: ["mine"], links: { 1: `/table/${ID}#bobs` } });
  for (let ply = 0; ply < 8; ply++) server.answers[`/api/tables/${ID}/plies/${ply}`] = momentAt(ply, 6);
});

const names = Object.keys(CASES);

test.each(names)("%s, and then anything else: as if the page were opened only now", async (first) => {
  const one = { ...BEGIN(), ...CASES[first]!.now(BEGIN()) };
  const lived = await open(BEGIN());
  const { last: line } = Line;
  for (const then of names.filter((other) => other !== first)) {
    const two = { ...one, number: 99, ...CASES[then]!.now(one) };
    line.hear(one);
    line.hear(two);
    await settle();
    const fresh = await open(two);
    expect(shown(lived), then).toEqual(shown(fresh));
    if (!HIDDEN_BY[first]?.includes(then)) CASES[first]!.shows(lived);
    if (!HIDDEN_BY[then]?.includes(first)) CASES[then]!.shows(lived);
    await close(fresh);
  }
});

const ORDERS = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]; // prettier-ignore

test("after any lot and any rotation, each link that was lent leads to the seat of the same player", () => {
  for (const lot of ORDERS)
    for (const places of ORDERS)
      for (const own of [0, 1, 2]) {
        const players = lot.map((before) => `player${before}`); // whoever was listed there before the lot
        const others = [0, 1, 2].filter((seat) => seat !== own).map((seat) => lot[seat]!);
        const lent = Object.fromEntries(others.map((before) => [before, `/table/${ID}#player${before}`]));
        myTables.forget("T2"); // a page goes there once
        myTables.put(ID, { links: lent });
        const message = tableMessage(6, {
          seats: seatsOf({}, {}, {}),
          you: [own],
          order: { by: "lot", seats: lot },
          rematch: "T2",
          rematch_places: places,
        });
        const links = linksAfter(message);
        const expected = [0, 1, 2].filter((seat) => seat !== own).map((seat) => [places[seat], players[seat]]);
        expect(links).toEqual(Object.fromEntries(expected.map(([to, who]) => [to, `/table/T2#${who}`])));
      }
});
