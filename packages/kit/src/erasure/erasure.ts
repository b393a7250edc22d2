/**
 * Erasure of a person from copies of a hand-over (right to erasure).
 *
 * Custody emits `proof.erased`; each service that holds copies blanks them: its own tables through
 * `remove`, the kit's (outbox, parked events, dead letters) here, and the messages in its stream
 * through `stream-erasure.ts`. Runs immediately and in later passes: a consumer that was down may
 * store a copy after the erasure, from a message that was on its way.
 */
import { custody } from '@svc/contracts';
import { type Kysely, sql } from 'kysely';
import { isPersonal, redacted } from '../audit/personal-data.ts';
import type { ErasedJob, Erasure, Schedule } from '../service/bind.ts';
import type { Reaction } from '../service/reaction.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Delays of the passes. After the last one streams, which keep events for 7 days, hold no copy. */
const passesMs = [minuteMs, 10 * minuteMs, 60 * minuteMs, dayMs, 8 * dayMs];
/** Jobs per transaction, each with up to some hundred rows. Not measured. */
const jobsMax = 25;

interface Context {
  db: Kysely<unknown>;
  tenant: string;
  now: Date;
}

export const erasureReactions = (erasure: Erasure | undefined): Reaction[] =>
  erasure
    ? [
        {
          producer: 'custody',
          type: 'proof.erased',
          inAnyOrder: true,
          handle: async ({ data }: { data: unknown }, { db, tenant, now }: Context) => {
            const { job_id } = custody.events['proof.erased'].data.parse(data);
            await sql`
              insert into erased_job (tenant_id, job_id, due_at) values (${tenant}, ${job_id}, ${after(now, 0)})
              on conflict (tenant_id, job_id) do update set due_at = excluded.due_at, passes = 0`.execute(
              db,
            );
            await eraseCopies(erasure, db, { tenant, jobId: job_id, now });
          },
        },
      ]
    : [];

export const erasureSchedules = (erasure: Erasure | undefined): Schedule[] =>
  erasure
    ? [
        {
          name: 'erase-copies',
          cron: '* * * * *',
          run: (context: Context) => nextPass(erasure, context),
        },
      ]
    : [];

async function nextPass(erasure: Erasure, { db, now }: Context): Promise<'again' | undefined> {
  const { rows } = await sql<{ tenant_id: string; job_id: string; passes: number }>`
    select tenant_id, job_id, passes from erased_job where due_at <= ${now}
     order by due_at limit ${jobsMax} for update skip locked`.execute(db);
  for (const { tenant_id: tenant, job_id: jobId, passes } of rows) {
    await eraseCopies(erasure, db, { tenant, jobId, now });
    await (passes + 1 < passesMs.length
      ? sql`update erased_job set passes = passes + 1, due_at = ${after(now, passes + 1)}
             where tenant_id = ${tenant} and job_id = ${jobId}`
      : sql`delete from erased_job where tenant_id = ${tenant} and job_id = ${jobId}`
    ).execute(db);
  }
  return rows.length === jobsMax ? 'again' : undefined;
}

const after = (now: Date, pass: number) => new Date(now.getTime() + (passesMs[pass] ?? 0));

async function eraseCopies(erasure: Erasure, db: Kysely<unknown>, job: ErasedJob): Promise<void> {
  await redactOutbox(db, job);
  await redactEnvelopes(db, job);
  await erasure.remove?.(db, job);
}

/**
 * Covers published events too: a relay that repairs its stream publishes them again. Change records
 * name no job in their envelope: their object is the job, or an alarm that names it.
 */
async function redactOutbox(db: Kysely<unknown>, { tenant, jobId }: ErasedJob): Promise<void> {
  const { rows } = await sql<{ id: string; event_id: string; data: unknown; internals: unknown }>`
    select id, event_id, data, internals from outbox
     where tenant_id = ${tenant} and (job_id = ${jobId}
        or type = 'change.recorded' and data ->> 'reason' is not null
           and coalesce(data #>> '{after,job_id}', data ->> 'object_id') = ${jobId})
       for update`.execute(db);
  for (const { id, event_id, data, internals } of rows) {
    if (!isPersonal(data) && !isPersonal(internals)) continue;
    await sql`
      with noted as (
        insert into stream_erasure (event_id) values (${event_id}) on conflict do nothing
      )
      update outbox set data = ${JSON.stringify(redacted(data))},
                        internals = ${JSON.stringify(redacted(internals))}
       where id = ${id}`.execute(db);
  }
}

async function redactEnvelopes(db: Kysely<unknown>, { tenant, jobId }: ErasedJob): Promise<void> {
  const conditions = {
    parked_event: sql`tenant_id = ${tenant} and job_id = ${jobId}`,
    dead_letter: sql`envelope ->> 'tenant_id' = ${tenant} and ${jobId} in (
      envelope ->> 'job_id', envelope #>> '{data,after,job_id}', envelope #>> '{data,object_id}')`,
  };
  for (const [table, isOfJob] of Object.entries(conditions)) {
    const { rows } = await sql<{ row: string; envelope: unknown }>`
      select ctid::text as row, envelope from ${sql.table(table)} where ${isOfJob} for update`.execute(
      db,
    );
    for (const { row, envelope } of rows.filter((each) => isPersonal(each.envelope))) {
      await sql`update ${sql.table(table)} set envelope = ${JSON.stringify(redacted(envelope))}
                 where ctid = ${row}::tid`.execute(db);
    }
  }
}
