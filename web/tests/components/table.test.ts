import { beforeEach, describe, expect, test } from "vitest";
import { myTables } from "../../src/lib/my_tables.svelte";
import { route } from "../../src/lib/route.svelte";
import {
  choicesOf,
  GAME,
  ID,
  liveClock,
  momentAt,
  offerInfo,
  overMessage,
  playedMessage,
  seatsOf,
  tableMessage,
} from "./messages";
import { open } from "./open_table";
import { key, Line, named, press, server, settle } from "./showing";

const play = (place: HTMLElement): HTMLButtonElement => named(place, "Play this move");

beforeEach(() => {
  for (const { id } of myTables.all) myTables.forget(id);
  myTables.put(ID, { game: GAME, secrets: ["mine"], links: {} });
});

describe("a move in hand", () => {
  test("is played with Enter, wherever the focus is but on a button", async () => {
    const place = await open();
    press(named(place, "aa"));
    key(named(place, "bb"), "Enter");
    expect(Line.last.of("play")).toEqual([]); // Enter presses that button
    key(document.body, "Enter");
    expect(Line.last.of("play")).toMatchObject([{ move: "aa", ply: 0, seat: 0, undone: 0 }]);
  });
  test("is asked about, and put back with Escape", async () => {
    const place = await open();
    press(named(place, "bb"));
    expect(Line.last.of("lens")).toMatchObject([{ move: "bb", ply: 0, seat: 0, ahead: false }]);
    expect(play(place).disabled).toBe(false);
    key(document.body, "Escape");
    expect(play(place).disabled).toBe(true);
  });
});

describe("a connection", () => {
  test("greets with the secrets of this browser, and again after a loss, with the move that has no answer", async () => {
    const place = await open();
    expect(Line.last.of("hello")).toEqual([{ t: "hello", secrets: ["mine"], language: "en" }]);
    press(named(place, "aa"));
    key(document.body, "Enter");
    const [sent] = Line.last.of("play");
    Line.last.close(1012); // the server makes room for another one
    Line.last.onopen?.();
    Line.last.hear(tableMessage());
    expect(Line.all).toHaveLength(2);
    expect(Line.last.of("play")).toMatchObject([{ move: "aa", key: sent!.key }]);
  });
  test("that is lost is told, and the end of the loss too", async () => {
    const place = await open();
    expect(place.textContent).not.toContain("No connection");
    Line.last.close(1006);
    await settle();
    expect(place.textContent).toContain("No connection");
  });
  test("to a table that is not there says so and does not try again", async () => {
    const place = await open({ t: "error", id: null, error: { code: "table.unknown", message: "gone" } });
    expect(place.textContent).toContain("There is no such table");
    Line.last.close(1000);
    dispatchEvent(new Event("online"));
    expect(Line.all).toHaveLength(1);
  });
});

describe("a move that was sent", () => {
  test("cannot be sent twice, and leaves the hand when it is there", async () => {
    const place = await open();
    press(named(place, "aa"));
    key(document.body, "Enter");
    key(document.body, "Enter");
    expect(Line.last.of("play")).toHaveLength(1);
    expect(play(place).disabled).toBe(true);
    Line.last.hear(playedMessage(1));
    expect(place.textContent).toContain("Bob to play");
    expect(localStorage.getItem(`ziggurat.sent.${ID}`)).toBe("null");
  });
  test("and was refused can be chosen again, with the reason in sight", async () => {
    const place = await open();
    press(named(place, "aa"));
    key(document.body, "Enter");
    const id = Line.last.of("play")[0]!.id!;
    Line.last.hear({ t: "error", id, error: { code: "move.illegal", message: "not there" } });
    expect(place.textContent).toContain("not there");
    expect(play(place).disabled).toBe(false);
  });
});

describe("a replay", () => {
  const path = (ply: number) => `/api/tables/${ID}/plies/${ply}`;

  test("shows the move of its position, and another step has another address", async () => {
    server.answers[path(3)] = momentAt(3, 5);
    const place = await open(tableMessage(5), 3);
    expect(place.textContent).toContain("Move 3 of 5.");
    expect(place.textContent).toContain("Pebble 2");
    press(named(place, "One move on"));
    expect(route.now).toMatchObject({ page: "table", id: ID, ply: 4 });
  });
  test("fetches a position again after an undo: the same ply is another position", async () => {
    server.answers[path(3)] = momentAt(3, 4);
    server.answers[path(2)] = momentAt(2, 2);
    await open(tableMessage(4), 3);
    const asked = () => server.asked.filter((one) => one.path === path(3)).length;
    expect(asked()).toBe(1);
    Line.last.hear(tableMessage(4, { number: 15 })); // nothing was taken back
    await settle();
    expect(asked()).toBe(1);
    Line.last.hear(tableMessage(2, { undone: [{ ply: 2, seat: 0, move: "m2", told: "Pebble 2" }] }));
    await settle();
    Line.last.hear(tableMessage(4));
    await settle();
    expect(asked()).toBe(2);
  });
  test("plays no move and asks for none", async () => {
    server.answers[path(1)] = momentAt(1, 2);
    const place = await open(tableMessage(2), 1);
    expect(() => play(place)).toThrow();
    key(document.body, "u");
    key(document.body, "h");
    expect(Line.last.of("undo")).toEqual([]);
    expect(Line.last.of("hint")).toEqual([]);
  });
});

