// Made from src/ziggurat/server/messages.py by `python -m ziggurat.server.typescript`. Do not edit.

/** The first message: who you are. */
export interface Hello {
  t: "hello";
  secrets?: string[];
  language?: "en" | "fr";
  id?: number | null;
  seat?: number | null;
}

/** Sit down: on the seat of your secret, or on an open one. */
export interface Join {
  t: "join";
  name?: string;
  word?: string;
  id?: number | null;
  seat?: number | null;
}

/** Take a decision. */
export interface Play {
  t: "play";
  ply: number;
  move: string;
  key?: string;
  id?: number | null;
  seat?: number | null;
}

/** Say something to the table. */
export interface Chat {
  t: "chat";
  text: string;
  id?: number | null;
  seat?: number | null;
}

/** Take back your last decision: at once where it is free, else it is asked. */
export interface Undo {
  t: "undo";
  ply: number;
  id?: number | null;
  seat?: number | null;
}

/** Yes or no to what another seat asks. */
export interface Answer {
  t: "answer";
  yes: boolean;
  id?: number | null;
  seat?: number | null;
}

/** Ask to stop the game without a result. */
export interface Abandon {
  t: "abandon";
  id?: number | null;
  seat?: number | null;
}

/** Ask to play again: another deal or the same one, seats rotated or as they are. */
export interface Rematch {
  t: "rematch";
  same_deal?: boolean;
  rotate?: boolean;
  id?: number | null;
  seat?: number | null;
}

/** Give up. */
export interface Resign {
  t: "resign";
  id?: number | null;
  seat?: number | null;
}

/** Go away: the stand-in of the table plays for you until you return. */
export interface Leave {
  t: "leave";
  id?: number | null;
  seat?: number | null;
}

/** Be back and have your seat again. */
export interface Return {
  t: "return";
  id?: number | null;
  seat?: number | null;
}

/** Let the stand-in play for a seat (`of`) whose player has been away for a minute. */
export interface TakeOver {
  t: "take_over";
  of: number;
  id?: number | null;
  seat?: number | null;
}

/** Have another name. */
export interface Rename {
  t: "rename";
  name: string;
  id?: number | null;
  seat?: number | null;
}

/** Ask for advice, where the table allows it. */
export interface Hint {
  t: "hint";
  ply: number;
  step?: 1 | 2 | 3;
  id?: number | null;
  seat?: number | null;
}

/** Ask what a move would do, without playing it. */
export interface Lens {
  t: "lens";
  ply: number;
  move: string;
  id?: number | null;
  seat?: number | null;
}

/** One screen, several seats: show this seat's view now (somebody else has taken the screen); without `seat`, nobody's. */
export interface Look {
  t: "look";
  id?: number | null;
  seat?: number | null;
}

/** Are you there? */
export interface Ping {
  t: "ping";
  id?: number | null;
  seat?: number | null;
}

/** A table, whole: the answer to `hello`, and again whenever more changed than a move. */
export interface TableMessage {
  t: "table";
  id: string;
  number: number;
  game: string;
  status: string;
  options: Record<string, any>;
  settings: Settings;
  commitment: string;
  fork: ForkInfo | null;
  seats: SeatInfo[];
  clock: ClockInfo;
  you: number[];
  seat: number | null;
  hand_over: boolean;
  ply: number;
  view: Record<string, any> | null;
  choices: Record<string, any>[];
  log: string[][];
  undone: UndoneInfo[];
  chat: ChatLine[];
  offer: OfferInfo | null;
  declined: DeclinedInfo | null;
  thinking: Thinking | null;
  end: EndInfo | null;
  rematch: string;
  rematch_places: number[];
}

/** What the table allows. */
export interface Settings {
  hints: boolean;
  previews: boolean;
  live_scores: boolean;
  stand_in: string;
  listed: boolean;
}

/** The moment from which a table went on: its deal and its moves so far were known. */
export interface ForkInfo {
  table: string;
  ply: number;
}

/** A seat as everybody sees it. */
export interface SeatInfo {
  seat: number;
  kind: string;
  name: string;
  joined: boolean;
  online: boolean;
  away: boolean;
  bot: string;
  why: string;
  resigned: boolean;
}

/** The clocks now. */
export interface ClockInfo {
  kind: string;
  bank: number;
  increment: number;
  days: number;
  left: number[];
  running: number | null;
}

/** A move that was taken back, as you saw it. */
export interface UndoneInfo {
  ply: number;
  seat: number;
  move: string;
  told: string;
}

/** Something that was said. */
export interface ChatLine {
  at: number;
  seat: number | null;
  name: string;
  text: string;
}

/** What a seat asks of the others. */
export interface OfferInfo {
  seat: number;
  what: string;
  ply: number;
  same_deal: boolean;
  rotate: boolean;
  waiting: number[];
}

/** What a seat asked for and another said no to; told until something is asked again. */
export interface DeclinedInfo {
  seat: number;
  what: string;
  by: number;
  number: number;
}

/** A bot that thinks. */
export interface Thinking {
  seat: number;
  bot: string;
  budget: string;
  ready?: boolean;
}

/** How the table ended. */
export interface EndInfo {
  why: string;
  seat: number | null;
  result: Record<string, any> | null;
  fair: Record<string, any> | null;
}

/** One or more decisions were taken; replaces `view`, `choices`, `clock` and `thinking`, and adds to `log`. */
export interface PlayedMessage {
  t: "played";
  number: number;
  ply: number;
  seat: number | null;
  hand_over: boolean;
  view: Record<string, any>;
  choices: Record<string, any>[];
  since: number;
  log: string[][];
  clock: ClockInfo;
  offer: OfferInfo | null;
  thinking: Thinking | null;
}

