/** Text of others on a terminal: it moves no cursor, hides nothing and begins no line of its own. */

/** Controls of both sets, marks of direction and format, lone surrogates, separators of lines. */
const unprintable = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** One line of it, or one cell of a table. */
export const printable = (line: string): string => line.replace(unprintable, '?');

/** JSON that may be read on a terminal: the same value, with escapes where those characters stood. */
export const printableJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replace(unprintable, (found) =>
    found === '\n' ? found : found.replaceAll(/[\s\S]/g, escaped),
  );

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A line break, or a colour of `styleText`. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what begins a colour
const own = /(\n|\u001b\[\d{1,2}m)/;

/** Output of a program that makes its own lines and colours: last line of defence before a terminal. */
export const printableLines = (text: string): string =>
  text
    .split(own)
    .map((part, index) => (index % 2 === 1 ? part : printable(part)))
    .join('');
