import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { alarmsOf, later } from './alarms.ts';
import { type App, start, startWebhooks } from './app.ts';

let app: App;
let at: ReturnType<typeof alarmsOf>;
beforeAll(async () => {
  app = await startWebhooks({ workers: [] });
  at = alarmsOf(app);
});
afterAll(() => app?.stop());
beforeEach(() => app.clock.set(start));

describe('the list', () => {
  it('is of all tenants, newest first, by type, status, severity and job, in pages', async () => {
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

  it('begins after no alarm that is gone', async () => {
    await expect(at.desk().listOpsEvents({ starting_after: 'oev_gone' })).rejects.toMatchObject({
      issues: [{ path: ['starting_after'], code: 'unknown_cursor' }],
    });
  });

  it('goes back 30 days', async () => {
    const { job } = await at.newAlarm();
    app.clock.set(later(30 * 24 * 3_600 + 1));
    await app.runSchedule('webhooks', 'purge-log');
    expect(await job.alarms()).toEqual([]);
  });
});
