/** Messages of the server, for a game that has no display of its own: it is shown by the generic board and a list of moves. */
import type { AnyChoice, AnyView } from "../../src/games/types";
import type { ClockInfo, Moment, OfferInfo, PlayedMessage, SeatInfo, TableMessage } from "../../src/lib/messages";

export const GAME = "pebbles";
export const ID = "T1";

const seatInfo = (seat: number, change: Partial<SeatInfo> = {}): SeatInfo => ({
  seat,
  kind: "link",
  name: ["Ann", "Bob", "Cleo"][seat] ?? "",
  joined: true,
  online: true,
  away: false,
  bot: "",
  why: "",
  resigned: false,
  hints: 0,
  links: 0,
  back: false,
  ...change,
});

export const seatsOf = (...changes: Partial<SeatInfo>[]): SeatInfo[] => changes.map((one, seat) => seatInfo(seat, one));

export const choicesOf = (...moves: string[]): AnyChoice[] => moves.map((text) => ({ text })) as AnyChoice[];

/** A view after `ply` decisions, which the seats took in turn; `mark` tells two views of the same ply apart. */
export const viewAt = (ply: number, seats = 2, mark = ""): AnyView =>
  ({
    game: GAME,
    seat: 0,
    ply,
    to_move: ply % seats,
    movers: Array.from({ length: ply }, (_, n) => n % seats),
    log: Array.from({ length: ply }, (_, n) => `m${n}${mark}`),
    over: false,
    phase: "play",
    seats: Array.from({ length: seats }, (_, n) => ({ score: 10 * n })),
  }) as unknown as AnyView;

export const NO_CLOCK: ClockInfo = { kind: "none", bank: 0, increment: 0, days: 0, left: [], running: null };
export const liveClock = (running: number, ...left: number[]): ClockInfo => ({
  ...NO_CLOCK,
  kind: "live",
  bank: 300_000,
  left,
  running,
});

const logOf = (ply: number): string[][] => Array.from({ length: ply }, (_, n) => [`Pebble ${n}`]);

/** The whole table after `ply` decisions: Ann is at this screen (seat 0), Bob elsewhere. */
export function tableMessage(ply = 0, change: Partial<TableMessage> = {}): TableMessage {
  const seats = change.seats ?? seatsOf({ kind: "here" }, {});
  return {
    t: "table",
    id: ID,
    number: 10 + ply,
    game: GAME,
    status: "running",
    options: {},
    settings: {
      hints: true,
      previews: true,
      live_scores: true,
      stand_in: "level:2",
      listed: false,
      face_down: false,
    },
    commitment: "promise",
    fork: null,
    seats,
    clock: NO_CLOCK,
    you: [0],
    seat: 0,
    hand_over: false,
    ply,
    view: viewAt(ply, seats.length),
    choices: ply % seats.length === 0 ? choicesOf("aa", "bb") : [],
    log: logOf(ply),
    undone: [],
    chat: [],
    chat_total: 0,
    offer: null,
    declined: null,
    thinking: null,
    end: null,
    rematch: "",
    rematch_places: [],
    order: null,
    ...change,
  };
}

/** The end of the game, with ranks by seat. */
export const overMessage = (ply: number, ranks: number[], change: Partial<TableMessage> = {}): TableMessage =>
  tableMessage(ply, {
    status: "over",
    choices: [],
    view: { ...viewAt(ply, ranks.length), over: true, to_move: null } as AnyView,
    end: {
      why: "finished",
      seat: null,
      result: { scores: ranks.map((rank) => 20 - rank), ranks, breakdown: ranks.map(() => ({})) },
      fair: null,
      next: "the next promise",
    },
    ...change,
  });

/** One more decision, after `ply - 1`. */
export const playedMessage = (ply: number, change: Partial<PlayedMessage> = {}): PlayedMessage => {
  const { number, seat, hand_over, view, choices, log, clock, offer, thinking } = tableMessage(ply);
  const since = ply - 1;
  const news = { number, ply, seat, hand_over, choices, clock, offer, thinking };
  return { t: "played", ...news, view: view!, since, log: log.slice(since), ...change };
};

export const offerInfo = (
  what: string,
  seat: number,
  waiting: number[],
  change: Partial<OfferInfo> = {},
): OfferInfo => ({
  seat,
  what,
  ply: 0,
  same_deal: false,
  rotate: false,
  waiting,
  number: 7,
  ...change,
});

export const momentAt = (ply: number, plies: number, mark = ""): Moment => ({
  ply,
  plies,
  seat: 0,
  view: viewAt(ply, 2, mark),
  log: [`Pebble ${ply - 1}${mark}`],
  move: ply ? `m${ply - 1}` : "",
  mover: ply ? (ply - 1) % 2 : null,
});
