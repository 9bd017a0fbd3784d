import type { BoardExports, BoardProps, GameUi } from "../games/board";
import { loadUi } from "../games/find_ui";
import type { AnyChoice, AnyView } from "../games/types";
import { post, postForText, Refused } from "../lib/api";
import { boardLook } from "../lib/board_look.svelte";
import { i18n } from "../lib/i18n.svelte";
import type { LensMessage, Practice as Start, PracticePosition } from "../lib/messages";
import { motion } from "../lib/motion";
import { preferences } from "../lib/preferences.svelte";
import { play as playSound } from "../lib/sound";
import { theme } from "../lib/theme.svelte";
import { lastMoves } from "../table/last_moves";

/**
 * A position to practise on, without a table: a moment of a review, a puzzle, a step of a lesson. The server keeps nothing of it: each request
 * says where it began and what was tried since.
 */
export class Practice {
  /** How the game is shown; null until that code is loaded. */
  ui = $state.raw<GameUi | null>(null);
  /** The board that is shown, for what it exports. */
  board = $state.raw<BoardExports>();
  position = $state.raw<PracticePosition | null>(null);
  /** The move in hand, "" for none. */
  selected = $state("");
  /** What the move in hand would do, or why a move cannot be played. */
  preview = $state.raw<LensMessage | null>(null);
  /** What the server refused, a sentence; "" for nothing. */
  refusal = $state("");
  /** What the board says is to be done next, "" for nothing. */
  prompt = $state("");
  /** What was tried since it began. */
  moves = $state.raw<string[]>([]);
  /** Which legal moves the board offers; all of them unless a lesson asks for something. */
  offers: (choice: AnyChoice) => boolean = $state.raw(() => true);
  /** What is said of a legal move that the board does not offer; "" for nothing. */
  notOffered = "";
  /** The pieces to point at, as `hinted` of a board. */
  hinted = $state.raw<BoardProps["hinted"]>([]);
  /** Whether moves can be chosen now. */
  open = $state(true);

  readonly choices = $derived.by(() =>
    this.open ? (this.position?.choices.filter((one) => this.offers(one)) ?? []) : [],
  );
  readonly inHand = $derived.by(() => this.choices.find((choice) => choice.text === this.selected));
  readonly view = $derived.by((): AnyView | null => this.position?.view ?? null);
  readonly last = $derived.by(() => lastMoves(this.view, this.position?.seat ?? null, false, this.ui?.beginsTurn));

  #start: Start | null = null;
  #asked = 0;

  constructor(
    /** Called with the move that is played, before it is tried; false: it is not tried. */
    readonly played: (move: string) => boolean | void = () => {},
  ) {}

  /** Begin at a position; resolves when it is shown. */
  async begin(start: Start): Promise<void> {
    this.#start = start;
    await this.show(start.moves ?? []);
  }

  /** Show the position after these moves; the board animates what is new. */
  async show(moves: string[]): Promise<void> {
    if (!this.#start) return;
    const asked = ++this.#asked;
    try {
      const body = { ...this.#start, moves };
      const position = await post<PracticePosition>(`/api/practice?language=${i18n.language}`, body);
      const ui = await loadUi(position.game);
      if (asked !== this.#asked) return;
      this.ui = ui;
      this.position = position;
      this.moves = moves;
      this.refusal = "";
    } catch (error) {
      if (asked !== this.#asked) return;
      this.refusal = error instanceof Refused ? error.message : String(error);
    }
    this.selected = "";
    this.preview = null;
  }

  /** Take a move in hand; "" puts it down. */
  choose = (text: string): void => {
    if (text && text !== this.selected) playSound("take");
    this.selected = text;
    this.refusal = "";
    if (text) void this.#fetchPreview(text);
    else this.preview = null;
  };

  /** Ask why a move cannot be played. */
  explain = (text: string): void => {
    if (!this.choices.length) return;
    this.selected = "";
    playSound("no");
    void this.#fetchPreview(text);
  };

  /** Play the move in hand. */
  play = (): void => {
    const move = this.inHand?.text;
    if (!move || this.played(move) === false) return;
    void this.show([...this.moves, move]);
  };

  /** Take the last tried move back. */
  back = (): Promise<void> => this.show(this.moves.slice(0, -1));

  async #fetchPreview(move: string): Promise<void> {
    const asked = this.#asked;
    const body = { ...this.#start, moves: this.moves, move };
    const preview = await post<LensMessage>(`/api/practice/preview?language=${i18n.language}`, body).catch(() => null);
    if (asked !== this.#asked || (this.selected && this.selected !== move)) return;
    this.preview = preview;
    if (preview && !preview.legal) this.refusal = preview.why;
    else if (!this.selected) this.refusal = this.notOffered;
  }

  /** What a board is given. Each part is read on its own: taking a move in hand does not make the board look at the whole view again. */
  boardProps(): BoardProps {
    const practice = this;
    return {
      get game() {
        return practice.position!.game;
      },
      get view() {
        return practice.view!;
      },
      get choices() {
        return practice.choices;
      },
      get look() {
        return boardLook.now;
      },
      get selected() {
        return practice.selected;
      },
      get hinted() {
        return practice.hinted;
      },
      get you() {
        return practice.position!.seat;
      },
      get names() {
        return practice.position!.players;
      },
      get last() {
        return practice.last;
      },
      get still() {
        return motion.still;
      },
      get pace() {
        return motion.pace;
      },
      get notation() {
        return preferences.notation;
      },
      get theme() {
        return theme.now;
      },
      get language() {
        return i18n.language;
      },
      choose: practice.choose,
      confirm: practice.play,
      explain: practice.explain,
      prompt: (text) => (practice.prompt = text),
      picture: (look, signal) => practice.#picture(look, signal),
    };
  }

  /** The server's picture of the position that is shown, for the generic board. */
  async #picture(look: BoardProps["look"], signal: AbortSignal): Promise<string> {
    const query = `theme=${theme.now}&look=${look}&language=${i18n.language}`;
    return postForText(`/api/practice/picture.svg?${query}`, { ...this.#start, moves: this.moves }, signal);
  }
}
