import { until } from '@svc/devnet';
import { newTenant } from '@svc/kit/testing/service-test';
import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { alarmsOf, later } from './alarms.ts';
import { webhooksTest } from './app.ts';

const app = webhooksTest({ workers: [] });
const at = alarmsOf(app);

describe('listOpsEvents', () => {
  it('returns those of all tenants, newest first, filtered, in pages', async () => {
    const job = at.newJob();
    app.clock.set(later(1));
    await job.happen({ type: 'sla.at_risk' }, 'tracking');
    app.clock.set(later(2));
    await job.happen({ type: 'seal.broken' });
    app.clock.set(later(3));
    await job.happen({ type: 'sla.breached' }, 'tracking');
    const types = async (filter: object) =>
      (await at.list({ job_id: job.job_id, ...filter })).map(({ type }) => type);
    expect(await types({})).toEqual(['sla.breached', 'seal.broken', 'sla.at_risk']);
    expect(await types({ severity: 'warning' })).toEqual(['sla.at_risk']);
    expect(await types({ status: 'open' })).toEqual(['sla.breached', 'seal.broken']);
    expect(await types({ type: 'seal.broken' })).toEqual(['seal.broken']);
    const page = await at.desk().listOpsEvents({ job_id: job.job_id, limit: 1 });
    expect(page).toMatchObject({ has_more: true, data: [{ type: 'sla.breached' }] });
    const starting_after = page.data[0]?.id ?? '';
    expect(await types({ starting_after })).toEqual(['seal.broken', 'sla.at_risk']);
  });

  it('returns alarms of the last 30 days', async () => {
    const job = at.newJob();
    await job.happen({ type: 'seal.broken' });
    const { job: warm, alarm } = await at.newAlarm();
    app.clock.set(later(30 * 24 * 3_600 + 1));
    await app.runSchedule('purge-log');
    expect(await job.alarms()).toEqual([]);
    // Kept until its disposition is recorded.
    expect(await warm.alarms()).toEqual([alarm]);
    const { id } = alarm;
    await at.desk().recordDisposition({ id, disposition: 'discard', by: 'Ann', reason: 'Warm' });
    await app.runSchedule('purge-log');
    expect(await warm.alarms()).toEqual([]);
  });
});

it('open alarms by type are the newest of each type with their count, and each urgent one', async () => {
  await app.sql('delete from webhooks.ops_event');
  const job = at.newJob();
  for (const second of [1, 2, 3]) {
    app.clock.set(later(second));
    await job.happen({ type: 'sla.at_risk' }, 'tracking');
    await job.happen({ type: 'temperature.excursion' }, 'tracking');
  }
  const [newest] = await at.list({ type: 'temperature.excursion' });
  await at.desk().acknowledge({ id: newest?.id ?? '', by: 'Ann' });
  const waiting = async (filter = {}) =>
    (await at.desk().listOpsEventKinds(filter)).data.map(({ count, event }) => [
      event.type,
      count,
      event.created_at,
    ]);
  const excursions = [3, 2, 1].map((second) => [
    'temperature.excursion',
    3,
    later(second).toISOString(),
  ]);
  const [latest, ...others] = excursions;
  const atRisk = ['sla.at_risk', 3, later(3).toISOString()];
  expect((await waiting()).toSorted()).toEqual([atRisk, latest, ...others].toSorted());
  expect(await waiting({ severity: 'warning' })).toEqual([atRisk]);
  await job.happen({ type: 'delivery.completed' });
  expect((await waiting()).toSorted()).toEqual(excursions.toSorted());
  for (const { id } of await at.list({ type: 'temperature.excursion' })) {
    await at.desk().recordDisposition({ id, disposition: 'release', by: 'Ann', reason: 'Cool' });
  }
  expect(await waiting()).toEqual([]);
});

const desk = () => app.as('ten_carrier');
const end = async () => (await desk().listOpsChanges({})).last;

async function newAlarm(): Promise<string> {
  const tenant = newTenant();
  await app.happen(tenant, { type: 'seal.broken', job_id: `job_${tenant}` });
  await app.fannedOut(tenant, 1);
  return (await desk().listOpsEvents({ job_id: `job_${tenant}` })).data[0]?.id ?? '';
}
const idsAfter = async (after: string) =>
  (await desk().listOpsChanges({ after })).data.map(({ event }) => event.id);

const waiting = `select from pg_locks where locktype = 'advisory' and not granted
  and database = (select oid from pg_database where datname = current_database())`;

describe('listOpsChanges', () => {
  it('returns only the end of the changes without a cursor', async () => {
    await newAlarm();
    const { data, has_more } = await desk().listOpsChanges({});
    expect({ data, has_more }).toEqual({ data: [], has_more: false });
  });

  it('returns changes in order, in pages, and each alarm once with its latest state', async () => {
    const from = await end();
    const alarms = [await newAlarm(), await newAlarm(), await newAlarm()];
    await desk().acknowledge({ id: alarms[0] ?? '', by: 'Lerato M' });
    const first = await desk().listOpsChanges({ after: from, limit: 2 });
    expect(first.data.map(({ event }) => event.id)).toEqual(alarms.slice(1));
    expect(first).toMatchObject({ has_more: true, last: first.data[1]?.change });
    const rest = await desk().listOpsChanges({ after: first.last });
    expect(rest).toMatchObject({ has_more: false, last: await end() });
    expect(rest.data).toMatchObject([{ event: { id: alarms[0], status: 'acknowledged' } }]);
    expect(await idsAfter(rest.last)).toEqual([]);
  });

  it('returns the end alone after a cursor of another database', async () => {
    const last = await end();
    expect(await desk().listOpsChanges({ after: '999999999999999999' })).toEqual({
      data: [],
      last,
      has_more: false,
    });
  });

  it('waits for a writer with an earlier number, so that readers miss nothing', async () => {
    const from = await end();
    const slow = new Client({ connectionString: app.running().url });
    await slow.connect();
    await slow.query('begin');
    await slow.query(`select pg_advisory_xact_lock_shared(hashtextextended('ops_event', 2))`);
    await slow.query(
      `insert into webhooks.ops_event (tenant_id, id, type, severity, job_id, data, created_at, status)
       values ('ten_slow', 'oev_slow', 'seal.broken', 'critical', '', '{}', now(), 'open')`,
    );
    const quick = await newAlarm();
    const reading = idsAfter(from);
    await until(async () => (await slow.query(waiting)).rowCount === 1, {
      timeoutMs: 60_000,
      what: 'the reader to wait',
    });
    await slow.query('commit');
    await slow.end();
    expect(await reading).toEqual(['oev_slow', quick]);
  });

  it('returns each change once to a reader that continues under concurrent commits', async () => {
    let after = await end();
    const read: string[] = [];
    const writing = Promise.all(Array.from({ length: 20 }, newAlarm));
    let isWritten = false;
    const written = writing.then((ids) => {
      isWritten = true;
      return ids;
    });
    for (let passes = 0; !isWritten || passes === 0; passes += 1) {
      const page = await desk().listOpsChanges({ after, limit: 3 });
      read.push(...page.data.map(({ event }) => event.id));
      after = page.last;
    }
    const all = await written;
    for (let more = true; more; ) {
      const page = await desk().listOpsChanges({ after });
      read.push(...page.data.map(({ event }) => event.id));
      after = page.last;
      more = page.has_more;
    }
    expect(read.toSorted()).toEqual(all.toSorted());
  });
});
