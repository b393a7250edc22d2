import { until } from '@svc/devnet';
import type { Pool } from 'pg';

/** Every service still works off its timers: one is added by hand, and goes. */
export async function expectTimersRun(db: Pool, services: readonly string[]): Promise<void> {
  for (const service of services) {
    const { rows } = await db.query<{ id: string }>(
      `select id from ${service}_worker.add_job('purge-receipts')`,
    );
    const isGone = async () => {
      const left = await db.query(`select 1 from ${service}_worker.jobs where id = $1`, [
        rows[0]?.id,
      ]);
      return left.rowCount === 0;
    };
    await until(isGone, { timeoutMs: 60_000, everyMs: 50, what: `the timers of ${service}` });
  }
}
