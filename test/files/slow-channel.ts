/** Holds a file at a step: the write of its next state waits in the middle. */
import { until } from '@svc/devnet';
import type { Pool } from 'pg';

/** Steps at which a file can be held, and the write that waits. */
const writes = {
  taken: { on: 'file', when: `old.step = 'moving' and new.step = 'reading'`, event: 'update' },
  read: { on: 'content', when: 'true', event: 'insert' },
  parsed: { on: 'file_row', when: 'true', event: 'insert' },
  booking: { on: 'booked_order', when: 'true', event: 'insert' },
  answered: { on: 'file', when: `new.step = 'answered'`, event: 'update' },
} as const;
type Held = keyof typeof writes;

export const steps: readonly Held[] = ['taken', 'read', 'parsed', 'booking', 'answered'];

const lock = 4_711;

export async function holdStep(owner: Pool, step: Held) {
  const { on, when, event } = writes[step];
  const holder = await owner.connect();
  await holder.query(`select pg_advisory_lock(${lock})`);
  await owner.query(`
    create or replace function files.hold() returns trigger language plpgsql
      set lock_timeout = 0 as $$
    begin
      perform pg_advisory_xact_lock_shared(${lock});
      return new;
    end $$;
    grant execute on function files.hold() to public;
    create trigger hold before ${event} on files.${on}
      for each row when (${when}) execute function files.hold()`);
  return {
    /** Resolves when a session waits at the lock. */
    reached: () =>
      until(
        async () => {
          const { rows } = await owner.query(
            `select 1 from pg_locks where locktype = 'advisory' and objid = ${lock} and not granted
                and database = (select oid from pg_database where datname = current_database())`,
          );
          return rows.length > 0;
        },
        { timeoutMs: 60_000, what: `a file to be held when ${step}` },
      ),
    release: async () => {
      await holder.query(`select pg_advisory_unlock(${lock})`);
      holder.release();
      await owner.query(`drop trigger hold on files.${on}`);
    },
  };
}
