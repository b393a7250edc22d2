/**
 * Places in the database where a transaction waits while the test holds them, so that its process
 * can be killed exactly there. A place is a step, and the label of a booking where it has one.
 */
import { until } from '@svc/devnet';
import type { Pool } from 'pg';

const waiting = `
  create schema stall;
  grant usage on schema stall to public;
  -- Arguments: the step, and the column of the row that holds the label.
  create function stall.wait() returns trigger language plpgsql set lock_timeout = 0 as $$
  begin
    perform pg_advisory_xact_lock_shared(
      hashtextextended(concat_ws(' ', tg_argv[0], to_jsonb(new) ->> tg_argv[1]), 7));
    return new;
  end $$;`;

const ofBooking = `
  -- Counters are sharded by backend, and two backends may share a shard. A shard for each booking:
  -- one that waits in COMMIT keeps no other waiting.
  create sequence stall.shard;
  grant usage on sequence stall.shard to public;
  create function stall.own_shard() returns trigger language plpgsql as $$
  begin
    new.slot := nextval('stall.shard');
    return new;
  end $$;
  create trigger own_shard before insert on jobs.job_count
    for each row execute function stall.own_shard();
  create trigger insert_job before insert on jobs.job
    for each row execute function stall.wait('insert', 'reference');
  create constraint trigger commit_job after insert on jobs.job deferrable initially deferred
    for each row execute function stall.wait('commit', 'reference');
  create trigger mark_published before update on jobs.outbox
    for each row when (new.published_at is not null) execute function stall.wait('mark');
  create constraint trigger commit_seen after insert on observer.seen deferrable initially deferred
    for each row execute function stall.wait('commit seen')`;

/** `places` are triggers that call `stall.wait`; by default those around a booking. */
export const installStalls = (db: Pool, places = ofBooking) => db.query(waiting + places);

export interface Stall {
  /** Resolves with the backend that waits here. */
  reached(): Promise<number>;
  /** Lets it go on. */
  release(): Promise<void>;
}

export async function stallAt(db: Pool, place: string): Promise<Stall> {
  const holder = await db.connect();
  await holder.query('select pg_advisory_lock(hashtextextended($1, 7))', [place]);
  const findWaiting = async () => {
    const { rows } = await db.query<{ pid: number }>(
      `select pid from pg_locks
        where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())
          and ((classid::bigint << 32) | objid::bigint) = hashtextextended($1, 7)`,
      [place],
    );
    return rows[0]?.pid;
  };
  const release = async () => {
    await holder.query('select pg_advisory_unlock(hashtextextended($1, 7))', [place]);
    holder.release();
  };
  const arrived = { timeoutMs: 60_000, what: `someone to arrive at ${place}`, everyMs: 5 };
  return {
    reached: () =>
      until(findWaiting, arrived).catch(async (inVain: unknown) => {
        await release();
        throw inVain;
      }),
    release,
  };
}
