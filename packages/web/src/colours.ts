/** Contrast of colours (WCAG 2.2), and accents that keep it on every ground of our pages. */
import { readFileSync } from 'node:fs';

/** A colour on light pages and on dark ones, as `#rrggbb`. */
export interface Shades {
  light: string;
  dark: string;
}

/** Values of `design/tokens.css`, by name. */
export const colourTokens: ReadonlyMap<string, Shades> = new Map(
  [
    ...readFileSync(new URL('design/tokens.css', import.meta.url), 'utf8').matchAll(
      /--([\w-]+): light-dark\((#\w+), (#\w+)\)/g,
    ),
  ].map(([, name = '', light = '', dark = '']) => [name, { light, dark }]),
);

function partsOf(colour: string): number[] {
  const long = colour.length === 4 ? colour.replaceAll(/[^#]/g, '$&$&') : colour;
  return [1, 3, 5].map((at) => Number.parseInt(long.slice(at, at + 2), 16));
}

/** Relative luminance. */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = partsOf(colour)
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

const leastContrast = 7;
const grounds = ['ground', 'paper', 'code'].flatMap((name) => colourTokens.get(name) ?? []);

/** The colour, darker on light pages and lighter on dark ones until it can be read on each ground. */
export const accentOf = (colour: string): Shades => ({
  light: readable(
    colour,
    0,
    grounds.map(({ light }) => light),
  ),
  dark: readable(
    colour,
    255,
    grounds.map(({ dark }) => dark),
  ),
});

/** Steps towards black (0) or white (255). */
function readable(colour: string, end: number, on: readonly string[]): string {
  const parts = partsOf(colour);
  const mixed = Array.from({ length: 101 }, (_, percent) => {
    const each = parts.map((part) => Math.round(part + ((end - part) * percent) / 100));
    return `#${each.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
  });
  return (
    mixed.find((shade) => on.every((each) => contrast(shade, each) >= leastContrast)) ?? colour
  );
}
