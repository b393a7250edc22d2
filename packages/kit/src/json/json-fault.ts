/** Position where a text stops being JSON: JSON.parse names it for some faults only. */
import { type ParseError, parse } from 'jsonc-parser';

/** Line and column from 1; never the text itself. */
export function jsonFaultText(text: string): string {
  const offset = faultOffset(text);
  if (offset === undefined) return 'The body could not be parsed as JSON.';
  const before = text.slice(0, offset).split('\n');
  const column = (before.at(-1)?.length ?? 0) + 1;
  return `The body is not JSON: see line ${before.length}, column ${column}.`;
}

function faultOffset(text: string): number | undefined {
  const errors: ParseError[] = [];
  try {
    parse(text, errors, { disallowComments: true });
  } catch (error) {
    // The parser descends: a text of a million brackets has no place to name.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
  return errors[0]?.offset;
}
