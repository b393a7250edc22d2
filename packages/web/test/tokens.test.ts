import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accentOf, colourTokens, contrast } from '../src/colours.ts';

type Scheme = 'light' | 'dark';
const colourOf = (name: string, scheme: Scheme): string => colourTokens.get(name)?.[scheme] ?? '';

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

const colours = fc.nat(0xffffff).map((rgb) => `#${rgb.toString(16).padStart(6, '0')}`);

describe("an accent of the carrier's colour", () => {
  it('has a contrast of 7 on every ground, and text on it has 7 as well', () => {
    fc.assert(
      fc.property(colours, (colour) => {
        const accent = accentOf(colour);
        for (const scheme of ['light', 'dark'] as const) {
          for (const other of [...grounds, 'on-link']) {
            expect(contrast(accent[scheme], colourOf(other, scheme))).toBeGreaterThanOrEqual(7);
          }
        }
      }),
    );
  });

  it('is the colour itself where that can be read', () => {
    expect(accentOf('#0a48b3').light).toBe('#0a48b3');
    expect(accentOf('#ffd23f').dark).toBe('#ffd23f');
  });
});
