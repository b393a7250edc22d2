import { expect, it } from 'vitest';
import { printable, printableJson } from './printable.ts';

/** Escape, CSI of the second control set, line breaks of five kinds, directions, a lone surrogate. */
const harmful = '\u001b\u009b\n\r\t\u0085\u2028\u2029\u202e\u2066\u200f\u200b\ud800';

it('replaces each character that moves the cursor, hides or breaks a line', () => {
  expect(printable(`a${harmful}b`)).toBe(`a${'?'.repeat(harmful.length)}b`);
  expect(printable('Größe – 漢字 🚪')).toBe('Größe – 漢字 🚪');
});

it('escapes them in JSON, which reads as the same value', () => {
  const value = { name: harmful, deep: [`${harmful}🚪`, '\u{e0001}'] };
  const text = printableJson(value, 2);
  expect(JSON.parse(text)).toEqual(value);
  expect(text.replaceAll('\n', '')).toBe(printable(text.replaceAll('\n', '')));
});
