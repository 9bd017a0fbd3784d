/** Numbers of a review, as the visitor's language writes them. */
import { i18n } from "../lib/i18n.svelte";

const written = (n: number, digits: number): string =>
  new Intl.NumberFormat(i18n.language, {
    maximumFractionDigits: digits,
    minimumFractionDigits: Number.isInteger(n) ? 0 : digits,
  }).format(Math.abs(n));

/** Points with their sign and one digit: `−10.8`, `+2`, `0`. */
export function change(n: number): string {
  const rounded = Math.round(n * 10) / 10;
  return `${rounded < 0 ? "−" : rounded > 0 ? "+" : ""}${written(rounded, 1)}`;
}

/** Points without a sign: `0.5`. */
export const size = (n: number): string => written(Math.round(n * 10) / 10, 1);

/** Points as a plural follows them: with the one digit that is shown. */
export const plural = (n: number): number => Math.abs(Math.round(n * 10) / 10);

/** A winning chance before the game is over: `74 %`, and never nothing or all: `< 1 %`, `> 99 %`. */
export function percent(share: number): string {
  const rounded = Math.round(100 * share);
  return `${rounded < 1 ? "<\u00a01" : rounded > 99 ? ">\u00a099" : rounded}\u00a0%`;
}
