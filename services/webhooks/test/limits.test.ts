/** Bounds that keep a tenant, or several, from flooding a receiver that never asked for it. */
import { until } from '@svc/devnet';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type App, newTenant, start, startWebhooks, wanting } from './app.ts';
import { type Receiver, startReceiver } from './receiver.ts';

const refusal = (code: string) => ({ refused: expect.objectContaining({ code }) });

let app: App;
let receiver: Receiver;
let tenant: string;
beforeAll(async () => {
  app = await startWebhooks({
    env: { SVC_WEBHOOK_ENDPOINTS_MAX: '20', SVC_WEBHOOK_HOST_PER_MINUTE: '30' },
  });
});
afterAll(() => app?.stop());
beforeEach(async () => {
  receiver = await startReceiver();
  tenant = newTenant();
});
afterEach(() => receiver.stop());

const at = (path: string, host = '127.0.0.1') =>
  wanting(`http://${host}:${new URL(receiver.url).port}/${path}`);
const register = async (by: string, count: number, host?: string): Promise<string[]> => {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push((await app.as(by).create(at(`${n}`, host))).id);
  return ids;
};

describe('the endpoints of a tenant', () => {
  it('are twenty at most, and one per address', async () => {
    const [first = ''] = await register(tenant, 19);
    expect(await app.call('create', at('0'), tenant)).toEqual(refusal('endpoint_exists'));
    expect(await app.call('create', at('0#again'), tenant)).toEqual(refusal('endpoint_exists'));
    const { id } = await app.as(tenant).create(at('last'));
    expect(await app.call('create', at('more'), tenant)).toEqual(refusal('too_many_endpoints'));
    const input = { id, url: at('0').url };
    expect(await app.call('update', input, tenant)).toEqual(refusal('endpoint_exists'));
    await app.as(tenant).update({ id, url: at('last').url, events: ['job.created'] });
    await app.as(tenant).remove({ id: first });
    await app.as(tenant).create(at('0'));
    await app.as(newTenant()).create(at('0'));
  });

  it('are counted for the tenant, with their bound', async () => {
    await register(tenant, 2);
    expect(await app.as(tenant).usage({})).toMatchObject({ endpoints: 2, endpoints_max: 20 });
    expect(await app.as(newTenant()).usage({})).toMatchObject({ endpoints: 0, days: [] });
  });

  it('stay within the bound when they are registered all at once', async () => {
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, n) => app.call('create', at(`${n}`), tenant)),
    );
    expect(replies.filter((reply) => 'ok' in reply)).toHaveLength(20);
    const same = newTenant();
    const twins = await Promise.all(
      Array.from({ length: 5 }, () => app.call('create', at(''), same)),
    );
    expect(twins.filter((reply) => 'ok' in reply)).toHaveLength(1);
  });
});

describe('a host that many endpoints of several tenants lead to', () => {
  it('gets so many deliveries a minute, the rest in the minutes after, and delays no other', async () => {
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
          return (await app.owner.query(claimed)).rowCount === 0;
        },
        { timeoutMs: 60_000, what: 'the attempts of this minute' },
      );
    await received(30);
    // Deliveries to another host go on while these wait.
    const [other = ''] = await register(tenant, 1, 'localhost');
    for (let n = 0; n < 3; n += 1) await app.as(tenant).test({ id: other });
    await app.logged(tenant, other, (log) => log.every(({ status }) => status === 'succeeded'));
    expect(receiver.received).toHaveLength(33);
    await recorded();
    const waiting = await app.owner.query(
      'select count(*)::int as n, max(attempt) as attempt from webhooks.pending_delivery',
    );
    expect(waiting.rows).toEqual([{ n: 50, attempt: 0 }]);
    for (const [minutes, count] of [
      [1, 63],
      [2, 83],
    ] as const) {
      app.moveTo(new Date(minute.getTime() + minutes * 60_000));
      await received(count);
      // A minute is as long as a lease: what is not recorded before the next one is sent again.
      await recorded();
    }
    const left = await app.owner.query('select 1 from webhooks.pending_delivery');
    expect(left.rowCount).toBe(0);
    expect(receiver.received).toHaveLength(83);
  });
});

describe('a replay', () => {
  it('is refused while an earlier one of the endpoint is unfinished', async () => {
    app.clock.set(new Date(app.clock.now().getTime() + 60_000));
    const { id } = await app.as(tenant).create(at('replay'));
    const { event_id } = await app.as(tenant).test({ id });
    await app.logged(tenant, id, (log) => log.every(({ status }) => status === 'succeeded'));
    let answer = () => {};
    receiver.behave((response) => {
      answer = () => response.writeHead(500).end();
    });
    const replay = { id, event_ids: [event_id] };
    await app.as(tenant).replay(replay);
    await until(() => receiver.received.length === 2, { timeoutMs: 60_000, what: 'the replay' });
    expect(await app.call('replay', replay, tenant)).toEqual(refusal('replay_in_progress'));
    const since = { id, since: start };
    expect(await app.call('replay', since, tenant)).toEqual(refusal('replay_in_progress'));
    answer();
    // Tried once, it waits for its next attempt like any delivery, and the replay is over.
    await app.logged(tenant, id, (log) =>
      log.some(({ attempt, status }) => attempt === 1 && status === 'pending'),
    );
    expect(await app.call('replay', replay, tenant)).toMatchObject({ ok: { replayed: 1 } });
  });

  it('of twenty at once is one', async () => {
    const { id } = await app.as(tenant).create(at('twins'));
    const { event_id } = await app.as(tenant).test({ id });
    await app.as(tenant).update({ id, status: 'disabled' });
    app.clock.advanceMs(1);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => app.call('replay', { id, event_ids: [event_id] }, tenant)),
    );
    expect(replies.filter((reply) => 'ok' in reply)).toHaveLength(1);
    expect(replies.filter((reply) => 'refused' in reply)).toHaveLength(19);
  });
});
