import { palette } from "../../draw/palette";
import type { Theme } from "../../lib/theme.svelte";
import { districtOf } from "./hexes";

/** Flat signs of the kinds, 24 by 24: colour is never alone. */
export const SIGNS: Record<string, string> = {
  house: "M12 4 3 11.5h2.5V20h5v-5h3v5h5v-8.5H21z",
  market:
    "M4 4h16l1.5 5.5a2.6 2.6 0 0 1-4.7 1 2.8 2.8 0 0 1-4.8 0 2.8 2.8 0 0 1-4.8 0 2.6 2.6 0 0 1-4.7-1zM5 13.5h2V18h10v-4.500h2V21H5z",
  barracks: "M5 4h3v2.200h2.500V4h3v2.200H16V4h3v6l-2 1.500V20h-3.500v-4a1.5 1.5 0 0 0-3 0v4H7v-8.500L5 10z",
  temple:
    "M12 3 2.5 8.500V10h19V8.500zM4.5 11.300h2.600v6H4.500zm4.2 0h2.600v6H8.700zm4.2 0h2.600v6h-2.600zm4.2 0h2.600v6h-2.600zM3 18.500h18V21H3z",
  garden: "M12 2.500a6.2 6.2 0 0 1 1.4 12.200V21h-2.800v-6.300A6.2 6.2 0 0 1 12 2.500z",
  quarry: "M3 13.500h8V21H3zm9.5-3H21V21h-8.500zM6.5 5h7v4h-2.500v3h-4.500z",
  stones: "M12 3l8 4.300v9.400L12 21l-8-4.300V7.300zm0 2.300L7.2 7.9 12 10.500l4.8-2.600z",
  star: "M12 2.500l2.8 6.3 6.7.7-5 4.6 1.4 6.7-5.9-3.4-5.9 3.4 1.4-6.7-5-4.6 6.7-.700z",
};

const ON_PALE = "#2b2417";
const PALE = ["market", "quarry", "stones"];

/** The colour of a kind's sign: dark on the pale grounds. */
export const signColour = (theme: Theme, kind: string): string =>
  PALE.includes(districtOf(kind)) ? ON_PALE : palette(theme).cream;