/** Something beside the game changed: who sits where, what is asked, who thinks. */
export interface ChangedMessage {
  t: "changed";
  number: number;
  status: string;
  seats: SeatInfo[];
  clock: ClockInfo;
  offer: OfferInfo | null;
  declined: DeclinedInfo | null;
  thinking: Thinking | null;
  rematch: string;
  rematch_places: number[];
}

/** Something was said. */
export interface SaidMessage {
  t: "said";
  number: number;
  chat: ChatLine[];
}

/** Your request was carried out (and is durable). */
export interface DoneMessage {
  t: "done";
  id: number | null;
  repeated?: boolean;
  secret?: string;
  asked?: boolean;
}

/** Advice: 1 where to look, 2 a good move, 3 why. */
export interface HintMessage {
  t: "hint";
  id: number | null;
  ply: number;
  step: number;
  text: string;
  look?: (Record<string, string | number>)[];
  move?: string;
  gain?: Record<string, number> | null;
  win?: number;
  margin?: number;
}

/** What a move would do. */
export interface LensMessage {
  t: "lens";
  id: number | null;
  ply: number;
  seat: number;
  move: string;
  legal: boolean;
  why: string;
  words: string[];
  notes: string[];
  gain?: Record<string, number> | null;
  after?: Record<string, number> | null;
}

/** Your request was refused; nothing changed. */
export interface ErrorMessage {
  t: "error";
  id: number | null;
  error: ErrorInfo;
}

/** What went wrong. */
export interface ErrorInfo {
  code: string;
  message: string;
}

/** Yes. */
export interface PongMessage {
  t: "pong";
  id: number | null;
}

/** A table to be made. */
export interface NewTable {
  game: string;
  seats: NewSeat[];
  options?: Record<string, any>;
  clock?: NewClock;
  hints?: boolean;
  previews?: boolean;
  live_scores?: boolean;
  stand_in?: string;
  listed?: boolean;
  from?: NewFork | null;
}

/** Who shall sit on a seat. */
export interface NewSeat {
  kind?: "account" | "bot" | "here" | "link" | "open";
  bot?: string;
  account?: string;
  name?: string;
  word?: string;
}

/** How time is measured. */
export interface NewClock {
  kind?: "days" | "live" | "none";
  bank?: number;
  increment?: number;
  days?: number;
}

/** A moment of a finished game, or of an opened record. */
export interface NewFork {
  table: string;
  ply: number;
}

/** A new table. */
export interface MadeTable {
  id: string;
  commitment: string;
  watch: string;
  seats: MadeSeat[];
}

/** A seat of a new table. */
export interface MadeSeat {
  seat: number;
  kind: string;
  secret: string;
  link: string;
}

/** A record to be opened. */
export interface NewRecord {
  record: Record<string, any> | string;
}

/** A record that was opened. */
export interface MadeRecord {
  id: string;
  watch: string;
  game: string;
  plies: number;
}

/** A table as it was after so many plies. */
export interface Moment {
  ply: number;
  plies: number;
  seat: number | null;
  view: Record<string, any>;
  log: string[];
  move: string;
  mover: number | null;
}

/** A table in the list. */
export interface ListedTable {
  id: string;
  game: string;
  status: string;
  created: number;
  seats: number;
  free: number;
}

/** What can be played here. */
export interface Catalogue {
  games: GameInfo[];
  bots: BotInfo[];
  languages: string[];
}

/** A game that can be played. */
export interface GameInfo {
  game: string;
  rules: number;
  seats: number[];
  secrets: boolean;
  ready: boolean;
  bots_ready: boolean;
  search_ready: boolean;
  seconds: number;
  options: OptionInfo[];
  presets: Record<string, Record<string, any>>;
}

/** An option of a game. */
export interface OptionInfo {
  name: string;
  choices: any[];
  default: any;
}

/** A bot that can be seated. */
export interface BotInfo {
  bot: string;
  budget: string;
}

/** Every word of the games in one language: names, options, levels, sources of points. Keys as in `text/*.json`. */
export interface Lexicon {
  language: string;
  shared: Record<string, string>;
  games: Record<string, Record<string, string>>;
}

/** The rules of a game for people who do not know it: `guide.*.md` beside the game. HTML is made by the server and safe. */
export interface RulePage {
  game: string;
  language: string;
  lead: string;
  sections: GuideSection[];
}

/** A section of a rule page. */
export interface GuideSection {
  id: string;
  title: string;
  blocks?: GuideBlock[];
}

/** A part of a section: text as safe HTML, or pictures, or things; folded away under a title where there is one. */
export interface GuideBlock {
  html?: string;
  pictures?: GuidePicture[];
  things?: GuideThing[];
  fold?: string;
}

/** A picture in its place. */
export interface GuidePicture {
  name: string;
  about: string;
  caption: string;
  width: number;
  height: number;
}

/** A component in words. */
export interface GuideThing {
  name: string;
  about: string;
}

/** What HTTP answers when a request is refused. */
export interface ErrorAnswer {
  error: ErrorInfo;
}

export type AnyRequest = Hello | Join | Play | Chat | Undo | Answer | Abandon | Rematch | Resign | Leave | Return | TakeOver | Rename | Hint | Lens | Look | Ping;

export type AnyMessage = TableMessage | PlayedMessage | ChangedMessage | SaidMessage | DoneMessage | HintMessage | LensMessage | ErrorMessage | PongMessage;
