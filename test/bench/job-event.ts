/** Events of jobs for a bench to publish by the thousand, complete, so that every consumer can handle them. */
import type pg from 'pg';
import type { BenchStack } from './bench-stack.ts';

/** The internals of `job.created`, as a real booking emitted them. */
export async function createdInternals(stack: BenchStack, owner: pg.Pool) {
  const { id } = await stack.book(`internals-${performance.now()}`);
  const { rows } = await owner.query<{ internals: { job: object; custody: object } }>(
    `select internals from jobs.outbox where job_id = $1 and type = 'job.created'`,
    [id],
  );
  const [row] = rows;
  if (!row) throw new Error(`no job.created of ${String(id)}`);
  return row.internals;
}
