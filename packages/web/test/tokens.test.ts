import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { designSheets } from '../src/style.ts';

/** Values in light and dark, by name. */
const tokens = new Map(
  designSheets(['tokens']).flatMap((sheet) =>
    [...readFileSync(sheet, 'utf8').matchAll(/--([\w-]+): light-dark\((#\w+), (#\w+)\)/g)].map(
      ([, name = '', light = '', dark = '']) => [name, { light, dark }] as const,
    ),
  ),
);
type Scheme = 'light' | 'dark';
const colourOf = (name: string, scheme: Scheme): string => tokens.get(name)?.[scheme] ?? '';

/** Relative luminance (WCAG 2.2). */
function luminance(colour: string): number {
  const long = colour.length === 4 ? colour.replaceAll(/[^#]/g, '$&$&') : colour;
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(long.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

const grounds = ['ground', 'paper', 'code'];
const meanings = ['bad', 'warn', 'good', 'info', 'move', 'calm'];
const pairs = [
  ...['ink', 'soft', 'link'].flatMap((text) => grounds.map((ground) => [text, ground, 7] as const)),
  ...meanings.flatMap((text) => [
    [text, `${text}-tint`, 7] as const,
    ...grounds.map((ground) => [text, ground, 7] as const),
  ]),
  ['on-link', 'link', 7] as const,
  ...['ground', 'paper'].map((ground) => ['edge', ground, 3] as const),
];

describe.each(['light', 'dark'] as const)('colours in %s', (scheme) => {
  it.each(pairs)('show %s on %s with a contrast of %d', (text, ground, least) => {
    const measured = contrast(colourOf(text, scheme), colourOf(ground, scheme));
    expect(measured).toBeGreaterThanOrEqual(least);
  });
});
