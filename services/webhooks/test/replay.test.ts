import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type App, newTenant, start, startWebhooks, wanting } from './app.ts';
import { type Receiver, startReceiver } from './receiver.ts';

let app: App;
let receiver: Receiver;
beforeAll(async () => {
  app = await startWebhooks();
});
afterAll(() => app?.stop());

let tenant: string;
beforeEach(async () => {
  app.clock.set(start);
  receiver = await startReceiver();
  tenant = newTenant();
});
afterEach(() => receiver.stop());

/** Twenty-five events of one job, a second apart; an endpoint that comes after them. */
async function lateEndpoint(events = ['*']) {
  for (let n = 1; n <= 25; n += 1) {
    const type = n % 5 === 0 ? 'job.updated' : 'custody.scanned';
    await app.happen(tenant, { type, job_id: `job_${tenant}` });
    app.clock.advanceMs(1_000);
  }
  await app.fannedOut(tenant, 25);
  return (await app.as(tenant).create(wanting(receiver.url, events))).id;
}
const succeeded = (count: number) => (log: Awaited<ReturnType<App['log']>>) =>
  log.filter(({ status }) => status === 'succeeded').length === count;
const sequences = () => receiver.events().map(({ sequence }) => sequence);
const upTo = (last: number) => Array.from({ length: last }, (_, n) => n + 1);

describe('replay since a moment', () => {
  it('sends all that the endpoint wants, in order of creation', async () => {
    const id = await lateEndpoint();
    expect(await app.as(tenant).replay({ id, since: start })).toEqual({
      object: 'replay',
      replayed: 25,
    });
    await app.logged(tenant, id, succeeded(25));
    expect(sequences()).toEqual(upTo(25));
  });

  it('begins with that moment', async () => {
    const id = await lateEndpoint();
    const since = '2026-11-02T10:00:20.000+02:00';
    expect(await app.as(tenant).replay({ id, since })).toMatchObject({ replayed: 5 });
    await app.logged(tenant, id, succeeded(5));
    expect(sequences()).toEqual([21, 22, 23, 24, 25]);
  });

  it('leaves out what the endpoint does not want', async () => {
    const id = await lateEndpoint(['job.updated']);
    expect(await app.as(tenant).replay({ id, since: start })).toMatchObject({ replayed: 5 });
    await app.logged(tenant, id, succeeded(5));
    expect(sequences()).toEqual([5, 10, 15, 20, 25]);
  });

  it('goes back 14 days at most', async () => {
    const id = await lateEndpoint();
    app.clock.set('2026-11-16T08:00:10.000Z');
    expect(await app.as(tenant).replay({ id, since: start })).toMatchObject({ replayed: 15 });
    await app.logged(tenant, id, succeeded(15));
    expect(sequences()[0]).toBe(11);
  });

  it('goes on when one fails, and tries that one again later', async () => {
    const id = await lateEndpoint();
    receiver.behave((response, { body }) => {
      response.writeHead(JSON.parse(body).sequence === 3 ? 500 : 204).end();
    });
    await app.as(tenant).replay({ id, since: start });
    const log = await app.logged(tenant, id, succeeded(24));
    expect(sequences()).toEqual(upTo(25));
    expect(log.filter(({ status }) => status === 'pending')).toMatchObject([{ attempt: 1 }]);
  });

  it('that is longer than one transaction goes on by schedule, in order', async () => {
    const id = await lateEndpoint();
    await app.owner.query(
      `insert into webhooks.event (tenant_id, id, type, job_id, sequence, created_at, body)
       select $1, 'evt_many_' || n, 'job.updated', '', n + 25, $2::timestamptz + n * interval '1 ms',
              '{"id":"evt_many_' || n || '","sequence":' || n + 25 || '}'
         from generate_series(1, 5000) n`,
      [tenant, app.clock.now()],
    );
    app.clock.advanceMs(10_000);
    expect(await app.as(tenant).replay({ id, since: start })).toMatchObject({ replayed: 5_025 });
    app.clock.advanceMs(1);
    await app.runSchedule('webhooks', 'continue-replays');
    const { rows } = await app.owner.query(
      `select count(*)::int as n, count(distinct event_id)::int as events
         from webhooks.delivery where tenant_id = $1`,
      [tenant],
    );
    expect(rows).toEqual([{ n: 5_025, events: 5_025 }]);
    await app.as(tenant).remove({ id });
  });
});

describe('replay of events by id', () => {
  it('sends these in order of creation, also what the endpoint does not want', async () => {
    const id = await lateEndpoint(['job.updated']);
    const { data } = await app.as(tenant).listEvents({ limit: 100 });
    const event_ids = [7, 2, 4].map((sequence) => data[sequence - 1]?.id ?? '');
    const replayed = await app.as(tenant).replay({ id, event_ids: [...event_ids, 'evt_none'] });
    expect(replayed).toMatchObject({ replayed: 3 });
    await app.logged(tenant, id, succeeded(3));
    expect(sequences()).toEqual([2, 4, 7]);
  });

  it('sends nobody else’s events', async () => {
    await lateEndpoint();
    const { data } = await app.as(tenant).listEvents({ limit: 5 });
    const rival = newTenant();
    const { id } = await app.as(rival).create(wanting(receiver.url));
    const event_ids = data.map((event) => event.id);
    expect(await app.as(rival).replay({ id, event_ids })).toMatchObject({ replayed: 0 });
    expect(await app.log(rival, id)).toEqual([]);
  });

  it('sends again what was delivered before, with the same id and bytes', async () => {
    const { id } = await app.as(tenant).create(wanting(receiver.url));
    const { event_id } = await app.as(tenant).test({ id });
    await app.logged(tenant, id, succeeded(1));
    app.clock.advanceMs(1);
    await app.as(tenant).replay({ id, event_ids: [event_id] });
    await app.logged(tenant, id, succeeded(2));
    const [first, second] = receiver.received;
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['svc-event-id']).toBe(event_id);
  });
});

describe('replay with bad input', () => {
  it.each([{}, { event_ids: [] }, { since: 'yesterday' }, { event_ids: ['evt_1'], since: start }])(
    'is told so: %j',
    async (input) => {
      const { id } = await app.as(tenant).create(wanting(receiver.url));
      const reply = await app.call('replay', { id, ...input }, tenant);
      expect(reply).toEqual({ invalid: expect.anything() });
    },
  );
});

describe('replay repeated with its key', () => {
  it('queues once', async () => {
    const id = await lateEndpoint();
    const input = { id, since: start };
    const first = await app.call('replay', input, tenant, `replay-${id}`);
    const second = await app.call('replay', input, tenant, `replay-${id}`);
    expect(second).toEqual({ ...first, replayed: true });
    expect(await app.log(tenant, id)).toHaveLength(25);
  });
});
