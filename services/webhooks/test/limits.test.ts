/** Bounds that keep a tenant, or several, from flooding a receiver that never asked for it. */
import { until } from '@svc/devnet';
import { newTenant, refused } from '@svc/kit/testing/service-test';
import { describe, expect, it } from 'vitest';
import { start, wanting, webhooksTest } from './app.ts';
import { receiverTest } from './receiver.ts';

const receiver = receiverTest();
const app = webhooksTest({
  env: { SVC_WEBHOOK_ENDPOINTS_MAX: '20', SVC_WEBHOOK_HOST_PER_MINUTE: '30' },
});

const at = (path: string, host = '127.0.0.1') =>
  wanting(`http://${host}:${new URL(receiver.url).port}/${path}`);
const register = async (by: string, count: number, host?: string): Promise<string[]> => {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push((await app.as(by).create(at(`${n}`, host))).id);
  return ids;
};

describe('the endpoints of a tenant', () => {
  it('may share an address: each has a secret and deliveries of its own', async () => {
    const first = await app.as().create(at('same'));
    const second = await app.as().create(at('same'));
    const { id } = await app.as().create(at('other'));
    expect(second.secret).not.toBe(first.secret);
    expect(await app.as().update({ id, url: first.url })).toMatchObject({ url: first.url });
    await app.happen(app.tenant, { type: 'job.created', job_id: 'job_1' });
    for (const each of [first.id, second.id, id])
      await app.logged(app.tenant, each, ([delivery]) => delivery?.status === 'succeeded');
    const signatures = receiver.received.map(({ headers }) => headers['svc-signature']);
    expect(new Set(signatures).size).toBe(3);
  });

  it('stay within the bound under concurrent registrations', async () => {
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, n) => app.call('create', at(`${n}`))),
    );
    expect(replies.filter((reply) => 'ok' in reply)).toHaveLength(20);
  });
});

it('a host of many endpoints gets its rate per minute, and delays no other', async () => {
  const tenants = [newTenant(), newTenant(), newTenant(), newTenant()];
  for (const each of tenants) await register(each, 20);
  app.clock.advanceMs(60_000);
  const minute = app.clock.now();
  for (const each of tenants) await app.happen(each, { type: 'job.created', job_id: 'job_1' });
  for (const each of tenants) await app.fannedOut(each, 1);
  const received = (count: number) =>
    until(() => receiver.received.length >= count, { timeoutMs: 60_000, what: `${count} POSTs` });
  const recorded = () =>
    until(
      async () => {
        const claimed = 'select from webhooks.pending_delivery where claim is not null limit 1';
        return (await app.sql(claimed)).length === 0;
      },
      { timeoutMs: 60_000, what: 'the attempts of this minute' },
    );
  await received(30);
  // Deliveries to another host continue while these wait.
  const [other = ''] = await register(app.tenant, 1, 'localhost');
  for (let n = 0; n < 3; n += 1) await app.as().test({ id: other });
  await app.logged(app.tenant, other, (log) => log.every(({ status }) => status === 'succeeded'));
  expect(receiver.received).toHaveLength(33);
  await recorded();
  const waiting = await app.sql(
    'select count(*)::int as n, max(attempt) as attempt from webhooks.pending_delivery',
  );
  expect(waiting).toEqual([{ n: 50, attempt: 0 }]);
  for (const [minutes, count] of [
    [1, 63],
    [2, 83],
  ] as const) {
    app.moveTo(new Date(minute.getTime() + minutes * 60_000));
    await received(count);
    // A minute is as long as a lease: what is not recorded before the next one is sent again.
    await recorded();
  }
  const left = await app.sql('select 1 from webhooks.pending_delivery');
  expect(left).toEqual([]);
  expect(receiver.received).toHaveLength(83);
});

describe('a replay', () => {
  it('is refused while an earlier one of the endpoint is unfinished', async () => {
    app.clock.set(new Date(app.clock.now().getTime() + 60_000));
    const { id } = await app.as().create(at('replay'));
    const { event_id } = await app.as().test({ id });
    await app.logged(app.tenant, id, (log) => log.every(({ status }) => status === 'succeeded'));
    let answer = () => {};
    receiver.behave((response) => {
      answer = () => response.writeHead(500).end();
    });
    const replay = { id, event_ids: [event_id] };
    await app.as().replay(replay);
    await until(() => receiver.received.length === 2, { timeoutMs: 60_000, what: 'the replay' });
    expect(await app.call('replay', replay)).toEqual(refused('replay_in_progress'));
    const since = { id, since: start };
    expect(await app.call('replay', since)).toEqual(refused('replay_in_progress'));
    answer();
    // Tried once, it waits for its next attempt like any delivery, and the replay is over.
    await app.logged(app.tenant, id, (log) =>
      log.some(({ attempt, status }) => attempt === 1 && status === 'pending'),
    );
    expect(await app.call('replay', replay)).toMatchObject({ ok: { replayed: 1 } });
  });

  it('is accepted once among twenty concurrent requests', async () => {
    const { id } = await app.as().create(at('twins'));
    const { event_id } = await app.as().test({ id });
    await app.as().update({ id, status: 'disabled' });
    app.clock.advanceMs(1);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => app.call('replay', { id, event_ids: [event_id] })),
    );
    expect(replies.filter((reply) => 'ok' in reply)).toHaveLength(1);
    expect(replies.filter((reply) => 'refused' in reply)).toHaveLength(19);
  });
});
