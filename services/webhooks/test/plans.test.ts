/**
 * Statements of the service keep plans that were made while its queues were nearly empty. On new
 * tables `startServices` plans them.
 */
import { createTestDatabase } from '@svc/kit/testing/database';
import { partialLookups, preparedStatements } from '@svc/kit/testing/plans';
import { newTenant } from '@svc/kit/testing/service-test';
import { Client } from 'pg';
import { expect, inject, it } from 'vitest';
import { webhooksService } from '../src/service.ts';
import { start, wanting, webhooksTest } from './app.ts';
import { answering, receiverTest } from './receiver.ts';

const receiver = receiverTest();
const app = webhooksTest();

/** Tables that are analyzed while nearly empty: queues, and what grows with endpoints. */
const small = [
  ...['pending_delivery', 'wake_up', 'replay', 'unassigned_job', 'parked_event'],
  ...['endpoint', 'endpoint_queue', 'host_window'],
];

/** Deliveries that succeed, are tried again, replayed, abandoned, and forgotten. */
async function happenAll(): Promise<void> {
  app.clock.set(start);
  const tenant = newTenant();
  const { id } = await app.as(tenant).create(wanting(receiver.url));
  const job = { type: 'job.created', job_id: `job_${tenant}` };
  receiver.behave(answering(500));
  await app.happen(tenant, job);
  await app.logged(tenant, id, ([first]) => first?.attempt === 1);
  receiver.behave(answering(204));
  app.moveTo('2026-11-02T09:00:00.000Z');
  await app.logged(tenant, id, ([first]) => first?.status === 'succeeded');
  await app.as(tenant).replay({ id, since: start });
  await app.logged(
    tenant,
    id,
    (log) => log.filter(({ status }) => status === 'succeeded').length === 2,
  );
  await app.as('ten_carrier').deskDeliveries({ tenant_id: tenant, job_id: job.job_id });
  receiver.behave(answering(410));
  await app.happen(tenant, { ...job, type: 'job.updated' });
  await app.logged(tenant, id, (log) => log.some(({ status }) => status === 'failed'));
  for (const { name } of webhooksService.schedules ?? []) await app.runSchedule(name);
}

/** A backlog that is gone but for a few claimed rows: the files of its indexes stay as long as they were. */
const backlog = `
  insert into webhooks.pending_delivery (tenant_id, endpoint_id, delivery_id, event_id, attempt, due_at,
                                         in_order, queued_at, claim)
  select 'ten_' || n % 20, 'whk_' || n % 20, 'whd_' || n, 'evt_' || n, 0, now(), false, now(),
         case when n % 999 = 0 then 'claim' end
    from generate_series(1, 20000) n;
  delete from webhooks.pending_delivery where claim is null`;

it('each statement finds rows by a whole key on tables that were small when analyzed', async () => {
  await happenAll();
  const { pools } = app.running().service('webhooks').runtime;
  const texts = await preparedStatements([pools.write, pools.read]);
  expect(texts.length).toBeGreaterThan(30);
  const options = { adminUrl: inject('postgresUrl'), services: [webhooksService] };
  const empty = await createTestDatabase({
    ...options,
    secret: 'a secret of 32 characters or more',
  });
  const client = new Client({ connectionString: empty.url });
  await client.connect();
  const found: { text: string; partial: string[] }[] = [];
  for (const table of small) await client.query(`vacuum analyze webhooks.${table}`);
  for (const text of texts) {
    const partial = await partialLookups(client, { schema: 'webhooks', text });
    if (partial.length > 0) found.push({ text, partial });
  }
  const claim = texts.find((text) => /^\s*with room/.test(text));
  await client.query(backlog);
  await client.query('vacuum analyze webhooks.pending_delivery');
  const { rows } = await client.query(`explain (generic_plan, costs off) ${claim}`);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan.match(/(?<=Scan using )pending_delivery\w*/g)).toEqual([
    'pending_delivery_claimed',
    ...Array.from({ length: 4 }, () => 'pending_delivery_next'),
  ]);
  await client.end();
  await empty.drop();
  expect(found).toEqual([]);
});
