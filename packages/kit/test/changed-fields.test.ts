import { changedFieldsMax, changedTextMax } from '@svc/contracts';
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { differences } from '../src/audit/changed-fields.ts';
import { closedFields } from '../src/audit/closed-fields.ts';

describe('of two versions a record has', () => {
  test.each([
    ['the fields that differ', { a: 1, b: 2 }, { a: 1, b: 3 }, [{ b: 2 }, { b: 3 }]],
    ['all of what is made', undefined, { a: 'x' }, [{}, { a: 'x' }]],
    ['all of what is removed', { a: null }, undefined, [{ a: null }, {}]],
    ['members by their path', { a: { b: 1 } }, { a: { b: 2 } }, [{ 'a.b': 1 }, { 'a.b': 2 }]],
    ['a list as one text', { a: ['x'] }, { a: ['x', 'y'] }, [{ a: 'x' }, { a: 'x, y' }]],
    ['a time as text', {}, { at: new Date(0) }, [{}, { at: '1970-01-01T00:00:00.000Z' }]],
    [
      'of personal data, that it changed',
      { contact: { phone: '1' }, email: null },
      { contact: { phone: '2' }, email: 'a@example.org' },
      [
        { 'contact.phone': 'withheld', email: null },
        { 'contact.phone': 'withheld', email: 'withheld' },
      ],
    ],
    ['nothing of a secret', { secret_hash: 'a', old_token: 'b' }, { secret_hash: 'c' }, [{}, {}]],
  ])('are by the rule: %s', (_, before, after, [was, is]) => {
    expect(differences({ before, after })).toEqual({ before: was, after: is });
  });

  it('are withheld where a handler marks them as personal', () => {
    const after = { name: 'Ann', role: 'viewer' };
    expect(differences({ after, personal: ['name'] }).after).toEqual({
      name: 'withheld',
      role: 'viewer',
    });
  });

  it('are as many and as long as an event may have', () => {
    const many = Object.fromEntries(
      Array.from({ length: 99 }, (_, n) => [`f${n}`, 'x'.repeat(999)]),
    );
    const { after } = differences({ after: many });
    expect(Object.keys(after)).toHaveLength(changedFieldsMax);
    expect(after.f0).toHaveLength(changedTextMax);
  });
});

it('an input whose handler records nothing has identifiers, choices, numbers and no text', () => {
  const schema = z.object({
    id: z.string(),
    type: z.enum(['a', 'b']).optional(),
    until: z.iso.datetime().nullable().default(null),
    text: z.string(),
    recipient: z.enum(['x']),
    count: z.int(),
    is_late: z.boolean(),
    place: z.object({ lat: z.number() }),
  });
  const kept = { id: 'job_1', type: 'a', until: '2026-11-02T08:00:00Z', count: 3, is_late: false };
  const dropped = { text: 'Ann', recipient: 'x', place: { lat: 1 } };
  expect(closedFields(schema, { ...kept, ...dropped })).toEqual(kept);
  const either = z.discriminatedUnion('type', [
    z.object({ type: z.literal('collect'), note: z.string() }),
    z.object({ type: z.literal('deliver') }),
  ]);
  expect(closedFields(either, { type: 'deliver' })).toEqual({ type: 'deliver' });
  expect(closedFields(either, { type: 'collect', note: 'x' })).toEqual({ type: 'collect' });
});
