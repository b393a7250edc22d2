import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineContract, publicEvent } from './define.ts';
import * as contracts from './index.ts';
import { empty } from './primitives.ts';
import { type FeedEvent, publicEvents } from './public-events.ts';

const isContract = (value: unknown): value is contracts.Contract =>
  typeof value === 'object' && value !== null && 'actions' in value && 'events' in value;
const exported: unknown[] = Object.values(contracts);
const declared = exported
  .filter(isContract)
  .flatMap(({ name, events }) =>
    Object.entries(events).map(([type, event]) => ({ producer: name, type, event })),
  );

test('every public event of every contract is in the catalogue', () => {
  const wanted = declared.filter(({ event }) => event.audience === 'public');
  expect(publicEvents.map(({ type }) => type).toSorted()).toEqual(
    wanted.map(({ type }) => type).toSorted(),
  );
});

describe('an event that is declared', () => {
  test.each(declared)('$producer: $type says when it is emitted, in a sentence', ({ event }) => {
    expect(event.description).toMatch(/^[A-Z].*\.$/);
  });

  test.each(publicEvents)('$type has an example that its contract accepts', ({ data, example }) => {
    expect(data.parse(example)).toEqual(example);
  });
});

describe('the compiler refuses', () => {
  const shape = { description: 'It is done.', data: z.object({ n: z.int() }), internals: empty };
  test.each([
    // @ts-expect-error
    ['a public event without an example', () => publicEvent(shape)],
    // @ts-expect-error
    ['an example that is not its data', () => publicEvent({ ...shape, example: { n: 'one' } })],
    [
      'an event that is neither public nor internal',
      // @ts-expect-error
      () => defineContract({ name: 'x', actions: {}, events: { 'x.done': shape } }),
    ],
    [
      'data of another type of event',
      // @ts-expect-error
      (event: FeedEvent) => event.type === 'job.created' && event.data.fee_cents,
    ],
  ])('an event that is declared with %s', (_, wrong) => {
    expect(wrong).toBeTypeOf('function');
  });

  test('nothing of an event that is told apart by its type', () => {
    const skuOf = (event: FeedEvent) => event.type === 'job.created' && event.data.sku;
    expect(skuOf).toBeTypeOf('function');
  });
});

const commands = exported
  .filter(isContract)
  .flatMap(({ name, actions }) =>
    Object.entries(actions).flatMap(([action, { kind, ...rest }]) =>
      kind === 'command' && 'example' in rest
        ? [{ name: `${name}.${action}`, input: rest.input, example: rest.example }]
        : [],
    ),
  );

test.each(commands)('the example of $name is a request that it takes', ({ input, example }) => {
  expect(input.safeParse(example).error?.issues).toBeUndefined();
});