describe("undo", () => {
  test("takes back the last own move, not that of another", async () => {
    const place = await open(tableMessage(3));
    press(named(place, "Undo"));
    expect(Line.last.of("undo")).toMatchObject([{ ply: 3, seat: 0 }]);
  });
  test("is not there before an own move, nor for one before a fork", async () => {
    expect(named<HTMLButtonElement>(await open(), "Undo").disabled).toBe(true);
    const forked = await open(tableMessage(2, { fork: { table: "old", ply: 1 } }));
    expect(named<HTMLButtonElement>(forked, "Undo").disabled).toBe(true);
  });
});

describe("an offer", () => {
  test("of another seat is answered with its number", async () => {
    const place = await open(tableMessage(1, { offer: offerInfo("undo", 1, [0]) }));
    expect(place.textContent).toContain("Bob would like to take back a move.");
    press(named(place, "No"));
    expect(Line.last.of("answer")).toMatchObject([{ yes: false, seat: 0, offer: 7, word: "" }]);
  });
  test("to play again is agreed to with words for the deal", async () => {
    const place = await open(overMessage(4, [1, 2], { offer: offerInfo("rematch", 1, [0]) }));
    press(named(place, "Yes"));
    const [answer] = Line.last.of("answer");
    expect(answer).toMatchObject({ yes: true, seat: 0, offer: 7 });
    expect(answer!.word).toMatch(/^\w{7}(-\w{7}){3}$/);
  });
  test("of one's own can only be withdrawn", async () => {
    const place = await open(tableMessage(1, { offer: offerInfo("undo", 0, [1]) }));
    expect(() => named(place, "Yes")).toThrow();
    press(named(place, "Withdraw"));
    expect(Line.last.of("answer")).toMatchObject([{ yes: false, seat: 0, offer: 7 }]);
  });
});

describe("playing again", () => {
  const seats = seatsOf({ kind: "here" }, {}, {});

  test("asks for another deal with the places rotated, and the same deal from the own seat or another", async () => {
    const place = await open(overMessage(6, [1, 2, 3], { seats }));
    press(named(place, "Play again"));
    press(named(place, "Same deal again"));
    press(named(place, "From my seat"));
    press(named(place, "Same deal again"));
    press(named(place, "From another seat"));
    expect(Line.last.of("rematch")).toMatchObject([
      { same_deal: false, rotate: true },
      { same_deal: true, rotate: false },
      { same_deal: true, rotate: true },
    ]);
  });
  test("keeps the links that were lent, each for the place where its player sits now", async () => {
    myTables.put(ID, { links: { 1: `/table/${ID}#bobs`, 2: `/table/${ID}#cleos` }, owner: "made" });
    const place = await open(overMessage(6, [1, 2, 3], { seats, rematch: "T2", rematch_places: [1, 2, 0] }));
    press(named(place, "Go to the new game"));
    expect(route.now).toMatchObject({ page: "table", id: "T2" });
    const links = { 2: "/table/T2#bobs", 0: "/table/T2#cleos" };
    expect(myTables.find("T2")).toMatchObject({ secrets: ["mine"], links, owner: "made" });
  });
});

describe("what is lent", () => {
  test("is the link of a seat where its player was listed before the lot", async () => {
    myTables.put(ID, { links: { 1: `/table/${ID}#bobs` } });
    const seats = seatsOf({ kind: "here" }, { online: false }, { online: false });
    const place = await open(tableMessage(0, { seats, order: { by: "lot", seats: [0, 2, 1] } }));
    expect(() => named(place, "Copy the link of Bob")).toThrow();
    expect(named(place, "Copy the link of Cleo")).toBeTruthy();
  });
});

describe("clocks", () => {
  test("show what each seat has left", async () => {
    const place = await open(tableMessage(0, { clock: liveClock(0, 299_900, 61_000) }));
    const clocks = [...place.querySelectorAll(".clock")].map((one) => one.textContent);
    expect(clocks).toEqual(["4:59", "1:01"]);
  });
});

describe("a hint", () => {
  test("comes in steps, and takes the move of the second one in hand", async () => {
    const place = await open();
    press(named(place, "Hint"));
    expect(Line.last.of("hint")).toMatchObject([{ ply: 0, step: 1, seat: 0 }]);
    Line.last.hear({ t: "hint", id: 1, ply: 0, step: 1, text: "Look left", look: [] });
    key(document.body, "h");
    expect(Line.last.of("hint")).toMatchObject([{ step: 1 }, { step: 2 }]);
    Line.last.hear({ t: "hint", id: 2, ply: 0, step: 2, text: "Take it", look: [], move: "bb" });
    expect(Line.last.of("lens")).toMatchObject([{ move: "bb" }]);
    Line.last.hear(tableMessage(2));
    await settle();
    expect(place.textContent).not.toContain("Take it");
  });
  test("for a position that has passed is dropped", async () => {
    const place = await open(tableMessage(2));
    Line.last.hear({ t: "hint", id: 1, ply: 0, step: 1, text: "Look left", look: [] });
    expect(place.textContent).not.toContain("Look left");
  });
});

test("a move that can no longer be played leaves the hand", async () => {
  const place = await open();
  press(named(place, "bb"));
  Line.last.hear(tableMessage(0, { choices: choicesOf("aa") }));
  expect(play(place).disabled).toBe(true);
  Line.last.hear(tableMessage()); // and does not come back by itself
  expect(play(place).disabled).toBe(true);
});
