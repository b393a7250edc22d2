/** The deliverer as a whole: stopping, broken rows, concurrent deliveries. */
import { until } from '@svc/devnet';
import { newTenant } from '@svc/kit/testing/service-test';
import { describe, expect, it } from 'vitest';
import { deliverWith } from '../src/workers/deliver.ts';
import { wanting, webhooksTest } from './app.ts';
import { receiverTest } from './receiver.ts';

const receiver = receiverTest();

describe('a deliverer that is stopped', () => {
  const app = webhooksTest();

  it('finishes the attempts in flight and leaves the rest pending', async () => {
    const tenant = newTenant();
    const answers: (() => void)[] = [];
    receiver.behave((response) => {
      answers.push(() => response.writeHead(204).end());
    });
    const { id } = await app.as(tenant).create(wanting(receiver.url));
    for (let n = 0; n < 15; n += 1) await app.as(tenant).test({ id });
    await until(() => answers.length === 10, { timeoutMs: 60_000, what: 'ten under way' });
    const stopped = app.running().service('webhooks').stopWork();
    for (const answer of answers) answer();
    await stopped;
    const rows = await app.sql(
      `select status, count(*)::int as n from webhooks.delivery
        where tenant_id = $1 group by status order by status`,
      [tenant],
    );
    expect(rows).toEqual([
      { status: 'pending', n: 5 },
      { status: 'succeeded', n: 10 },
    ]);
    expect(receiver.received).toHaveLength(10);
  });
});

describe('a delivery that cannot be signed', () => {
  const app = webhooksTest();

  it('does not stop deliveries to other endpoints', async () => {
    const tenant = newTenant();
    const broken = await app.as(tenant).create(wanting(receiver.url));
    const { id } = await app.as(tenant).create(wanting(`${receiver.url}?whole`));
    await app.sql("update webhooks.endpoint set secret = 'v1.a.b.c' where id = $1", [broken.id]);
    await app.happen(tenant, { type: 'job.created', job_id: 'job_broken' });
    await app.logged(tenant, id, ([first]) => first?.status === 'succeeded');
    expect(await app.log(tenant, broken.id)).toMatchObject([{ status: 'pending', attempt: 0 }]);
  });
});

describe('two deliverers', () => {
  const worker = deliverWith({ random: () => 0.5 });
  const app = webhooksTest({ workers: [worker, worker] });

  it('deliver everything once between them, while more events arrive', async () => {
    const endpoints = 5;
    const jobs = 60;
    const tenants = [newTenant(), newTenant()];
    for (const tenant of tenants) {
      for (let n = 0; n < endpoints; n += 1) {
        await app.as(tenant).create(wanting(`${receiver.url}?${n}`));
      }
    }
    await Promise.all(
      Array.from({ length: jobs }, (_, n) =>
        app.happen(tenants[n % 2] ?? '', { type: 'job.created', job_id: `job_${n}` }),
      ),
    );
    const wanted = jobs * endpoints;
    await until(() => receiver.received.length >= wanted, {
      timeoutMs: 60_000,
      what: `${wanted} deliveries`,
    });
    const isEmpty = 'select not exists (select from webhooks.pending_delivery) as done';
    await until(async () => (await app.sql(isEmpty))[0]?.done, {
      timeoutMs: 60_000,
      what: 'the queue to be settled',
    });
    expect(receiver.received).toHaveLength(wanted);
  });
});
