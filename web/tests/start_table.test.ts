import { expect, test } from "vitest";
import "./browser_stubs";
import type { Seat } from "../src/setup/SeatForm.svelte";
import { inOrder } from "../src/setup/start_table";
import { plansIn } from "../src/setup/options";
import { placeBefore } from "../src/table/seat_facts";
import type { TableMessage } from "../src/lib/messages";

const seats = ["bot", "link", "you", "open"].map((kind) => ({ kind, bot: "", name: "" }) as Seat);
const kinds = (all: Seat[]): string => all.map(({ kind }) => kind).join(" ");

test("whoever wants to begin sits first, and the others follow as they sat", () => {
  expect(kinds(inOrder(seats, "me"))).toBe("you open bot link");
  expect(kinds(inOrder(seats, "seats"))).toBe("bot link you open");
  expect(kinds(inOrder(seats.slice(0, 2), "me"))).toBe("bot link");
});

test("plans are typed on lines, or with commas or semicolons", () => {
  expect(plansIn("X1/31/1X\n\n 22/2X/XX ;x1/x2/x3,")).toEqual(["X1/31/1X", "22/2X/XX", "x1/x2/x3"]);
});

test("after a lot it is known where everybody was listed", () => {
  const now = { order: { by: "lot", seats: [2, 0, 1] } } as unknown as TableMessage;
  expect([0, 1, 2].map((seat) => placeBefore(now, seat))).toEqual([2, 0, 1]);
  expect(placeBefore({ order: { by: "lot", seats: [] } } as unknown as TableMessage, 1)).toBe(1);
  expect(placeBefore({ order: null } as unknown as TableMessage, 1)).toBe(1);
});
