/** Colour in OKLab, so that lit and shaded sides keep their hue. */
type Lab = [number, number, number];

function toLab(hex: string): Lab {
  const n = parseInt(hex.slice(1), 16);
  const linear = (v: number) => ((v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  const [r, g, b] = [linear(n >> 16), linear((n >> 8) & 255), linear(n & 255)];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function toHex([L, a, b]: Lab): string {
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const rgb = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const byte = (v: number) => Math.round((v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055) * 255);
  return (
    "#" +
    rgb
      .map((v) =>
        byte(Math.min(1, Math.max(0, v)))
          .toString(16)
          .padStart(2, "0"),
      )
      .join("")
  );
}

const shades = new Map<string, string>();

/** Brighten (`light` over 1) or darken a colour; dark shades turn a little cooler. */
export function shade(hex: string, light: number): string {
  const key = `${hex}${light.toFixed(3)}`;
  let shaded = shades.get(key);
  if (shaded === undefined) {
    const [L, a, b] = toLab(hex);
    const t = Math.min(1, Math.max(0, light - 1));
    const cool = 0.55 + 0.45 * light;
    shaded =
      light >= 1
        ? toHex([L + (0.985 - L) * t, a * (1 - 0.7 * t), b * (1 - 0.7 * t)])
        : toHex([L * light, a * cool, b * cool - 0.016 * (1 - light)]);
    if (shades.size > 5000) shades.clear();
    shades.set(key, shaded);
  }
  return shaded;
}

/** Mix two colours: `t` 0 is the first one, 1 the other. */
export function mix(one: string, other: string, t: number): string {
  const [p, q] = [toLab(one), toLab(other)];
  return toHex([p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t, p[2] + (q[2] - p[2]) * t]);
}
