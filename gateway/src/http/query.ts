import { hintFor } from '@svc/text/nearest-name';
import type { JsonObject } from '../endpoint/body.ts';
import type { QueryKind } from '../endpoint/route.ts';
import { invalidBody, type Problem, type ProblemItem, pointerTo } from '../problem/problem.ts';

const plainInteger = /^(0|-?[1-9]\d{0,14})$/;

/** Declared parameters of a URL's query, each at most once; others are refused by name. */
export function readQuery(
  url: string,
  declared: Readonly<Record<string, QueryKind>>,
): { value: JsonObject } | { problem: Problem } {
  const start = url.indexOf('?');
  if (start < 0) return { value: {} };
  const sent = new URLSearchParams(url.slice(start + 1));
  const value: JsonObject = {};
  const faults = unknownParameters(sent, Object.keys(declared));
  for (const [name, kind] of Object.entries(declared)) {
    const [text, second] = sent.getAll(name);
    if (text === undefined) continue;
    if (second !== undefined) {
      faults.push({ pointer: `/query/${name}`, code: 'repeated', detail: 'Given twice.' });
    }
    value[name] = asKind(text, kind);
  }
  return faults.length > 0 ? { problem: invalidBody(faults) } : { value };
}

/** Names of one query that are worth comparing. */
const unknownMax = 50;

function unknownParameters(sent: URLSearchParams, known: readonly string[]): ProblemItem[] {
  const unknown = [...new Set(sent.keys())].filter((name) => !known.includes(name));
  return unknown.slice(0, unknownMax).map((name) => ({
    pointer: pointerTo(['query', name]),
    code: 'unknown_parameter',
    detail: `Unknown query parameter. ${hintFor(name, known)}`,
  }));
}

/** Other values stay text, which the contract refuses. */
function asKind(text: string, kind: QueryKind): unknown {
  if (kind === 'integer' && plainInteger.test(text)) return Number(text);
  if (kind === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
