import { opsEventsTopic } from '@svc/contracts';
import { until } from '@svc/devnet';
import { describe, expect, it } from 'vitest';

import { alarmsOf, later } from './alarms.ts';
import { start, webhooksTest } from './app.ts';

const app = webhooksTest({ workers: [] });
const at = alarmsOf(app);

describe('an event that requires a decision', () => {
  it('raises an alarm of the desk in the transaction that stores it', async () => {
    const { job, alarm } = await at.newAlarm();
    expect(alarm).toMatchObject({
      type: 'temperature.excursion',
      severity: 'critical',
      tenant_id: job.tenant,
      job_id: job.job_id,
      data: { ref: 'SVC-7K3M9QX2', device_id: null, max_c: 11.8 },
      created_at: start,
      status: 'open',
      acknowledged_by: null,
      escalated_at: null,
      disposition: null,
    });
  });

  it('of a job that has ended is closed from the start, if it happened before', async () => {
    const job = at.newJob();
    app.clock.set(later(60));
    await job.happen({ type: 'delivery.completed' });
    app.clock.set(start);
    await job.happen({ type: 'incident.reported', data: { severity: 'low' } });
    app.clock.set(later(120));
    await job.happen({ type: 'temperature.excursion' }, 'tracking');
    await job.happen({ type: 'sla.breached' }, 'tracking');
    const statuses = (await job.alarms()).map(({ type, status }) => [type, status]);
    expect(Object.fromEntries(statuses)).toEqual({
      'incident.reported': 'closed',
      'temperature.excursion': 'open',
      'sla.breached': 'closed',
    });
  });

  it('is raised without a job for an expiring document and a refused file', async () => {
    const data = { subject_type: 'driver', subject_id: 'drv_1', document: 'driving_licence' };
    await app.happen(app.tenant, { type: 'compliance.expiring', data }, 'tracking');
    const refused = { file_id: 'wf_1', dc: 'jhb', code: 'bad_header' };
    await app.happen(app.tenant, { type: 'file.refused', data: refused }, 'files');
    const own = await until(
      async () => {
        const found = (await at.list()).filter(({ tenant_id }) => tenant_id === app.tenant);
        return found.length === 2 ? found : undefined;
      },
      { timeoutMs: 60_000, what: 'both alarms' },
    );
    expect(own.find(({ type }) => type === 'file.refused')).toMatchObject({
      severity: 'warning',
      job_id: '',
      data: refused,
    });
    expect(own.find(({ type }) => type === 'compliance.expiring')).toMatchObject({
      severity: 'info',
      data: { ...data, expires_on: null },
    });
    // Subscribers do not receive it.
    expect((await app.as().listEvents({})).data.map(({ type }) => type)).toEqual([
      'compliance.expiring',
    ]);
  });

  it('is raised when a service quarantines an event, and links its job', async () => {
    const job = at.newJob();
    const put = { consumer: 'billing-jobs', event_id: 'evt_1', event_type: 'job.created' };
    const data = { ...put, event_job_id: job.job_id, attempts: 8, note: 'never shown' };
    await app.happen(job.tenant, { type: 'event.quarantined', data }, 'billing');
    const [alarm] = await until(
      async () => {
        const found = await job.alarms();
        return found.length > 0 ? found : undefined;
      },
      { timeoutMs: 60_000, what: 'the alarm' },
    );
    expect(alarm).toMatchObject({
      ...{ type: 'event.quarantined', severity: 'warning', status: 'open', job_id: job.job_id },
      data: { ...put, attempts: 8 },
    });
    expect(JSON.stringify(alarm)).not.toContain('never shown');
    expect((await app.as(job.tenant).listEvents({})).data).toEqual([]);
  });

  it('is broadcast as a hint for the streams', async () => {
    const hints: unknown[] = [];
    const { transport } = app.running().service('webhooks').runtime;
    transport.subscribe(opsEventsTopic, (payload) => hints.push(payload));
    await at.newAlarm();
    await until(() => hints.length > 0, { timeoutMs: 60_000, what: 'a hint' });
    expect(hints[0]).toEqual({});
  });
});
