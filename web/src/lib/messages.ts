// Made from the structs in src/ziggurat/server by `python -m ziggurat.server.export_types`. Do not edit.
import type { AnyChoice, AnyView } from "../games/types";

/** The first message: who you are. */
export interface Hello {
  t: "hello";
  /** Secrets of your seats, or the token of a bot account; none: you watch. */
  secrets?: string[];
  /** The language of `log`. */
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
  /** If given and another number were taken back by now, the move was meant for another position, and is refused. */
  undone?: number | null;
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

/** Take back your last decision: at once where it is free, else this asks the others. */
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
  /** With yes to a rematch: words of yours for its deal. */
  word?: string;
  /** The `number` of the offer that you answer; if there is another offer by now, the answer is refused. */
  offer?: number | null;
  id?: number | null;
  seat?: number | null;
}

/** Ask to stop the game without a result; once more after the announced wait (`offer.wait`): end it without those who stayed away. */
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
  /** Words of yours for the deal of the next table. */
  word?: string;
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

/** Let the stand-in play for a seat (`of`) whose player has been away for a minute (since the server started, at the earliest). */
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
  /** While another seat is to move: as if it were your turn now, on what you see now. */
  ahead?: boolean;
  id?: number | null;
  seat?: number | null;
}

/** Ask which moves you would have if it were your turn now, while another seat is to move. */
export interface Ahead {
  t: "ahead";
  ply: number;
  id?: number | null;
  seat?: number | null;
}

/** Ask what a move would cost, before you play it: only where all others at the table are bots, and it allows hints. */
export interface Coach {
  t: "coach";
  ply: number;
  move: string;
  /** Be warned of large mistakes only (1), of middling ones too (2), or of small ones too (3): how many points that is depends on the game. */
  care?: 1 | 2 | 3;
  /** Or of what costs more than so many points. */
  over?: number | null;
  id?: number | null;
  seat?: number | null;
}

