import { readFileSync } from 'node:fs';

export interface Vector {
  name: string;
  body: string;
  headers: Record<string, string>;
  secrets: string[];
  /** Unix time in seconds. */
  now: number;
  expect: 'ok' | 'header_missing' | 'timestamp_out_of_tolerance' | 'signature_mismatch';
}

const file: { cases: Vector[] } = JSON.parse(
  readFileSync(new URL('../vectors/vectors.json', import.meta.url), 'utf8'),
);
export const vectors = file.cases;

export function vector(name: string): Vector {
  const found = vectors.find((each) => each.name === name);
  if (!found) throw new Error(`no vector ${name}`);
  return found;
}
