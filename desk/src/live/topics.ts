/** Topics of a stream, and whose pages show them. */
import type { Person } from '@svc/contracts';
import { z } from 'zod';
import { mayOpen } from '../route/access.ts';
import type { PageAccess } from '../route/place.ts';

export const topics = ['jobs', 'alarms', 'vehicles', 'temperatures'] as const;
export type Topic = (typeof topics)[number];

/** As the pages that show it. */
const access: Readonly<Record<Topic, PageAccess>> = {
  jobs: 'ops:dispatch',
  alarms: 'ops:dispatch',
  vehicles: 'ops:dispatch',
  temperatures: 'ops:dispatch',
};

export const mayFollow = (wanted: readonly Topic[], person: Person): boolean =>
  wanted.every((topic) => mayOpen(access[topic], person));

const messageId = /^[0-9a-z]{1,16}-\d{1,15}$/;

/** `?topics=jobs,alarms&last=<id of the last message>` */
export const streamQuery = z.object({
  topics: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(topics)).min(1).max(topics.length)),
  last: z.string().regex(messageId).optional().catch(undefined),
});
