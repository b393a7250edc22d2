import { expect, it } from 'vitest';
import { z } from 'zod';
import * as contracts from './index.ts';
import { lineText, requiredLine, requiredText, text } from './primitives.ts';

it.each([
  ['a blank', ' '],
  ['several blanks', '  '],
  ['a line break', '\n'],
  ['a no-break space', '\u00a0'],
  ['a zero width space', '\u200b'],
  ['a word joiner', '\u2060'],
  ['a byte order mark', '\ufeff'],
  ['a soft hyphen', '\u00ad'],
  ['a Hangul filler', '\u3164'],
  ['a blank of Braille', '\u2800'],
  ['a variation selector', '\ufe0f'],
])('required text is refused for %s alone, with what is missing', (_, value) => {
  const { error } = requiredText(10).safeParse(value);
  expect(error?.issues).toMatchObject([
    { code: 'too_small', message: 'At least 1 visible character; blanks alone are none.' },
  ]);
  expect(requiredText(10).safeParse(`${value}a`).success).toBe(true);
});

it.each(['Zoë', '.', '李', '👩🏽‍⚕️', 'نور', 'x y'])(
  'required text accepts the visible text %s',
  (name) => {
    expect(requiredText(20).safeParse(name).success).toBe(true);
  },
);

it.each([
  ['a line break', '\n'],
  ['a tab', '\t'],
  ['CSI, a control of C1', '\u009b'],
  ['an escape', '\u001b'],
  ['a line separator', '\u2028'],
  ['an override of direction', '\u202e'],
  ['an isolate', '\u2067'],
  ['a mark of direction', '\u200f'],
])('a line is refused for %s', (_, value) => {
  expect(requiredLine(10).safeParse(`a${value}b`).success).toBe(false);
  expect(lineText(10).safeParse(`a${value}b`).success).toBe(false);
});

it('a text of several lines is refused for controls other than breaks and tabs', () => {
  const accepts = (value: string) => text(10).safeParse(value).success;
  expect(accepts('a\r\n\tb')).toBe(true);
  expect(['\u009b', '\u0085', '\u001b', '\u007f'].filter(accepts)).toEqual([]);
});

/** Texts of a schema, by their place. */
function textsIn(value: unknown, path: string): [string, z.ZodString][] {
  if (value instanceof z.ZodString) return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  const inner = value instanceof z.core.$ZodType ? value._zod.def : value;
  return Object.entries(inner).flatMap(([name, each]) => textsIn(each, `${path}.${name}`));
}

/** Remarks, reasons and addresses have lines; all else that people write is one. */
const hasLines = /\.(note|reason|description|address|text|\w+_reason|metadata|receiving_hours)\b/;

const inputs = Object.values(contracts).flatMap((exported) => {
  if (typeof exported !== 'object' || !('actions' in exported)) return [];
  return Object.entries(exported.actions).map(
    ([name, { input }]) => [`${exported.name}.${name}`, textsIn(input, 'input')] as const,
  );
});

/** Refused by a rule of its own, which says what there is or what form it has. */
const checkedLater = /\.(sku|url|events|origin)\b/;

it.each(inputs)('%s takes no blank where it takes no empty text', (_, texts) => {
  const accepts = (text: z.ZodString, value: string) => text.safeParse(value).success;
  const blank = texts.filter(
    ([path, text]) =>
      !checkedLater.test(path) &&
      !accepts(text, '') &&
      [' ', '\u200b'].some((value) => accepts(text, value)),
  );
  expect(blank.map(([path]) => path)).toEqual([]);
});

it.each(inputs)('%s takes no line break in a name or a reference', (_, texts) => {
  const broken = texts.filter(([path, each]) => {
    const accepts = (value: string) => each.safeParse(value).success;
    return !hasLines.test(path) && !accepts('a\u0001b') && accepts('a\nb');
  });
  expect(broken.map(([path]) => path)).toEqual([]);
});
