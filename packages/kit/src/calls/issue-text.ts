/**
 * Error map of the contracts: zod's issues as sentences that say how to mend the request. A sentence
 * names the rule and the type that was sent, never the value.
 */
import type { z } from 'zod';

type RawIssue = Parameters<z.core.$ZodErrorMap>[0];

/** For `safeParse(value, { error: issueText })`; a schema's own `error` wins. */
export function issueText(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'Required.';
      return `Expected ${articled(issue.expected)}, got ${articled(typeOf(issue.input))}.`;
    case 'too_small':
      return issue.input === '' ? 'Is empty.' : `At least ${sizeOf(issue.origin, issue.minimum)}.`;
    case 'too_big':
      return `At most ${sizeOf(issue.origin, issue.maximum)}.`;
    case 'not_multiple_of':
      return `A multiple of ${issue.divisor}.`;
    case 'invalid_format':
      return formText(issue.format, issue.pattern);
    case 'invalid_value':
      if (issue.input === undefined) return 'Required.';
      return `One of: ${issue.values.map(String).join(', ')}.`;
    case 'invalid_union':
      return 'options' in issue ? variantText(issue) : undefined;
    case 'invalid_key':
      return issue.issues[0]?.message;
    default:
      return undefined;
  }
}

interface NoVariant {
  input?: unknown;
  discriminator?: string | undefined;
  options?: unknown;
}

function variantText({ input, discriminator = '', options }: NoVariant): string {
  const all = `One of: ${[options].flat().map(String).join(', ')}.`;
  return Object.hasOwn(Object(input), discriminator) ? all : `Required. ${all}`;
}

const articled = (type: string): string =>
  ['null', 'undefined'].includes(type) ? type : `${/^[aeio]/.test(type) ? 'an' : 'a'} ${type}`;

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function sizeOf(origin: string, bound: number | bigint): string {
  const plural = bound === 1 ? '' : 's';
  if (origin === 'string') return `${bound} character${plural}`;
  if (origin === 'array' || origin === 'set') return `${bound} item${plural}`;
  return String(bound);
}

const forms: Readonly<Record<string, string>> = {
  datetime: 'A moment with its zone, e.g. 2026-11-01T00:00:00Z.',
  date: 'A day, e.g. 2026-11-01.',
  email: 'An e-mail address.',
  url: 'A URL.',
};

function formText(format: string, pattern: string | undefined): string {
  const known = forms[format];
  if (known !== undefined) return known;
  return pattern === undefined ? 'Not of the documented form.' : `Does not match ${pattern}.`;
}