/** Ask why a bot decided as it did: only where all others at the table are bots, and it allows hints. */
export interface Why {
  t: "why";
  /** The decision: how many had been taken after it. */
  ply: number;
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

/** What the table allows. */
export interface Settings {
  hints: boolean;
  previews: boolean;
  live_scores: boolean;
  stand_in: string;
  listed: boolean;
  /** What the players win lies face down until the end. */
  face_down: boolean;
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
  /** Whether a socket or stream of this seat is connected; a bot always is. */
  online: boolean;
  away: boolean;
  /** The bot that plays now; empty where a person does. */
  bot: string;
  /** Why a bot plays for somebody: `left`, `time`, `resigned`, `failed`, `asked`. */
  why: string;
  resigned: boolean;
  /** For how many positions the seat got a hint. */
  hints: number;
  /** How often the table's maker gave the link of the seat anew; the links before are worth nothing. */
  links: number;
  /** Whether the player is back and gets the seat after the stand-in's next decision: the time for it had run out. */
  back: boolean;
}

/** The clocks now. */
export interface ClockInfo {
  kind: string;
  bank: number;
  increment: number;
  days: number;
  /** Milliseconds of each seat; empty without a clock. */
  left: number[];
  /** The seat whose time runs. */
  running: number | null;
  /** After a rematch, the seats whose players have not come yet: no clock runs before. Absent where nobody is awaited. */
  awaited?: number[];
  /** Milliseconds until the clocks run although somebody has not come. Absent where nobody waits. */
  wait?: number | null;
}

/** A move that was taken back, as you saw it. */
export interface UndoneInfo {
  ply: number;
  seat: number;
  move: string;
  /** The move as the log told it. */
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
  /** The seats that have not answered. */
  waiting: number[];
  /** With `abandon`: those of them who were away when the seat asked, and have not come back. */
  away?: number[];
  /** Milliseconds until the game may be ended without them: then `abandon`, sent once more by anyone who agreed, ends it. Absent where nobody was away. */
  wait?: number | null;
  /** Send it back as `offer` of `answer`: then your answer counts for this offer and for no later one. */
  number?: number;
}

/** An offer that another seat said no to; sent until a seat asks again. */
export interface DeclinedInfo {
  seat: number;
  what: string;
  by: number;
  /** The same number: the same no, however often it is sent. */
  number: number;
}

/** A bot that thinks. */
export interface Thinking {
  seat: number;
  bot: string;
  /** What it may use for a move, such as `1000 ms`. */
  budget: string;
  /** Whether it is compiled; else it begins to think when it is. */
  ready: boolean;
}

/** The proof of a deal: `ziggurat replay --verify` checks it. */
export interface FairInfo {
  commitment: string;
  secret: string;
  table: string;
  /** What each seat added, in the order before the lot. */
  words: string[];
  /** Where the seats were drawn by lot: for each seat, the place in `words` of whoever sits there. Absent: as they are. */
  order?: number[];
}

/** How the table ended. */
export interface EndInfo {
  /** `finished`, `resigned`, `time`, `abandoned`; `record`: it was never played here. */
  why: string;
  seat: number | null;
  /** Scores, ranks and breakdown, if the game was played to its end. */
  result: Record<string, unknown> | null;
  /** The proof of the deal; null where the deal was known (`fork`, a record). */
  fair: FairInfo | null;
  /** The `commitment` to the next deal, should there be a rematch with another one; empty where there is none. */
  next: string;
}

/** How it was decided who sits where. */
export interface OrderInfo {
  by: "lot";
  /** For each seat, where its player sat before the lot; empty before the game starts. */
  seats: number[];
}

/** A table, whole: the answer to `hello`, and again whenever more changed than a move. */
export interface TableMessage {
  t: "table";
  id: string;
  /** How many events the table has: it grows with everything that happens. */
  number: number;
  game: string;
  status: string;
  options: Record<string, boolean | number | string | string[]>;
  settings: Settings;
  /** The commitment to the deal; empty where the deal is known. */
  commitment: string;
  fork: ForkInfo | null;
  seats: SeatInfo[];
  clock: ClockInfo;
  /** Your seats. */
  you: number[];
  /** Whose view this is; null: what everybody sees. */
  seat: number | null;
  /** One screen, several seats, a game with secrets: hand it over, then send `look`. */
  hand_over: boolean;
  ply: number;
  view: AnyView | null;
  /** The legal moves in parts, when it is your turn: `Choice` of the game. */
  choices: AnyChoice[];
  /** What happened at each ply, in sentences. */
  log: string[][];
  undone: UndoneInfo[];
  /** The last lines that were said; earlier ones: `GET /api/tables/ID/chat?before=`. */
  chat: ChatLine[];
  /** How many lines were said: the last of `chat` has the number `chat_total - 1`. */
  chat_total: number;
  offer: OfferInfo | null;
  declined: DeclinedInfo | null;
  thinking: Thinking | null;
  end: EndInfo | null;
  /** The table where everybody plays on. */
  rematch: string;
  /** Where each seat sits at that table. */
  rematch_places: number[];
  /** The lot that decides who sits where; null: the seats as they are. */
  order: OrderInfo | null;
}

/** One or more decisions were taken; replaces `view`, `choices`, `clock` and `thinking`, and adds to `log`. */
export interface PlayedMessage {
  t: "played";
  number: number;
  ply: number;
  seat: number | null;
  hand_over: boolean;
  view: AnyView;
  choices: AnyChoice[];
  /** The ply of the first entry of `log`. */
  since: number;
  log: string[][];
  clock: ClockInfo;
  offer: OfferInfo | null;
  thinking: Thinking | null;
}

/** Something beside the game changed: who sits where, the offer, who thinks. */
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
  /** How many lines were said: so a client notices when lines are missing between these and those that it has. */
  chat_total: number;
}

/** Your request was carried out (and is durable). */
export interface DoneMessage {
  t: "done";
  id: number | null;
  /** The same request had been carried out before; nothing was done now. */
  repeated?: boolean;
  /** After joining an open seat: your secret. */
  secret?: string;
  /** The others have been asked, and must agree. */
  asked?: boolean;
}

