/** Types of events that an endpoint receives, with the words of the catalogue. */
import { publicEvents } from '@svc/contracts';
import { z } from 'zod';
import { type Field, type Options, ticks } from '../../form/field.ts';

const everyType = '*';
/** Sent on request alone, to one endpoint. */
const testType = 'webhook.test';

const options: Options = [
  [everyType, 'All', 'Every type, also those that are added later.'],
  ...publicEvents
    .filter(({ type }) => type !== testType)
    .map(({ type, description }) => [type, type, description] as const),
];

const chosen = ticks(z.string(), {
  label: 'Events that it receives',
  hint: 'Choose All, or single types. Test events come in either case.',
  missing: 'Choose at least one.',
  options,
});

/** All of them make the others superfluous. */
export const eventsField: Field<string[]> = {
  ...chosen,
  entry: chosen.entry.transform((types) => (types.includes(everyType) ? [everyType] : types)),
};

export const eventWords = (events: readonly string[]): string =>
  events.includes(everyType) ? 'All' : events.join(', ');
