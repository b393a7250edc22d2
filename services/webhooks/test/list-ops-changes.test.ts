import { until } from '@svc/devnet';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, newTenant, startWebhooks } from './app.ts';

let app: App;
beforeAll(async () => {
  app = await startWebhooks({ workers: [] });
});
afterAll(() => app?.stop());

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

describe('the changes', () => {
  it('without a cursor are none, only where they end', async () => {
    await newAlarm();
    const { data, has_more } = await desk().listOpsChanges({});
    expect({ data, has_more }).toEqual({ data: [], has_more: false });
  });

  it('are in order, in pages, and each alarm once as it is now', async () => {
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

  it('after a cursor of another database are none, and tell the end of this one', async () => {
    const last = await end();
    expect(await desk().listOpsChanges({ after: '999999999999999999' })).toEqual({
      data: [],
      last,
      has_more: false,
    });
  });

  it('wait for a writer that drew an earlier number, so that a reader misses none', async () => {
    const from = await end();
    const slow = new Client({ connectionString: app.url });
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

  it('reach a reader that goes on from the last page, each once, whatever commits meanwhile', async () => {
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
