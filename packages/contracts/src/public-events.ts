/**
 * The catalogue of events that subscribers receive, derived from the contracts that declare them.
 *
 * Terms
 * - **producer**: the service whose contract declares an event.
 * - **envelope**: what every event has in common; `data` is the event's own.
 */

import type { z } from 'zod';
import { accounts } from './accounts/index.ts';
import { billing } from './billing/index.ts';
import { custody } from './custody/index.ts';
import { type EventType, withActions } from './define.ts';
import { files } from './files/index.ts';
import { jobs } from './jobs/index.ts';
import { transparencyLog } from './log/index.ts';
import { partner } from './partner/index.ts';
import { pricing } from './pricing/index.ts';
import { tracking } from './tracking/index.ts';
import { type feedEvent, webhooksEvents } from './webhooks/events.ts';
import { webhooks } from './webhooks/index.ts';

/** Contracts of all services that emit their own events; webhooks only forwards them. */
export const producers = [accounts, pricing, jobs, tracking, custody, partner, files, billing];

/** The same by name, for services that consume all of them and call none. */
export const eventSources = {
  accounts: withActions(accounts),
  billing: withActions(billing),
  custody: withActions(custody),
  files: withActions(files),
  jobs: withActions(jobs),
  partner: withActions(partner),
  pricing: withActions(pricing),
  tracking: withActions(tracking),
};

/** Contracts whose public events are fanned out to subscribers. */
export const publicContracts = producers.filter(({ events }) =>
  Object.values<EventType>(events).some(({ audience }) => audience === 'public'),
);

/** Every declared event, with the service that emits it. */
const declared = [
  ...publicContracts.flatMap(({ name, events }) => named(name, events)),
  ...named('webhooks', webhooksEvents),
];

function named(producer: string, events: Readonly<Record<string, EventType>>) {
  return Object.entries(events).map(([type, event]) => ({ type, producer, ...event }));
}

/** Every event that a subscriber can receive, in the order of a job's life. */
export const publicEvents = declared.filter(({ audience }) => audience === 'public');
export const publicEventTypes = publicEvents.map(({ type }) => type);

type Declared = (typeof producers)[number]['events'] | typeof webhooksEvents;
type PublicData<E> = E extends unknown
  ? {
      [T in keyof E & string]: E[T] extends EventType<infer D, z.ZodType, 'public'>
        ? { type: T; data: z.output<D> }
        : never;
    }[keyof E & string]
  : never;

/** An event as subscribers receive it; `type` determines the schema of `data`. */
export type FeedEvent = Omit<z.infer<typeof feedEvent>, 'type' | 'data'> & PublicData<Declared>;

/** The contract of every service. */
export const serviceContracts = [...producers, transparencyLog, webhooks] as const;
