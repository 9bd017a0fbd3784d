/** The keys of the table page. A board and a replay have keys of their own: see games/board.ts. */

interface Actions {
  /** Whether a move is in hand. */
  inHand: boolean;
  play: () => void;
  /** Close the menu, the replay, or put the move down: whatever is open. */
  close: () => void;
  undo: () => void;
  turnLook: () => void;
  hint: () => void;
  toggleText: () => void;
  toggleSound: () => void;
  help: () => void;
}

const FIELDS = "input, select, textarea, dialog[open]";
const BUTTONS = "button, a, [role=button], summary";
const MODIFIERS = ["Shift", "Tab", "Control", "Alt", "Meta", "CapsLock"];

/** Act on a key, unless it is meant for a field, a dialog or the browser. */
export function pressKey(event: KeyboardEvent, actions: Actions): void {
  const target = event.target as Element;
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest(FIELDS)) return;
  if (event.key === "Enter" && actions.inHand && !target.closest(BUTTONS)) return actions.play();
  const byKey: Record<string, () => void> = {
    Escape: actions.close,
    u: actions.undo,
    v: actions.turnLook,
    h: actions.hint,
    t: actions.toggleText,
    m: actions.toggleSound,
    "?": actions.help,
  };
  byKey[event.key]?.();
}

/** Whether a key or click is a new action, after which an old refusal is out of date. Typing, moving the focus and reading are none. */
export function isAction(event: PointerEvent | KeyboardEvent): boolean {
  const target = event.target as Element;
  if (event instanceof KeyboardEvent && (MODIFIERS.includes(event.key) || target.closest("input, textarea")))
    return false;
  return !target.closest?.(".say");
}
