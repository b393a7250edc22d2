/** Text in DejaVu Sans Condensed: which characters it has, how wide they run, where to break. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { create, type Font } from 'fontkit';

export const fontFiles = {
  regular: fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf')),
  bold: fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf')),
};

const fonts = { regular: load(fontFiles.regular), bold: load(fontFiles.bold) };

function load(file: string): Font {
  const font = create(readFileSync(file));
  if (font.type !== 'TTF') throw new Error(`${file} is no single font`);
  return font;
}

export interface Style {
  size: number;
  bold?: boolean | undefined;
}

export const fontOf = ({ bold }: Pick<Style, 'bold'>): Font =>
  bold === true ? fonts.bold : fonts.regular;

/** Those that both fonts have. */
const characters = new Set(fonts.regular.characterSet).intersection(
  new Set(fonts.bold.characterSet),
);

/** Printed for a character that the font lacks: that something stood there is seen. */
const replacement = '\u25af';

const controls = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]+/gu;

/** One line of characters that can be printed; controls and directional marks become a blank. */
export function printable(value: string): string {
  const plain = value.normalize('NFC').replaceAll(controls, ' ').replaceAll(/\s+/g, ' ').trim();
  return Array.from(plain, (character) =>
    characters.has(character.codePointAt(0) ?? 0) ? character : replacement,
  ).join('');
}

const advances = { regular: new Map<string, number>(), bold: new Map<string, number>() };

/** Sum of the characters' own widths: not less than the line as it is drawn, with its kerning. */
function widthOf(value: string, style: Style): number {
  const known = style.bold === true ? advances.bold : advances.regular;
  let sum = 0;
  for (const character of value) sum += known.get(character) ?? advanceOf(character, style, known);
  return sum * style.size;
}

/** In ems. At most one entry for each character that the font has. */
function advanceOf(character: string, style: Style, known: Map<string, number>): number {
  const font = fontOf(style);
  const glyph = font.glyphForCodePoint(character.codePointAt(0) ?? 0);
  const advance = glyph.advanceWidth / font.unitsPerEm;
  known.set(character, advance);
  return advance;
}

/** Longest beginning that fits, with an ellipsis where some is cut. */
export function cut(value: string, width: number, style: Style): string {
  if (widthOf(value, style) <= width) return value;
  const whole = Array.from(value);
  let [fits, fails] = [0, whole.length];
  while (fails - fits > 1) {
    const middle = Math.floor((fits + fails) / 2);
    const shown = `${whole.slice(0, middle).join('')}…`;
    if (widthOf(shown, style) <= width) fits = middle;
    else fails = middle;
  }
  return `${whole.slice(0, fits).join('').trimEnd()}…`;
}

/** At most `max` lines, broken at blanks; the last one is cut. */
export function wrap(
  value: string,
  { width, max, ...style }: Style & { width: number; max: number },
): string[] {
  const lines: string[] = [];
  const words = printable(value).split(' ').filter(Boolean);
  while (words.length > 0) {
    if (lines.length === max - 1) return [...lines, cut(words.join(' '), width, style)];
    let current = words.shift() ?? '';
    while (words[0] !== undefined && widthOf(`${current} ${words[0]}`, style) <= width) {
      current += ` ${words.shift()}`;
    }
    lines.push(cut(current, width, style));
  }
  return lines;
}
