import type { ChatLine } from "./messages";

/** The last lines of a chat, and how many lines there are in all. */
export interface ChatEnd {
  chat: ChatLine[];
  chat_total: number;
}

/** The number of the first line that is known: so many came before it. */
export const firstLine = (known: ChatEnd): number => known.chat_total - known.chat.length;

/** The lines of a message, after the earlier lines that are known. Without the earlier ones if lines are missing in between, or if all was deleted. */
export function joinLines(known: ChatEnd | null, next: ChatEnd): ChatLine[] {
  const first = firstLine(next);
  if (!known || next.chat_total < known.chat_total || known.chat_total < first) return next.chat;
  return [...known.chat.slice(0, Math.max(0, first - firstLine(known))), ...next.chat];
}
