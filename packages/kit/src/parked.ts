/** Events that came before their turn: put down in a table, worked off after their predecessors. */
import type { Envelope } from '@svc/contracts';
import { advance, type Cursor, columnsOf, react, type Turn } from './turn.ts';

/** $1 tenant, $2 job, $3 consumer, $4 producer, $5 sequence: a parked event, wherever it is asked for. */
export const parkedKey =
  'tenant_id = $1 and job_id = $2 and consumer = $3 and producer = $4 and sequence = $5';

export async function park({ consumer, client, now }: Turn, envelope: Envelope): Promise<void> {
  await client.query(
    `insert into parked (consumer, producer, tenant_id, job_id, sequence, envelope, parked_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      consumer.name,
      envelope.producer,
      envelope.tenant_id,
      envelope.job_id,
      envelope.sequence,
      JSON.stringify(envelope),
      now,
    ],
  );
}

/** Handles what was parked behind the events of this turn, one after the other of each job. */
export async function workOff(turn: Turn): Promise<void> {
  let behind = [...turn.cursors.values()].filter(({ hasAdvanced }) => hasAdvanced);
  while (behind.length > 0) {
    const found = await findParked(turn, behind);
    behind = [];
    for (const { cursor, envelope } of found) {
      if (await takeParked(turn, envelope)) {
        advance(cursor);
        behind.push(cursor);
      }
    }
  }
}

async function findParked({ client, consumer }: Turn, behind: readonly Cursor[]) {
  const { rows } = await client.query<{ place: number; envelope: Envelope }>({
    name: 'kit-parked-next',
    text: `select j.place::int as place, p.envelope
             from unnest($3::text[], $4::text[], $5::int[])
               with ordinality as j(tenant_id, job_id, next, place)
             join parked p on p.tenant_id = j.tenant_id and p.job_id = j.job_id
              and p.consumer = $1 and p.producer = $2 and p.sequence = j.next`,
    values: [consumer.name, consumer.producer, ...columnsOf(behind)],
  });
  return rows.flatMap(({ place, envelope }) => {
    const cursor = behind[place - 1];
    return cursor ? [{ cursor, envelope }] : [];
  });
}

/** One that fails stays parked with its successors, its effect undone; `retryParked` tries it again. */
async function takeParked(turn: Turn, envelope: Envelope): Promise<boolean> {
  const { client, consumer, emitted, runtime } = turn;
  const emittedBefore = emitted.length;
  await client.query('savepoint parked');
  try {
    await react(turn, envelope);
  } catch (err) {
    await client.query('rollback to savepoint parked');
    emitted.length = emittedBefore;
    runtime.log.warn({ err, event_id: envelope.id }, 'parked event failed');
    return false;
  }
  const { tenant_id, job_id, sequence } = envelope;
  await client.query(`delete from parked where ${parkedKey}`, [
    ...[tenant_id, job_id, consumer.name, consumer.producer, sequence],
  ]);
  return true;
}
