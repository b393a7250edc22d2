/** Events for the control desk alone: subscribers do not receive them. */
import type { Envelope } from '@svc/contracts';
import type { Kysely } from 'kysely';
import type { Config } from '../config.ts';
import { calls, on } from '../define.ts';
import type { Tables } from '../store/schema.ts';
import { followEvents } from '../workflows/alarms.ts';

interface DeskContext {
  db: Kysely<Tables>;
  config: Config;
  hint(topic: string, payload: unknown): void;
}

async function raiseAlarm(event: Envelope, { db, config, hint }: DeskContext): Promise<void> {
  if (config.SVC_ENVIRONMENT === 'sandbox') return;
  const unassignedAfterS = config.SVC_UNASSIGNED_AFTER_S;
  await followEvents([event], { db, unassignedAfterS, hint });
}

const anyOrder = { inAnyOrder: true } as const;
export const onDeskEvent = [
  on('files', 'file.refused', raiseAlarm, anyOrder),
  ...Object.values(calls).map(({ name }) => on(name, 'event.quarantined', raiseAlarm, anyOrder)),
];
