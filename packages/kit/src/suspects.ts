/**
 * Messages that come again and again. Any of them may be what kills the process, and with it
 * whatever else is in hand. So these are handled one at a time, and each is counted before it begins:
 * put aside is the one that was begun too often, not those that died with it.
 */
import type { Envelope } from '@svc/contracts';
import { type Taken, takeEvent } from './consumer.ts';
import { attemptsMax, putAside } from './dead-letter.ts';
import type { Runtime } from './runtime.ts';
import type { Statement } from './transaction.ts';
import type { Consumer } from './turn.ts';

/** Delivered more often, a message is a suspect. */
export const trustedDeliveries = 2;

export type TakeSuspect = (envelope: Envelope) => Promise<Taken | 'dead'>;

export function suspects(runtime: Runtime, consumer: Consumer): TakeSuspect {
  let last: Promise<unknown> = Promise.resolve();
  return (envelope) => {
    const taking = last.then(() => takeCounted(runtime, consumer, envelope));
    last = taking.catch(() => undefined);
    return taking;
  };
}

async function takeCounted(
  runtime: Runtime,
  consumer: Consumer,
  envelope: Envelope,
): Promise<Taken | 'dead'> {
  const attempts = trustedDeliveries + (await countAttempt(runtime, consumer, envelope));
  const withdrawn: Statement[] = [
    {
      text: 'delete from attempt where consumer = $1 and event_id = $2',
      values: [consumer.name, envelope.id],
    },
  ];
  if (attempts <= attemptsMax) {
    return takeEvent(runtime, consumer, envelope, { withdrawn, alone: true });
  }
  await putAside(runtime, consumer, { envelope, attempts, withdrawn });
  return 'dead';
}

async function countAttempt({ pools }: Runtime, { name }: Consumer, { id }: Envelope) {
  const { rows } = await pools.write.query<{ n: number }>(
    `insert into attempt (consumer, event_id, n) values ($1, $2, 1)
     on conflict (consumer, event_id) do update set n = attempt.n + 1 returning n`,
    [name, id],
  );
  return rows[0]?.n ?? 1;
}