/** Advice: 1 where to look, 2 a good move, 3 why. */
export interface HintMessage {
  t: "hint";
  id: number | null;
  ply: number;
  step: number;
  /** The step as a sentence. */
  text: string;
  /** With step 1: the pieces it speaks of, in parts as in `choices`: `{"slot": 0}`, `{"stack": "a1"}`, `{"die": "G5"}`. */
  look?: Record<string, string | number>[];
  /** The move, from step 2 on (and where there is only one). */
  move?: string;
  /** With step 3: what it brings at once, by source; null where chance decides. */
  gain?: Record<string, number> | null;
  /** With step 3: the share of games that you should win with it. */
  win?: number;
  /** With step 3: expected points over the best opponent. */
  margin?: number;
}

/** What a move would do. */
export interface LensMessage {
  t: "lens";
  id: number | null;
  ply: number;
  seat: number;
  /** The move in its one spelling, or what you sent if it is none. */
  move: string;
  legal: boolean;
  /** Why it cannot be played, a sentence; empty where it can. */
  why: string;
  /** The move as advice to its player, a sentence, without what nobody can know before. */
  words: string[];
  /** What it would do beside its points, with previews on. */
  notes: string[];
  /** What it brings at once, by source; null where chance decides. Absent without previews. */
  gain?: Record<string, number> | null;
  /** Your points by source with the gain; null where chance decides. Absent without previews or live scores. */
  after?: Record<string, number> | null;
  /** How many points the move can be expected to bring you by the end of the game: those at once, and what it changes in what you can still earn, compared
    with an average move. A mean over imagined deals. Absent without hints. */
  expected?: number;
  /** What the move works towards beside `notes`, in sentences: a project, a line, a prize, a rival's loss. Absent without hints. */
  serves?: string[];
  /** Whether the answer supposes that it were your turn. */
  ahead: boolean;
}

/** The moves that you would have if it were your turn now. */
export interface AheadMessage {
  t: "ahead";
  id: number | null;
  ply: number;
  seat: number;
  /** As `choices` of a table; empty where it is your turn, or where the question makes no sense. */
  choices: AnyChoice[];
}

/** What a move would cost. */
export interface CoachMessage {
  t: "coach";
  id: number | null;
  ply: number;
  move: string;
  /** How many points of expected margin it gives away. Absent where that could not be found out in time. */
  cost?: number;
  /** Whether that is more than you wanted; only then the rest is filled in, and counts as a hint. */
  warns: boolean;
  /** What makes the difference, in sentences. */
  why: string[];
  /** What the better move does, in sentences. */
  serves: string[];
  /** Where to look for the better move, a sentence. */
  look_text: string;
  /** The piece that it speaks of, as in a hint. */
  look: Record<string, string | number>[];
  /** The better move. */
  better: string;
  /** The better move as a sentence. */
  advice: string;
}

/** Why a bot decided as it did, as far as you can see. */
export interface WhyMessage {
  t: "why";
  id: number | null;
  ply: number;
  /** Who decided. */
  seat: number;
  /** Sentences; at least one. */
  reasons: string[];
}

/** What went wrong. */
export interface ErrorInfo {
  code: string;
  message: string;
}

/** Your request was refused; nothing changed. */
export interface ErrorMessage {
  t: "error";
  id: number | null;
  error: ErrorInfo;
}

/** Yes. */
export interface PongMessage {
  t: "pong";
  id: number | null;
}

/** Who may sit on a seat of a new table. */
export interface NewSeat {
  /** `link`: whoever has the secret link; `here`: a person at the creator's screen; `open`: the first who comes; `account`: a bot account. */
  kind?: "link" | "here" | "open" | "account" | "bot";
  /** With kind `bot`: one of `bots` of `GET /api/games`. */
  bot?: string;
  /** With kind `account`: its id. */
  account?: string;
  /** With kind `here`: the name. */
  name?: string;
  /** With kind `here`: words to mix into the deal. */
  word?: string;
}

/** How time is measured. */
export interface NewClock {
  kind?: "none" | "live" | "days";
  bank?: number;
  increment?: number;
  days?: number;
}

/** A moment of a finished game, or of an opened record. */
export interface NewFork {
  table: string;
  ply: number;
}

