/** Upgrade of queues from before durable tasks: their pending rows become tasks. */
import { randomBytes } from 'node:crypto';
import { billingService } from '@svc/billing/service';
import { createDatabase, dropDatabases } from '@svc/devnet';
import { filesService } from '@svc/files/service';
import { jobsService } from '@svc/jobs/service';
import { migrate } from '@svc/kit/database/migrate';
import { createLogger } from '@svc/kit/log';
import type { ServiceDefinition } from '@svc/kit/service';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

const name = `t${randomBytes(6).toString('hex')}`;
let url: string;
let db: Client;
beforeAll(async () => {
  url = await createDatabase(inject('postgresUrl'), name);
  db = new Client({ connectionString: url });
  await db.connect();
});
afterAll(async () => {
  await db?.end();
  await dropDatabases(inject('postgresUrl'), name);
});

interface Upgrade {
  definition: ServiceDefinition;
  /** The migration that makes tasks of rows. */
  migration: string;
  /** Rows of the version before; foreign keys aside. */
  rows: string;
  tasks: readonly { task_identifier: string; payload: unknown; run_at?: Date }[];
}

const upgrades: Upgrade[] = [
  {
    definition: billingService,
    migration: '0004-rendering-tasks',
    rows: `
      insert into billing.invoice (tenant_id, id, period, status, number, issued_at, due_at,
                                   line_count, amount_cents, vat_cents, paid_cents, pdf_key)
      values ('ten_a', 'inv_rendered', '2026-09', 'issued', 'INV-1', now(), now(), 0, 0, 0, 0, 'key'),
             ('ten_a', 'inv_pending', '2026-10', 'issued', 'INV-2', now(), now(), 0, 0, 0, 0, null),
             ('ten_a', 'inv_draft', '2026-11', 'draft', null, null, null, 0, 0, 0, 0, null)`,
    tasks: [
      {
        task_identifier: 'render-invoice',
        payload: { tenant_id: 'ten_a', invoice_id: 'inv_pending' },
      },
    ],
  },
  {
    definition: filesService,
    migration: '0006-removal-tasks',
    rows: `
      insert into files.file (tenant_id, id, dc, name, step, source, received_at, answered_at, faults,
                              attempts, removed_at, removal_due_at)
      values ('ten_a', 'wf_kept', 'jhb', 'a.csv', 'answered', 'sftp', now(), now(), '[]', 0, null, null),
             ('ten_a', 'wf_marked', 'jhb', 'b.csv', 'answered', 'sftp', now(), now(), '[]', 0, now(), now()),
             ('ten_a', 'wf_removed', 'jhb', 'c.csv', 'answered', 'sftp', now(), now(), '[]', 0, now(), null)`,
    tasks: [
      {
        task_identifier: 'remove-contents',
        payload: { tenant_id: 'ten_a', file_id: 'wf_marked' },
      },
    ],
  },
  {
    definition: jobsService,
    migration: '0006-scenario-tasks',
    rows: `
      insert into jobs.scenario_step (tenant_id, job_id, seq, due_at, stop)
      values ('ten_a', 'job_a', 7, '2026-11-02T08:00:55Z', 'delivered'),
             ('ten_a', 'job_a', 6, '2026-11-02T08:00:45Z', 'near_dropoff')`,
    tasks: [
      {
        task_identifier: 'play-scenario',
        payload: {
          tenant_id: 'ten_a',
          job_id: 'job_a',
          steps: [
            { due_at: expect.stringMatching(/^2026-11-02T08:00:45/), stop: 'near_dropoff' },
            { due_at: expect.stringMatching(/^2026-11-02T08:00:55/), stop: 'delivered' },
          ],
        },
        run_at: new Date('2026-11-02T08:00:45Z'),
      },
    ],
  },
];

it.each(upgrades)('$definition.contract.name loses no task that was pending', async (upgrade) => {
  const { definition, migration, rows, tasks } = upgrade;
  const service = definition.contract.name;
  const at = definition.migrations.findIndex((each) => each.name === migration);
  const options = {
    url,
    service,
    login: { secret: 'x'.repeat(32) },
    log: createLogger({ name: 'test', level: 'silent' }),
  };
  await migrate({ ...options, migrations: definition.migrations.slice(0, at) });
  await db.query(`set session_replication_role = replica; ${rows}`);
  await migrate({ ...options, migrations: definition.migrations });
  const found = await db.query(
    `select t.identifier as task_identifier, j.payload, j.run_at, j.max_attempts
       from ${service}_worker._private_jobs j join ${service}_worker._private_tasks t on t.id = j.task_id`,
  );
  expect(found.rows).toMatchObject(tasks);
  // The first type of each is the one that the migration enqueues.
  const [type] = definition.tasks?.map((task) => task.type) ?? [];
  for (const { max_attempts, payload } of found.rows) {
    expect(max_attempts).toBe(type?.attemptsMax);
    expect(type?.payload.safeParse(payload)).toMatchObject({ success: true });
  }
});
