/** Faults that lie in tables: rows that nobody handles, and tables that nobody can use. */
import type { Stage } from '../journeys/environment.ts';

export interface Held {
  release(): Promise<void>;
}

/** As a migration that hangs: nobody else reads or writes the table. */
export async function heldTable({ owner }: Stage, table: string): Promise<Held> {
  const client = await owner.connect();
  await client.query(`begin; lock table ${table} in access exclusive mode`);
  return {
    release: async () => {
      await client.query('rollback');
      client.release();
    },
  };
}

const envelope = {
  ...{
    id: 'evt_early',
    producer: 'jobs',
    type: 'job.updated',
    tenant_id: 'ten_x',
    job_id: 'job_x',
  },
  ...{ sequence: 2, created_at: '2026-01-01T00:00:00.000Z', data: {}, internals: {} },
};

/** By the alert that each fires. */
export const planted: Readonly<Record<string, string>> = {
  SvcEventsParked: `
    insert into custody.parked_event
      (tenant_id, job_id, consumer, producer, series, sequence, envelope, parked_at)
    values ('ten_x', 'job_x', 'custody-jobs', 'jobs', 0, 2, '${JSON.stringify(envelope)}',
            now() - interval '1 hour')`,
  SvcTaskGivenUp: `
    select billing_worker.add_job('render-invoice', '{"wrong":1}', max_attempts => 1)`,
  SvcMonthEndOverdue: `
    insert into billing.invoice
      (tenant_id, id, period, status, line_count, amount_cents, vat_cents, paid_cents)
    values ('ten_x', 'inv_x', '2026-01', 'draft', 0, 0, 0, 0)`,
  SvcSigningKeyOld: `
    update accounts.signing_key set signs_from = now() - interval '40 days',
                                    published_at = now() - interval '41 days'`,
  SvcWholesaleUnanswered: `
    insert into files.file
      (tenant_id, id, dc, name, step, source, received_at, faults, attempts, due_at)
    values ('ten_x', 'wf_x', 'jhb', 'a.csv', 'parsing', 'sftp', now() - interval '1 hour', '[]', 0,
            now() + interval '1 day')`,
  SvcBackupOld: `
    do $$ begin
      execute format('alter database %I set svc.base_backup_at = %L',
                     current_database(), now() - interval '27 hours');
    end $$`,
  SvcNotCollected: 'alter table partner.dead_letter rename to dead_letter_gone',
};