/** A table to be made. */
export interface NewTable {
  game: string;
  seats: NewSeat[];
  /** Options of the game; `seats` follows from the list of seats if it is not given. */
  options?: Record<string, unknown>;
  clock?: NewClock;
  hints?: boolean;
  previews?: boolean;
  live_scores?: boolean;
  /** Keep what the players win face down until the end, where the game has such things (`face_down` of `GET /api/games`); always so without live scores. */
  face_down?: boolean;
  /** Who sits where: as listed, or drawn by lot when the game starts. Seat 0 always begins. The lot is part of the fair deal. */
  order?: "seats" | "lot";
  /** The bot that takes over when somebody leaves or runs out of time; empty: none. */
  stand_in?: string;
  listed?: boolean;
  /** Whether those at your screen (`here`) sit down at once. If not, each joins with its secret: so their words come after the commitment to the deal. */
  seated?: boolean;
  /** Go on from this moment: the same deal and options, the moves up to there. */
  from?: NewFork | null;
}

/** A seat of a new table. */
export interface MadeSeat {
  seat: number;
  kind: string;
  /** Save it: it opens the seat. Empty where the seat has none (`bot`, `open`, `account`). */
  secret: string;
  /** The page that opens the seat; the secret stands behind `#`, so that no server and no log ever reads it. */
  link: string;
}

/** A new table. */
export interface MadeTable {
  id: string;
  commitment: string;
  /** The public page. */
  watch: string;
  seats: MadeSeat[];
  /** Save it: it deletes the table, or its chat. It opens no seat. */
  owner: string;
}

/** The new link of a seat. */
export interface MadeLink {
  seat: number;
  /** Save it: it opens the seat, and the one before no longer does. */
  secret: string;
  link: string;
}

/** A record to be opened. */
export interface NewRecord {
  /** The record itself, or its text. */
  record: Record<string, unknown> | string;
}

/** A record that was opened. */
export interface MadeRecord {
  id: string;
  /** The page that shows it. */
  watch: string;
  game: string;
  plies: number;
  /** Save it: it deletes the table. */
  owner: string;
}

/** Another move at a moment of a finished game, for the engine to judge: `move`, or `moves` where a turn has several decisions. */
export interface NewTry {
  /** The decisions taken before. */
  ply: number;
  move?: string;
  moves?: string[];
}

/** A table after so many plies, as it was seen then. */
export interface Moment {
  ply: number;
  /** How many there are. */
  plies: number;
  /** Whose view this is; null: what everybody saw. */
  seat: number | null;
  view: AnyView;
  /** What happened at the last of these plies, in sentences. */
  log: string[];
  /** The decision that led here, as it was seen; empty at ply 0. */
  move: string;
  /** Who took it. */
  mover: number | null;
}

/** A position to practise on: where it comes from, and what was tried since. */
export interface Practice {
  /** `table`: a moment of a finished game or of an opened record; `example`: one of a rule page; `lesson`: a moment of a lesson's game; `puzzle`: a puzzle. */
  of: "table" | "example" | "lesson" | "puzzle";
  /** Which one: the id of a table, or a game and one of its examples, lessons or puzzles (`amytis/market`, `amytis/first_game`). */
  id: string;
  /** After so many decisions. */
  ply: number;
  /** The decisions tried from there on, in order, those of the others included. */
  moves: string[];
}

/** A position to practise on, as the seat sees it that was to move when practice began. */
export interface PracticePosition {
  game: string;
  players: string[];
  seat: number;
  ply: number;
  view: AnyView;
  /** The legal moves in parts, with what each brings; empty while another is to move. */
  choices: AnyChoice[];
  /** For each decision that was tried, what happened, in sentences. */
  log: string[][];
}

/** Some lines that were said, in order. */
export interface ChatPage {
  chat: ChatLine[];
  /** The number of the first of them; 0 is the first line of all. */
  first: number;
  chat_total: number;
}

/** A table in the list. */
export interface ListedTable {
  id: string;
  game: string;
  status: string;
  created: number;
  seats: number;
  /** How many seats are open to anyone. */
  free: number;
  /** Who sits there; a free seat is not `joined`. */
  players: SeatInfo[];
}

/** A table among others: who plays, whose turn it is, and the position without its moves. */
export interface TableGlance {
  id: string;
  game: string;
  status: string;
  seats: SeatInfo[];
  /** Your seats. */
  you: number[];
  /** As `view` of a table, but `legal`, `log` and `movers` are empty; null before the start. */
  view: AnyView | null;
  /** As `end` of a table: how it ended, null until then. */
  end: EndInfo | null;
  /** The table where everybody plays on; your secrets open it, too. */
  rematch: string;
  /** Where each seat sits at that table. */
  rematch_places: number[];
}

