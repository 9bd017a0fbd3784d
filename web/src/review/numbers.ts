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

/** A winning chance: `74 %`. Next to nothing and next to all are not called so before the game is over. */
export const percent = (share: number): string => `${Math.round(100 * share)}\u00a0%`;
