/**
 * Dead letters: events whose attempts are used up. They are acknowledged, so they block no other
 * job, and kept until an operator re-drives them. State diagram: `consumer.ts`.
 */
import { createHash } from 'node:crypto';
import type { Envelope } from '@svc/contracts';
import { isConnectionFailure } from '../database/pool.ts';
import { inTransaction, type SqlStatement } from '../database/transaction.ts';
import { collectEffects } from '../effects/effects.ts';
import type { Runtime } from '../service/runtime.ts';
import type { Undecodable } from './bus.ts';
import { consumeEvent } from './consumer.ts';
import type { Consumer } from './consumer-transaction.ts';
import { parkedKeyCondition, parkedKeyValues } from './parked-events.ts';

/** Attempts before an event is dead-lettered. Chosen, not measured. */
export const attemptsMax = 8;

/**
 * Emitted with the dead letter's commit if the contract declares it, so that other services learn
 * of it.
 */
const quarantined = 'event.quarantined';

export async function deadLetter(
  runtime: Runtime,
  consumer: Consumer,
  { envelope, attempts, removals = [] }: FailedEvent,
): Promise<void> {
  const now = runtime.clock.now();
  const insert: SqlStatement = {
    text: `insert into dead_letter (consumer, event_id, envelope, deliveries, created_at)
           values ($1, $2, $3, $4, $5) on conflict do nothing`,
    values: [consumer.name, envelope.id, JSON.stringify(envelope), attempts, now],
  };
  const effects = collectEffects(runtime, consumer.contract, now);
  // An event about a dead letter raises no further one: that would be a loop.
  if (quarantined in consumer.contract.events && envelope.type !== quarantined) {
    const { id: event_id, type: event_type, job_id: event_job_id } = envelope;
    const data = { consumer: consumer.name, event_id, event_type, event_job_id, attempts };
    effects.of(envelope.tenant_id).emit(quarantined, data, {});
  }
  await inTransaction(runtime.pools.write, {
    openings: [...removals, insert],
    work: async () => ({ result: undefined, endings: effects.endings() }),
  });
  effects.announce();
  runtime.metrics.handled.inc({
    consumer: consumer.name,
    producer: consumer.producer,
    outcome: 'dead',
  });
  runtime.log.error(
    { event_id: envelope.id, type: envelope.type, consumer: consumer.name },
    'event stored as dead letter',
  );
}

/** Kept of a message that is not an envelope, in characters. */
const textMax = 64 * 1024;

/**
 * Stores a message that is not an envelope: its text as a JSON string, with a hash of the text as
 * id. It is never re-driven, because it is not an event.
 */
export async function storeUndecodable(
  { pools, clock, metrics, log }: Runtime,
  { name, producer }: Consumer,
  { text, sequence }: Undecodable,
): Promise<void> {
  const id = `msg_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
  await pools.write.query(
    `insert into dead_letter (consumer, event_id, envelope, deliveries, created_at)
     values ($1, $2, $3, 1, $4) on conflict do nothing`,
    [name, id, JSON.stringify(text.slice(0, textMax)), clock.now()],
  );
  metrics.handled.inc({ consumer: name, producer, outcome: 'undecodable' });
  log.error(
    { event_id: id, sequence, consumer: name },
    'message is not an event; stored as dead letter',
  );
}

interface FailedEvent {
  envelope: Envelope;
  attempts: number;
  removals?: readonly SqlStatement[];
}

export interface RedriveResult {
  event_id: string;
  /** Set if the event failed again and stays a dead letter. */
  error?: unknown;
}

/**
 * Handles dead letters again, oldest first: those that succeed are deleted, the others stay. Then
 * retries the events parked behind them.
 */
export async function redrive(
  runtime: Runtime,
  consumer: Consumer,
  eventId?: string,
): Promise<RedriveResult[]> {
  const { rows } = await runtime.pools.read.query<{ envelope: Envelope }>(
    `select envelope from dead_letter
      where consumer = $1 and ($2::text is null or event_id = $2)
        and json_typeof(envelope) = 'object' order by created_at, event_id`,
    [consumer.name, eventId ?? null],
  );
  const results: RedriveResult[] = [];
  for (const { envelope } of rows) {
    const removal: SqlStatement = {
      text: 'delete from dead_letter where consumer = $1 and event_id = $2',
      values: [consumer.name, envelope.id],
    };
    try {
      await consumeEvent(runtime, consumer, envelope, { removals: [removal], isIsolated: true });
      results.push({ event_id: envelope.id });
    } catch (error) {
      results.push({ event_id: envelope.id, error });
    }
  }
  await retryParked(runtime, consumer);
  return results;
}

/** Retries parked events that are next of their job, each alone, until no more succeeds. */
export async function retryParked(runtime: Runtime, consumer: Consumer): Promise<void> {
  if (consumer.ordered) await dropHandled(runtime, consumer);
  for (let progress = true; progress; ) {
    const { rows } = await runtime.pools.read.query<ParkedEvent>(
      `select p.envelope, p.attempts from parked_event p
         left join job_cursor c using (tenant_id, job_id, consumer, producer)
        where p.consumer = $1 and ((p.sequence = c.next and p.series = c.series) or not $2)
        limit 100`,
      // A consumer that became unordered drains all that it had parked before.
      [consumer.name, consumer.ordered],
    );
    progress = false;
    for (const parked of rows) progress = (await retryOne(runtime, consumer, parked)) || progress;
  }
}

/** A replica of an older version parks without a mark: its event may be handled from the stream. */
const dropHandled = ({ pools }: Runtime, { name, producer }: Consumer) =>
  pools.write.query(
    `delete from parked_event p using job_cursor c
      where p.consumer = $1 and p.producer = $2 and c.tenant_id = p.tenant_id
        and c.job_id = p.job_id and c.consumer = $1 and c.producer = $2
        and c.series = p.series and p.sequence < c.next`,
    [name, producer],
  );

interface ParkedEvent {
  envelope: Envelope;
  attempts: number;
}

async function retryOne(
  runtime: Runtime,
  consumer: Consumer,
  { envelope, attempts }: ParkedEvent,
): Promise<boolean> {
  const removals = parkedRemovals(consumer, envelope);
  if (attempts >= attemptsMax) {
    await deadLetter(runtime, consumer, { envelope, attempts, removals });
    return false;
  }
  // Counted before it starts, so that an event that kills the process is counted too.
  await runtime.pools.write.query(
    `update parked_event set attempts = attempts + 1 where ${parkedKeyCondition}`,
    parkedKeyValues(consumer, envelope),
  );
  try {
    await consumeEvent(runtime, consumer, envelope, { removals, isIsolated: true });
    return true;
  } catch (err) {
    runtime.log.warn({ err, event_id: envelope.id }, 'parked event failed again; it stays parked');
    if (isConnectionFailure(err)) await undoAttempt(runtime, consumer, envelope);
    return false;
  }
}

/** Takes the attempt back: the database failed, not the event. */
const undoAttempt = ({ pools }: Runtime, consumer: Consumer, envelope: Envelope) =>
  pools.write
    .query(
      `update parked_event set attempts = attempts - 1 where ${parkedKeyCondition}`,
      parkedKeyValues(consumer, envelope),
    )
    .catch(() => undefined);

const parkedRemovals = (consumer: Consumer, envelope: Envelope): SqlStatement[] => [
  {
    text: `delete from parked_event where ${parkedKeyCondition}`,
    values: parkedKeyValues(consumer, envelope),
  },
  {
    text: 'delete from inbox where consumer = $1 and event_id = $2',
    values: [consumer.name, envelope.id],
  },
];
