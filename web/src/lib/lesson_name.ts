import { t, word } from "./i18n.svelte";

/** What a lesson is called: "Learn Akropolis", and that on an option "Learn Akropolis: Athena expansion". */
export function lessonName(game: string, option = ""): string {
  const values = { game: word(game, "game.name"), option: word(game, `option.${option}`) };
  return t(option ? "learn.title.option" : "learn.title", values);
}

/** Where a lesson is. */
export const lessonPath = (game: string, option = ""): string => `/learn/${game}${option && `/${option}`}`;
