/** kill -9 of processes that deliver webhooks, and receivers that try to fill them. */
import type { ServerResponse } from 'node:http';
import { webhooks } from '@svc/contracts';
import { until } from '@svc/devnet';
import { createClients } from '@svc/kit/client';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { emitted } from './ledger.ts';
import { startLoad } from './load.ts';
import { growthOf } from './memory.ts';
import { misbehaviour, type Received, startReceiver } from './receivers.ts';
import { type FaultStack, startStack } from './stack.ts';

const hasNats = inject('natsUrl') !== undefined;
const deliverers = ['webhooks', 'webhooks#2'];
const endpoints = ['/a', '/b', '/c', '/d'];
/** Three seconds instead of ten, so that a dead deliverer's lease ends after 18. */
const env = {
  SVC_WEBHOOK_ALLOW_LOOPBACK: 'true',
  SVC_WEBHOOK_DEADLINE_MS: '3000',
  SVC_WEBHOOK_ENDPOINTS_MAX: '1000',
  SVC_WEBHOOK_HOST_PER_MINUTE: '1000000',
};

describe.skipIf(!hasNats)('deliverers', () => {
  let stack: FaultStack;
  beforeAll(async () => {
    const servers = { postgresUrl: inject('postgresUrl') };
    stack = await startStack({ ...servers, replicas: deliverers, env });
  });
  afterAll(() => stack?.stop());

  const as = (tenant: string) =>
    createClients({ webhooks }, stack.broker, { tenant, actor: 'test', requestId: 'test' })
      .webhooks;
  const settled = (what: string) =>
    until(
      async () => (await stack.db.query('select 1 from webhooks.pending_delivery')).rowCount === 0,
      {
        // An answer after the deadline is a failure; the fourth attempt comes within 3 minutes.
        timeoutMs: 200_000,
        everyMs: 100,
        what,
      },
    );

  it('killed under load leave no event undelivered, and repeat only under its id', async () => {
    const held: ServerResponse[] = [];
    let holding = false;
    const receiver = await startReceiver((response) => {
      if (holding) held.push(response);
      else response.writeHead(204).end();
    });
    for (const path of endpoints) {
      await as('ten_demo').create({ url: receiver.url(path), events: ['*'] });
    }
    const load = startLoad(stack, { label: 'killed' });
    for (const which of deliverers) {
      const before = receiver.received.length;
      await until(() => receiver.received.length > before + 60, {
        timeoutMs: 60_000,
        what: 'deliveries',
      });
      // These have arrived, and their deliverers cannot know it when they die.
      holding = true;
      await until(() => held.length >= 10, { timeoutMs: 60_000, what: 'ten under way' });
      await stack.kill(which);
      holding = false;
      for (const response of held.splice(0)) response.writeHead(204).end();
    }
    for (const which of deliverers) await stack.start(which);
    await load.finish();
    const events = await emitted(stack.db, 'killed');
    await until(async () => (await fannedOut()) >= events.length, {
      timeoutMs: 60_000,
      what: 'the fan-out of all events',
    });
    await settled('the queue to be settled');
    await receiver.stop();

    for (const path of endpoints) {
      const own = receiver.received.filter((each) => each.path === path);
      expect([...new Set(own.map(({ eventId }) => eventId))].sort()).toEqual(events);
    }
    const repeats = [...Map.groupBy(receiver.received, deliveryOf).values()].filter(
      ({ length }) => length > 1,
    );
    process.stdout.write(
      `${events.length} events to ${endpoints.length} endpoints, ${deliverers.length} kills: ` +
        `${receiver.received.length} deliveries, ${repeats.length} of them repeated\n`,
    );
    expect(repeats.length).toBeGreaterThan(0);
    for (const [first, ...again] of repeats) {
      expect(JSON.parse(first?.body ?? '').id).toBe(first?.eventId);
      // Each attempt has a time and a signature of its own.
      for (const { path, body } of again) {
        expect({ path, body }).toEqual({ path: first?.path, body: first?.body });
      }
    }
    const { rows } = await stack.db.query(
      'select status, count(*)::int as n from webhooks.delivery group by status',
    );
    expect(rows).toEqual([{ status: 'succeeded', n: events.length * endpoints.length }]);
  });

  const fannedOut = async () => {
    const { rows } = await stack.db.query<{ n: number }>(
      `select count(*)::int as n from webhooks.event
        where job_id in (select id from jobs.job where reference = 'killed')`,
    );
    return rows[0]?.n ?? 0;
  };

  it('fill no memory while receivers hang, drip, and send 100 MB', async () => {
    const receiver = await startReceiver((response, { path }) => {
      misbehaviour[path.split('/')[1] ?? '']?.(response);
    });
    const each = 8;
    const atOnce = 10;
    const api = as('ten_rival');
    const ids: string[] = [];
    for (const kind of Object.keys(misbehaviour)) {
      for (let n = 0; n < each; n += 1) {
        const url = receiver.url(`/${kind}/${n}`);
        ids.push((await api.create({ url, events: ['*'] })).id);
      }
    }
    await stack.child('webhooks#2').stop(50_000);
    const { pid } = stack.child('webhooks');
    const untried = "select 1 from webhooks.delivery where tenant_id = 'ten_rival' and attempt = 0";
    const { grownMb, fromMb } = await growthOf(pid, async () => {
      for (const id of ids) for (let n = 0; n < atOnce; n += 1) await api.test({ id });
      await until(async () => (await stack.db.query(untried)).rowCount === 0, {
        timeoutMs: 90_000,
        everyMs: 100,
        what: 'an attempt of each delivery',
      });
    });
    process.stdout.write(
      `${ids.length} endpoints that hang, drip or send 100 MB, ${atOnce} at a time: ` +
        `the deliverer grew by ${grownMb} MB at most, from ${fromMb} MB\n`,
    );
    // A megabyte kept of each answer of 100 MB would be more.
    expect(grownMb).toBeLessThan(each * atOnce);
    for (const id of ids) await api.remove({ id });
    await receiver.stop();
  });
});

const deliveryOf = ({ path, eventId }: Received): string => `${path} ${eventId}`;
