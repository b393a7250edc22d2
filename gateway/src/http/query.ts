import type { QueryKind } from '../routes/route.ts';
import type { JsonObject } from './body.ts';
import { invalidBody, type Problem, type ProblemItem } from './problem.ts';

const plainInteger = /^(0|-?[1-9]\d{0,14})$/;

/** Declared parameters of a URL's query, each at most once; others are ignored. */
export function readQuery(
  url: string,
  declared: Readonly<Record<string, QueryKind>>,
): { value: JsonObject } | { problem: Problem } {
  const start = url.indexOf('?');
  if (start < 0) return { value: {} };
  const sent = new URLSearchParams(url.slice(start + 1));
  const value: JsonObject = {};
  const repeated: ProblemItem[] = [];
  for (const [name, kind] of Object.entries(declared)) {
    const [text, second] = sent.getAll(name);
    if (text === undefined) continue;
    if (second !== undefined) {
      repeated.push({ pointer: `/query/${name}`, code: 'repeated', detail: 'Given twice.' });
    }
    value[name] = asKind(text, kind);
  }
  return repeated.length > 0 ? { problem: invalidBody(repeated) } : { value };
}

/** What is no such value stays text, for the contract to refuse. */
function asKind(text: string, kind: QueryKind): unknown {
  if (kind === 'integer' && plainInteger.test(text)) return Number(text);
  if (kind === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
