import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { issueText } from '../src/calls/json-issues.ts';

const secret = 'hunter2-hunter2';

describe('a fault says how to mend it, and not what was sent', () => {
  it.each([
    [z.string(), undefined, 'Required.'],
    [z.enum(['a', 'b']), undefined, 'Required.'],
    [z.string(), 7, 'Expected a string, got a number.'],
    [z.int(), '7', 'Expected a number, got a string.'],
    [z.int(), 1.5, 'Expected an int, got a number.'],
    [z.array(z.string()), {}, 'Expected an array, got an object.'],
    [z.object({}), null, 'Expected an object, got null.'],
    [z.string().min(1), '', 'Is empty.'],
    [z.string().min(20), secret, 'At least 20 characters.'],
    [z.string().max(1), secret, 'At most 1 character.'],
    [z.number().min(0), -1, 'At least 0.'],
    [z.number().max(100), 101, 'At most 100.'],
    [z.number().multipleOf(5), 7, 'A multiple of 5.'],
    [z.array(z.string()).min(1), [], 'At least 1 item.'],
    [
      z.iso.datetime({ offset: true }),
      '2026-11-01',
      'A moment with its zone, e.g. 2026-11-01T00:00:00Z.',
    ],
    [z.iso.date(), secret, 'A day, e.g. 2026-11-01.'],
    [z.email(), secret, 'An e-mail address.'],
    [z.string().regex(/^[a-z]$/), secret, 'Does not match /^[a-z]$/.'],
    [z.enum(['a', 'b']), secret, 'One of: a, b.'],
    [z.string().refine(() => false, { error: 'its own words' }), secret, 'its own words'],
    [
      z.discriminatedUnion('type', [z.object({ type: z.literal('a') })]),
      { type: secret },
      'One of: a.',
    ],
    [
      z.discriminatedUnion('type', [z.object({ type: z.literal('a') })]),
      {},
      'Required. One of: a.',
    ],
    [z.record(z.string().max(3), z.string()), { [secret]: 'x' }, 'At most 3 characters.'],
  ])('%#', (schema, value, text) => {
    const { error } = schema.safeParse(value, { error: issueText });
    const messages = error?.issues.map(({ message }) => message) ?? [];
    expect(messages).toEqual([text]);
    expect(messages.join()).not.toContain(secret);
  });
});