/** A puzzle in the list: enough to choose one, and nothing of its solution. */
export interface PuzzleHead {
  id: string;
  /** How hard it is, as an Elo number. */
  rating: number;
  /** What it is about: keys `theme.…` of the game's words. */
  themes: string[];
  seats: number;
}

/** The puzzles of a game, the easiest first. */
export interface PuzzleList {
  game: string;
  puzzles: PuzzleHead[];
}

/** The answer to a puzzle. */
export interface PuzzleMove {
  /** The move; null: the player gives up, and wants to see it. */
  move: string | null;
}

/** Points that somebody has more (or less) after the best move than after the second best. */
export interface PuzzleLine {
  /** Your points at once, later, in what is not scored yet; or those of a rival. */
  kind: "now" | "later" | "progress" | "rival";
  points: number;
  text: string;
}

/** What became of an answer to a puzzle, and why. */
export interface PuzzleAnswer {
  right: boolean;
  /** The best move. */
  best: string;
  /** The best move in words, then what it does beside its points. */
  words: string[];
  /** By how many points it is better than any other move. */
  margin: number;
  /** The standard error of this margin. */
  error: number;
  /** How much more winning chance it brings. */
  win: number;
  /** Where the points come from: means over games that a search played on from the best and the second best move. */
  lines: PuzzleLine[];
  /** How many games these were, from each of the two. */
  games: number;
  /** By how many points the best move came out ahead in them; `margin` is what a search says, which looks longer at each move. */
  ahead: number;
  /** The second best move in words. */
  second: string;
}

/** An option of a game. */
export interface OptionInfo {
  name: string;
  choices: (boolean | number | string | string[])[];
  default: boolean | number | string | string[];
  /** The option that must be true for this one to mean anything; "" for none. */
  needs: string;
}

/** A game with an expansion: whether it is compiled, as `GameInfo` says it of the game without. */
export interface ExpansionInfo {
  /** The option that plays it. */
  option: string;
  /** For `want` of `GET /api/games`: it is not compiled before somebody wants it. */
  key: string;
  ready: boolean;
  bots_ready: boolean;
  search_ready: boolean;
  reviews_ready: boolean;
  seconds: number;
}

/** A game that can be played. */
export interface GameInfo {
  game: string;
  rules: number;
  seats: number[];
  secrets: boolean;
  /** Whether its rules are compiled, so that people can play; a table can be made before, and waits. */
  ready: boolean;
  /** Whether the bots that look one move ahead are compiled; until then they wait at the table. */
  bots_ready: boolean;
  /** Whether the bots that search, and hints, are compiled. */
  search_ready: boolean;
  /** Whether reviews and the coach are compiled. */
  reviews_ready: boolean;
  /** How long the step that is being compiled has taken so far; 0 where none is. */
  seconds: number;
  options: OptionInfo[];
  /** Several options under one name, and what they are then. */
  presets: Record<string, Record<string, boolean | number | string | string[]>>;
  /** Whether a table can keep what the players win face down until the end. */
  face_down: boolean;
  /** The bots that do not search, the weakest first: those are ready before the others. */
  quick_bots: string[];
  /** How long the lesson for newcomers takes; 0 where there is none. */
  lesson_minutes: number;
  /** The lessons on options, by the name of the option, and how many minutes each takes. */
  option_lessons: Record<string, number>;
  expansions: ExpansionInfo[];
}

/** A bot that can be seated. */
export interface BotInfo {
  bot: string;
  budget: string;
}

/** What can be played here. */
export interface Catalogue {
  games: GameInfo[];
  bots: BotInfo[];
  languages: string[];
}

/** A section of a rule page that a tip leads to. */
export interface TipSection {
  id: string;
  title: string;
}

/** Every word of the games in one language: names, options, levels, sources of points. Keys as in `text/*.json`. */
export interface Lexicon {
  language: string;
  shared: Record<string, string>;
  games: Record<string, Record<string, string>>;
  /** For each game and each thing of its tips (`about.THING`) the section of the rule page that tells more. */
  sections: Record<string, Record<string, TipSection>>;
}

