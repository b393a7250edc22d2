/** Duplicate and prototype-polluting names, which JSON.parse accepts. */

export interface StructureFault {
  path: (string | number)[];
  code: 'forbidden_name' | 'duplicate_name';
  message: string;
}

const quote = 0x22;
const backslash = 0x5c;

interface Level {
  /** Names seen so far; absent for an array. */
  names?: Set<string>;
  /** Where we are in it: the last name, or the index. */
  at: string | number;
  /** The next string is a name. */
  expectsName: boolean;
}

/**
 * Duplicate names and names that reach into prototypes. One pass without recursion over a text that
 * is within its bounds and that JSON.parse has accepted.
 */
export function structureFault(text: string): StructureFault | undefined {
  const levels: Level[] = [];
  for (let i = 0; i < text.length; i += 1) {
    const char = text.charCodeAt(i);
    if (char === quote) {
      const end = endOfString(text, i);
      const fault = nameFault(levels, text, { start: i, end });
      if (fault) return fault;
      i = end;
    } else if (isStructural(char)) {
      step(levels, char);
    }
  }
  return undefined;
}

/** `,` `[` `]` `{` `}` */
const isStructural = (char: number): boolean =>
  char === 0x2c || char === 0x7b || char === 0x7d || char === 0x5b || char === 0x5d;

function step(levels: Level[], char: number): void {
  const level = levels.at(-1);
  switch (char) {
    case 0x7b: // {
      levels.push({ names: new Set(), at: '', expectsName: true });
      break;
    case 0x5b: // [
      levels.push({ at: 0, expectsName: false });
      break;
    case 0x7d: // }
    case 0x5d: // ]
      levels.pop();
      break;
    case 0x2c: // ,
      if (level?.names) level.expectsName = true;
      else if (typeof level?.at === 'number') level.at += 1;
      break;
    default:
  }
}

function nameFault(
  levels: Level[],
  text: string,
  { start, end }: { start: number; end: number },
): StructureFault | undefined {
  const level = levels.at(-1);
  if (!level?.names || !level.expectsName) return undefined;
  const name = unescaped(text, start, end);
  level.expectsName = false;
  level.at = name;
  const inConstructor = name === 'prototype' && levels.at(-2)?.at === 'constructor';
  if (name === '__proto__' || inConstructor) {
    return fault(levels, 'forbidden_name', 'This name is not accepted.');
  }
  if (level.names.has(name)) return fault(levels, 'duplicate_name', 'This name is given twice.');
  level.names.add(name);
  return undefined;
}

function unescaped(text: string, start: number, end: number): string {
  const raw = text.slice(start + 1, end);
  return raw.includes('\\') ? String(JSON.parse(text.slice(start, end + 1))) : raw;
}

/** Index of the quote that closes the string from `start`. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
}

const fault = (levels: Level[], code: StructureFault['code'], message: string): StructureFault => ({
  path: levels.map((level) => level.at),
  code,
  message,
});
