/** Messages that failed too often are put aside, where they stop nobody, until they are re-driven. */
import type { Envelope } from '@svc/contracts';
import { takeEvent } from './consumer.ts';
import { parkedKey } from './parked.ts';
import type { Runtime } from './runtime.ts';
import { inTransaction, type Statement } from './transaction.ts';
import type { Consumer } from './turn.ts';

/** What is delivered, or tried, more often than this is put aside. */
export const attemptsMax = 8;

export async function putAside(
  runtime: Runtime,
  consumer: Consumer,
  { envelope, attempts, withdrawn = [] }: Failed,
): Promise<void> {
  const deadLetter: Statement = {
    text: `insert into dead_letter (consumer, event_id, envelope, deliveries, created_at)
           values ($1, $2, $3, $4, $5) on conflict do nothing`,
    values: [consumer.name, envelope.id, JSON.stringify(envelope), attempts, runtime.clock.now()],
  };
  await inTransaction(runtime.pools.write, {
    openings: [...withdrawn, deadLetter],
    work: async () => ({ result: undefined }),
  });
  runtime.metrics.handled.inc({
    consumer: consumer.name,
    producer: consumer.producer,
    outcome: 'dead',
  });
  runtime.log.error(
    { event_id: envelope.id, type: envelope.type, consumer: consumer.name },
    'event put aside as dead letter',
  );
}

interface Failed {
  envelope: Envelope;
  attempts: number;
  withdrawn?: readonly Statement[];
}

export interface Redriven {
  event_id: string;
  /** Why it stays a dead letter. */
  error?: unknown;
}

/**
 * Handles dead letters again, oldest first; those that succeed are gone, the others stay. Then what
 * waited behind them has its turn.
 */
export async function redrive(
  runtime: Runtime,
  consumer: Consumer,
  eventId?: string,
): Promise<Redriven[]> {
  const { rows } = await runtime.pools.read.query<{ envelope: Envelope }>(
    `select envelope from dead_letter
      where consumer = $1 and ($2::text is null or event_id = $2) order by created_at, event_id`,
    [consumer.name, eventId ?? null],
  );
  const outcomes: Redriven[] = [];
  for (const { envelope } of rows) {
    const withdrawal: Statement = {
      text: 'delete from dead_letter where consumer = $1 and event_id = $2',
      values: [consumer.name, envelope.id],
    };
    try {
      await takeEvent(runtime, consumer, envelope, { withdrawn: [withdrawal], alone: true });
      outcomes.push({ event_id: envelope.id });
    } catch (error) {
      outcomes.push({ event_id: envelope.id, error });
    }
  }
  await retryParked(runtime, consumer);
  return outcomes;
}

/** Tries parked events whose turn has come, each alone, as long as one succeeds; run by schedule. */
export async function retryParked(runtime: Runtime, consumer: Consumer): Promise<void> {
  for (let progress = true; progress; ) {
    const { rows } = await runtime.pools.read.query<Parked>(
      `select p.envelope, p.attempts from parked p
         left join job_cursor c using (tenant_id, job_id, consumer, producer)
        where p.consumer = $1 and (p.sequence = c.next or not $2) limit 100`,
      // What a consumer parked that needs no order any more has waited long enough.
      [consumer.name, consumer.ordered],
    );
    progress = false;
    for (const parked of rows) progress = (await retryOne(runtime, consumer, parked)) || progress;
  }
}

interface Parked {
  envelope: Envelope;
  attempts: number;
}

async function retryOne(
  runtime: Runtime,
  consumer: Consumer,
  { envelope, attempts }: Parked,
): Promise<boolean> {
  const withdrawn = withdrawals(consumer, envelope);
  if (attempts >= attemptsMax) {
    await putAside(runtime, consumer, { envelope, attempts, withdrawn });
    return false;
  }
  // Counted before it begins: an event that kills the process is counted too.
  await runtime.pools.write.query(
    `update parked set attempts = attempts + 1 where ${parkedKey}`,
    parkedAt(consumer, envelope),
  );
  try {
    await takeEvent(runtime, consumer, envelope, { withdrawn, alone: true });
    return true;
  } catch (err) {
    runtime.log.warn({ err, event_id: envelope.id }, 'parked event failed again');
    return false;
  }
}

const withdrawals = (consumer: Consumer, envelope: Envelope): Statement[] => [
  {
    text: `delete from parked where ${parkedKey}`,
    values: parkedAt(consumer, envelope),
  },
  {
    text: 'delete from inbox where consumer = $1 and event_id = $2',
    values: [consumer.name, envelope.id],
  },
];

const parkedAt = ({ name, producer }: Consumer, { tenant_id, job_id, sequence }: Envelope) => [
  tenant_id,
  job_id,
  name,
  producer,
  sequence,
];
