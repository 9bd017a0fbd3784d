/** The bot against which a game was played last in this browser. */
import { keep, recall } from "../lib/storage";

const WEAKEST = "level:1";
const nameOf = (game: string): string => `bot.${game}`;

/** The bot for the seats of a new table: that of the last game, the weakest for newcomers. */
export const usualBotOf = (game: string): string => recall(nameOf(game), before(game) ?? WEAKEST);

/** Until 2026-11-18 the bot of the last game was remembered for all games together: it goes to those whose options were, too, for they were played. */
function before(game: string): string | null {
  return recall<unknown>(`options.${game}`, null) === null ? null : recall<string | null>("bot", null);
}

export const rememberBot = (game: string, bot: string): void => keep(nameOf(game), bot);
