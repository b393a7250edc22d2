/** Types of events that an endpoint receives, as checkboxes with the words of the catalogue. */
import { publicEvents } from '@svc/contracts';
import type { Html } from '@svc/web/html';
import { z } from 'zod';
import { checkboxes, checkedValues } from '../checkboxes.ts';
import type { FormEntries } from '../form-view.ts';

const everyType = '*';
/** Sent on request alone, to one endpoint. */
const testType = 'webhook.test';

const choices = [
  { value: everyType, label: 'All', about: 'Every type, also those that are added later.' },
  ...publicEvents
    .filter(({ type }) => type !== testType)
    .map(({ type, description }) => ({ value: type, label: type, about: description })),
];

/** All of them make the others superfluous. */
export const checkedEvents = checkedValues(z.string(), 'Choose at least one.').transform((types) =>
  types.includes(everyType) ? [everyType] : types,
);

export const eventChoice = (entries: FormEntries, checked: readonly string[]): Html =>
  checkboxes(
    {
      name: 'events',
      legend: 'Events that it receives',
      hint: 'Choose All, or single types. Test events come in either case.',
      choices,
      checked,
    },
    entries,
  );

export const eventWords = (events: readonly string[]): string =>
  events.includes(everyType) ? 'All' : events.join(', ');