/** A picture of a rule page. */
export interface GuidePicture {
  name: string;
  /** What it shows, for readers who cannot see it. */
  about: string;
  caption: string;
  width: number;
  height: number;
  /** What it shows, as data: a page that has the table's own pieces draws it with them. Empty: the SVG is all there is. */
  scene: Record<string, unknown>;
}

/** A component in words. */
export interface GuideThing {
  name: string;
  about: string;
}

/** A position to play with. */
export interface GuideExample {
  name: string;
  /** What to try there. */
  ask: string;
}

/** A part of a section: text as safe HTML, or pictures, or things, or an example; folded away under a title where there is one. */
export interface GuideBlock {
  html: string;
  pictures: GuidePicture[];
  things: GuideThing[];
  fold: string;
  example: GuideExample | null;
}

/** A section of a rule page. */
export interface GuideSection {
  id: string;
  title: string;
  blocks: GuideBlock[];
}

/** The rules of a game for people who do not know it: `guide.*.md` beside the game. HTML is made by the server and safe. */
export interface RulePage {
  game: string;
  language: string;
  lead: string;
  sections: GuideSection[];
  /** How long the lesson for newcomers takes; 0 where there is none. */
  lesson_minutes: number;
  /** The lessons on options, by the name of the option, and how many minutes each takes. */
  option_lessons: Record<string, number>;
}

/** A piece or a place to point at. */
export interface LessonMark {
  /** As `hinted` of a board: parts of a choice. */
  at: Record<string, string | number>;
  text: string;
}

/** Points that a task brings at once, and what for. */
export interface LessonGain {
  source: string;
  points: number;
  text: string;
}

/** What is said of some of the moves that a task does not accept. */
export interface LessonMistake {
  /** Parts of their choices. */
  when: Record<string, string | number>[];
  text: string;
}

/** A decision of the learner. Texts stress what stands between two `**`. */
export interface LessonTask {
  text: string;
  /** Parts of the choices that it accepts. */
  accepts: Record<string, string | number>[];
  marks: LessonMark[];
  gains: LessonGain[];
  /** What is said of another move, before it is put back. */
  mistake: string;
  /** What is said instead: the first one that fits. */
  mistakes: LessonMistake[];
  /** If not empty, the part in which another move must differ to be tried. */
  differs: string;
}

/** One idea of a lesson. */
export interface LessonStep {
  id: string;
  name: string;
  title: string;
  text: string;
  /** Where it stands in the game of the lesson. */
  ply: number;
  tasks: LessonTask[];
  /** What is said when all tasks are done; empty where there is none. */
  done: string;
  /** How the learner’s turn goes on after the tasks. */
  follows: string[];
  /** Whether it speaks of what lies beside the board: cards, favors, points. */
  panel: boolean;
}

/** A lesson of a game in one language: `lessons/*.json` beside the game. `POST /api/practice` shows its positions. */
export interface LessonPage {
  game: string;
  /** For `POST /api/practice`. */
  id: string;
  language: string;
  title: string;
  minutes: number;
  /** Of the game that it explains. */
  moves: string[];
  /** The last one leads to a game of one’s own. */
  steps: LessonStep[];
}

/** How others reach this server. */
export interface ServerAddresses {
  /** Whether it can be reached from other machines; else it listens to this one only. */
  open: boolean;
  /** Where others find it, the likeliest first: `http://192.168.1.20:8000`. Empty where only this machine does. */
  urls: string[];
  /** What to start it with so that others reach it; empty where they do. */
  command: string;
  /** The same in a sentence. */
  text: string;
}

/** What HTTP answers when a request is refused. */
export interface ErrorAnswer {
  error: ErrorInfo;
}

export type AnyRequest = Hello | Join | Play | Chat | Undo | Answer | Abandon | Rematch | Resign | Leave | Return | TakeOver | Rename | Hint | Lens | Ahead | Coach | Why | Look | Ping;

export type AnyMessage = TableMessage | PlayedMessage | ChangedMessage | SaidMessage | DoneMessage | HintMessage | LensMessage | AheadMessage | CoachMessage | WhyMessage | ErrorMessage | PongMessage;
