/**
 * Poison-message quarantine. A message that kills its process raises the delivery count of every
 * message in flight with it, so the count alone does not identify the poisonous one. A message
 * delivered more than `trustedDeliveries` times is handled alone, one at a time per consumer and
 * replica, and its attempt is counted in the database before it starts. After `attemptsMax`
 * attempts in all it is dead-lettered. State diagram: `consumer.ts`. Why:
 * docs/architecture/events.md.
 */
import type { Envelope } from '@svc/contracts';
import type { SqlStatement } from '../database/transaction.ts';
import type { Runtime } from '../service/runtime.ts';
import { type ConsumeResult, consumeEvent } from './consumer.ts';
import type { Consumer } from './consumer-transaction.ts';
import { attemptsMax, deadLetter } from './dead-letter.ts';

/**
 * Deliveries before quarantine. One repeat is normal after a crash or a nak, so the first two stay
 * in the batch. Chosen, not measured.
 */
export const trustedDeliveries = 2;

export type HandleQuarantined = (envelope: Envelope) => Promise<ConsumeResult | 'dead'>;

/** A serial queue: each message starts when the one before it has settled. */
export function createQuarantine(runtime: Runtime, consumer: Consumer): HandleQuarantined {
  let tail: Promise<unknown> = Promise.resolve();
  return (envelope) => {
    const handling = tail.then(() => handleCounted(runtime, consumer, envelope));
    tail = handling.catch(() => undefined);
    return handling;
  };
}

async function handleCounted(
  runtime: Runtime,
  consumer: Consumer,
  envelope: Envelope,
): Promise<ConsumeResult | 'dead'> {
  const attempts = trustedDeliveries + (await countAttempt(runtime, consumer, envelope));
  const removals: SqlStatement[] = [
    {
      text: 'delete from attempt where consumer = $1 and event_id = $2',
      values: [consumer.name, envelope.id],
    },
  ];
  if (attempts <= attemptsMax) {
    return consumeEvent(runtime, consumer, envelope, { removals, isIsolated: true });
  }
  await deadLetter(runtime, consumer, { envelope, attempts, removals });
  return 'dead';
}

/** Committed on its own, so that the attempt is counted even if it kills the process. */
async function countAttempt({ pools }: Runtime, { name }: Consumer, { id }: Envelope) {
  const { rows } = await pools.write.query<{ attempts: number }>(
    `insert into attempt (consumer, event_id, attempts) values ($1, $2, 1)
     on conflict (consumer, event_id) do update set attempts = attempt.attempts + 1 returning attempts`,
    [name, id],
  );
  return rows[0]?.attempts ?? 1;
}
