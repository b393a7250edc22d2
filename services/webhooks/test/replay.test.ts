import { newTenant } from '@svc/kit/testing/service-test';
import { describe, expect, it } from 'vitest';
import { type App, start, wanting, webhooksTest } from './app.ts';
import { receiverTest } from './receiver.ts';

const receiver = receiverTest();
const app = webhooksTest();

/** Twenty-five events of one job, a second apart; an endpoint that comes after them. */
async function lateEndpoint(events = ['*']) {
  for (let n = 1; n <= 25; n += 1) {
    const type = n % 5 === 0 ? 'job.updated' : 'custody.scanned';
    await app.happen(app.tenant, { type, job_id: `job_${app.tenant}` });
    app.clock.advanceMs(1_000);
  }
  await app.fannedOut(app.tenant, 25);
  return (await app.as().create(wanting(receiver.url, events))).id;
}
const succeeded = (count: number) => (log: Awaited<ReturnType<App['log']>>) =>
  log.filter(({ status }) => status === 'succeeded').length === count;
const sequences = () => receiver.events().map(({ sequence }) => sequence);
const upTo = (last: number) => Array.from({ length: last }, (_, n) => n + 1);

describe('a replay since a moment', () => {
  it('sends all events that the endpoint subscribes to, in order of creation', async () => {
    const id = await lateEndpoint();
    expect(await app.as().replay({ id, since: start })).toEqual({
      object: 'replay',
      replayed: 25,
    });
    await app.logged(app.tenant, id, succeeded(25));
    expect(sequences()).toEqual(upTo(25));
  });

  it('includes events of that very moment', async () => {
    const id = await lateEndpoint();
    const since = '2026-11-02T10:00:20.000+02:00';
    expect(await app.as().replay({ id, since })).toMatchObject({ replayed: 5 });
    await app.logged(app.tenant, id, succeeded(5));
    expect(sequences()).toEqual([21, 22, 23, 24, 25]);
  });

  it('leaves out types that the endpoint does not subscribe to', async () => {
    const id = await lateEndpoint(['job.updated']);
    expect(await app.as().replay({ id, since: start })).toMatchObject({ replayed: 5 });
    await app.logged(app.tenant, id, succeeded(5));
    expect(sequences()).toEqual([5, 10, 15, 20, 25]);
  });

  it('covers at most 14 days', async () => {
    const id = await lateEndpoint();
    app.clock.set('2026-11-16T08:00:10.000Z');
    expect(await app.as().replay({ id, since: start })).toMatchObject({ replayed: 15 });
    await app.logged(app.tenant, id, succeeded(15));
    expect(sequences()[0]).toBe(11);
  });

  it('continues when one delivery fails, and retries that one later', async () => {
    const id = await lateEndpoint();
    receiver.behave((response, { body }) => {
      response.writeHead(JSON.parse(body).sequence === 3 ? 500 : 204).end();
    });
    await app.as().replay({ id, since: start });
    const log = await app.logged(app.tenant, id, succeeded(24));
    expect(sequences()).toEqual(upTo(25));
    expect(log.filter(({ status }) => status === 'pending')).toMatchObject([{ attempt: 1 }]);
  });

  it('that is longer than one transaction continues by schedule, in order', async () => {
    const id = await lateEndpoint();
    await app.sql(
      `insert into webhooks.event (tenant_id, id, type, job_id, sequence, created_at, body)
       select $1, 'evt_many_' || n, 'job.updated', '', n + 25, $2::timestamptz + n * interval '1 ms',
              '{"id":"evt_many_' || n || '","sequence":' || n + 25 || '}'
         from generate_series(1, 5000) n`,
      [app.tenant, app.clock.now()],
    );
    app.clock.advanceMs(10_000);
    expect(await app.as().replay({ id, since: start })).toMatchObject({ replayed: 5_025 });
    app.clock.advanceMs(1);
    await app.runSchedule('continue-replays');
    const rows = await app.sql(
      `select count(*)::int as n, count(distinct event_id)::int as events
         from webhooks.delivery where tenant_id = $1`,
      [app.tenant],
    );
    expect(rows).toEqual([{ n: 5_025, events: 5_025 }]);
    await app.as().remove({ id });
  });
});

describe('a replay of events by id', () => {
  it('sends these in order of creation, also of other types', async () => {
    const id = await lateEndpoint(['job.updated']);
    const { data } = await app.as().listEvents({ limit: 100 });
    const event_ids = [7, 2, 4].map((sequence) => data[sequence - 1]?.id ?? '');
    const replayed = await app.as().replay({ id, event_ids: [...event_ids, 'evt_none'] });
    expect(replayed).toMatchObject({ replayed: 3 });
    await app.logged(app.tenant, id, succeeded(3));
    expect(sequences()).toEqual([2, 4, 7]);
  });

  it('sends no events of other tenants', async () => {
    await lateEndpoint();
    const { data } = await app.as().listEvents({ limit: 5 });
    const rival = newTenant();
    const { id } = await app.as(rival).create(wanting(receiver.url));
    const event_ids = data.map((event) => event.id);
    expect(await app.as(rival).replay({ id, event_ids })).toMatchObject({ replayed: 0 });
    expect(await app.log(rival, id)).toEqual([]);
  });

  it('sends delivered events again, with the same id and bytes', async () => {
    const { id } = await app.as().create(wanting(receiver.url));
    const { event_id } = await app.as().test({ id });
    await app.logged(app.tenant, id, succeeded(1));
    app.clock.advanceMs(1);
    await app.as().replay({ id, event_ids: [event_id] });
    await app.logged(app.tenant, id, succeeded(2));
    const [first, second] = receiver.received;
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['svc-event-id']).toBe(event_id);
  });
});
