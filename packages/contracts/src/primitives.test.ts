import { expect, it } from 'vitest';
import { z } from 'zod';
import * as contracts from './index.ts';
import { lineText, requiredLine, requiredText, text } from './primitives.ts';

/** Blanks, joiners, a byte order mark, a soft hyphen, fillers of Hangul and Braille, a selector. */
const blanks = [' ', '  ', '\n', '\u00a0', '\u200b', '\u2060', '\ufeff', '\u00ad'];
blanks.push('\u3164', '\u2800', '\ufe0f');

it.each(blanks)('required text is refused for %j alone, with what is missing', (value) => {
  const { error } = requiredText(10).safeParse(value);
  expect(error?.issues).toMatchObject([
    { code: 'too_small', message: 'At least 1 visible character; blanks alone are none.' },
  ]);
  for (const visible of [`${value}a`, 'Zoë', '.', '李', '👩🏽‍⚕️', 'نور', 'x y']) {
    expect(requiredText(20).safeParse(visible).success).toBe(true);
  }
});

/** Breaks, a tab, CSI of C1, an escape, a separator of lines, and what changes the direction. */
const controls = ['\n', '\t', '\u009b', '\u001b', '\u2028', '\u202e', '\u2067', '\u200f'];

it.each(controls)('a line is refused for the character %j', (value) => {
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

/** Remarks, reasons, addresses and files have lines; all else that people write is one. */
const hasLines =
  /\.(note|reason|description|address|text|\w+_reason|metadata|receiving_hours|content)\b/;

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
