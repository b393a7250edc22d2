import { until } from '@svc/devnet';
import { newTenant } from '@svc/kit/testing/service-test';
import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { start, wanting, webhooksTest } from './app.ts';

const app = webhooksTest({ workers: [] });

const url = 'http://127.0.0.1:9/hook';
const days = (count: number) => new Date(Date.parse(start) + count * 24 * 3_600_000);

describe('purge-log', () => {
  it('keeps events and deliveries for 30 days', async () => {
    const { id } = await app.as().create(wanting(url));
    await app.as().test({ id });
    app.clock.set(days(30));
    await app.runSchedule('purge-log');
    expect((await app.as().listEvents({})).data).toHaveLength(1);
    app.clock.set(new Date(days(30).getTime() + 1));
    await app.runSchedule('purge-log');
    expect((await app.as().listEvents({})).data).toEqual([]);
    expect(await app.log(app.tenant, id)).toEqual([]);
  });

  it('continues in batches until all is deleted', async () => {
    await app.sql(
      `insert into webhooks.event (tenant_id, id, type, job_id, sequence, created_at, body)
       select $1, 'evt_' || n, 'job.updated', '', 0, $2, '{}'
         from generate_series(1, 12000) n`,
      [app.tenant, days(-31)],
    );
    await app.runSchedule('purge-log');
    const rows = await app.sql(
      'select count(*)::int as n from webhooks.event where tenant_id = $1',
      [app.tenant],
    );
    expect(rows).toEqual([{ n: 0 }]);
  });
});

describe('purge-numbers', () => {
  const hour = 3_600_000;
  const year = days(365);
  const later = (ms: number) => new Date(year.getTime() + ms);
  const purge = () => app.runSchedule('purge-numbers');
  /** The number that the next event of the job gets. */
  const numberOf = async (tenant: string, job: string, type = 'incident.reported') => {
    const known = (await app.as(tenant).listEvents({ limit: 100 })).data.length;
    await app.happen(tenant, { type, job_id: `${job}_${tenant}` });
    await app.fannedOut(tenant, known + 1);
    return (await app.as(tenant).listEvents({ limit: 100 })).data.at(-1)?.sequence;
  };
  const counters = async (tenant: string) => {
    const rows = await app.sql(
      'select job_id from webhooks.job_number where tenant_id = $1 order by 1',
      [tenant],
    );
    return rows.map(({ job_id }) => job_id.slice(0, 'job_1'.length));
  };
  /** Ids sort by time: `job_2` ended, the others did not. */
  async function threeJobs() {
    const tenant = newTenant();
    await numberOf(tenant, 'job_1', 'job.created');
    await numberOf(tenant, 'job_2', 'job.created');
    await numberOf(tenant, 'job_2', 'delivery.completed');
    await numberOf(tenant, 'job_3', 'job.created');
    return tenant;
  }

  it('deletes the counter of a job that ended a year ago, one run after marking it', async () => {
    const tenant = await threeJobs();
    app.clock.set(year);
    await purge();
    await purge();
    expect(await counters(tenant)).toEqual(['job_1', 'job_2', 'job_3']);
    app.clock.set(later(1));
    await purge();
    expect(await counters(tenant)).toEqual(['job_1', 'job_2', 'job_3']);
    app.clock.set(later(hour));
    await purge();
    expect(await counters(tenant)).toEqual(['job_1', 'job_3']);
  });

  it('causes no duplicate number, for later events are not counted', async () => {
    const tenant = await threeJobs();
    app.clock.set(later(1));
    await purge();
    await purge();
    expect(await numberOf(tenant, 'job_2')).toBe(0);
    expect(await numberOf(tenant, 'job_2')).toBe(0);
    expect(await numberOf(tenant, 'job_1')).toBe(2);
    expect(await numberOf(tenant, 'job_4', 'job.created')).toBe(1);
    expect(await numberOf(newTenant(), 'job_2', 'job.created')).toBe(1);
  });

  it('causes no duplicate number for an event concurrent with the deletion', async () => {
    const tenant = await threeJobs();
    app.clock.set(later(1));
    await purge();
    const purging = new Client({ connectionString: app.running().url });
    await purging.connect();
    await purging.query('begin');
    const deleteEarly =
      "delete from webhooks.job_number where tenant_id = $1 and job_id like 'job_2%'";
    expect(await purging.query(deleteEarly, [tenant])).toMatchObject({ rowCount: 1 });
    const late = numberOf(tenant, 'job_2');
    const waiting = `select from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`;
    await until(async () => (await app.sql(waiting)).length, {
      timeoutMs: 60_000,
      what: 'the fan-out to wait',
    });
    await purging.query('commit');
    await purging.end();
    expect(await late).toBe(0);
  });

  it('restarts the year with every event, marked or not', async () => {
    const tenant = await threeJobs();
    app.clock.set(later(1));
    await purge();
    expect(await numberOf(tenant, 'job_2')).toBe(3);
    await purge();
    expect(await counters(tenant)).toContain('job_2');
    expect(await numberOf(tenant, 'job_2')).toBe(4);
  });
});

describe('give-up', () => {
  it('fails what has been pending for 14 days', async () => {
    const { id } = await app.as().create(wanting(url));
    await app.as().update({ id, status: 'disabled' });
    app.clock.advanceMs(1);
    await app.as().test({ id });
    app.clock.set(days(14));
    await app.runSchedule('give-up');
    expect(await app.log(app.tenant, id)).toMatchObject([{ status: 'pending' }]);
    app.clock.set(days(15));
    await app.runSchedule('give-up');
    expect(await app.log(app.tenant, id)).toMatchObject([
      { status: 'failed', next_attempt_at: null },
    ]);
  });

  it('deletes what a removed endpoint left', async () => {
    const { id } = await app.as().create(wanting(url));
    await app.as().test({ id });
    await app.as().remove({ id });
    app.clock.set(days(15));
    await app.runSchedule('give-up');
    const rows = await app.sql('select 1 from webhooks.pending_delivery where tenant_id = $1', [
      app.tenant,
    ]);
    expect(rows).toEqual([]);
  });
});
