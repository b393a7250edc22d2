import type { OpsEvent } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { watchAlarms } from '../src/workers/watch-alarms.ts';
import { alarmsOf, later, type Producer } from './alarms.ts';
import { start, webhooksTest } from './app.ts';

const app = webhooksTest({ workers: [watchAlarms] });
const at = alarmsOf(app);

const isUnassigned = ({ type }: OpsEvent) => type === 'job.unassigned';

describe('a job without a driver', () => {
  it.each([
    ['scheduled', 600],
    ['stat', 120],
  ])('of priority %s raises an alarm %i s after its booking', async (priority, seconds) => {
    const job = at.newJob();
    await job.book(priority);
    const unassigned = (alarms: OpsEvent[]) => alarms.some(isUnassigned);
    at.moveTo(later(seconds - 1));
    expect(unassigned(await job.alarms())).toBe(false);
    at.moveTo(later(seconds));
    const [alarm] = await at.alarmed(job, unassigned);
    expect(alarm).toMatchObject({ status: 'open', created_at: later(seconds).toISOString() });
    await job.happen({ type: 'job.assigned' });
    expect((await job.alarms()).map(({ status }) => status)).not.toContain('open');
  });

  it.each(['job.assigned', 'job.cancelled'])('raises no alarm after %s', async (type) => {
    const [job, other] = [at.newJob(), at.newJob()];
    await job.book();
    await job.happen({ type });
    await other.book();
    at.moveTo(later(600));
    await at.alarmed(other, (alarms) => alarms.length === 1);
    expect(await job.alarms()).toEqual([]);
  });

  it('raises no alarm where the assignment arrived before the booking', async () => {
    const [job, other] = [at.newJob(), at.newJob()];
    await job.happen({ type: 'job.assigned' });
    await job.book();
    await other.book();
    at.moveTo(later(600));
    await at.alarmed(other, (alarms) => alarms.length === 1);
    expect(await job.alarms()).toEqual([]);
  });

  it('raises an alarm each time that its driver is removed, once', async () => {
    const [job, other] = [at.newJob(), at.newJob()];
    const unassigned = async () =>
      (await job.alarms()).filter(({ type }) => type === 'job.unassigned').toReversed();
    const undo = () =>
      job.happen({
        type: 'job.updated',
        data: { changed: [{ field: 'status', from: 'assigned', to: 'booked' }] },
        internals: { job: { priced: { priority: 'stat' }, created_at: start } },
      });
    await job.book('stat');
    for (const [n, seconds] of [1_000, 2_000].entries()) {
      app.clock.set(later(seconds));
      await job.happen({ type: 'job.assigned' });
      app.clock.set(later(seconds + 1));
      await undo();
      at.moveTo(later(seconds + 120));
      // A time after the alarm of another job, the worker has looked at this one, too.
      await job.happen({ type: 'sla.breached' }, 'tracking');
      expect(await unassigned()).toHaveLength(n);
      at.moveTo(later(seconds + 121));
      await at.alarmed(job, (alarms) => alarms.filter(isUnassigned).length === n + 1);
      expect((await unassigned()).at(-1)).toMatchObject({
        ...{ status: 'open', severity: 'critical' },
        data: { booked_at: start, unassigned_at: later(seconds + 1).toISOString() },
      });
      // Something else that settles alarms: the earlier driver is no remedy.
      await job.happen({ type: 'sla.breached' }, 'tracking');
      expect((await unassigned()).at(-1)).toMatchObject({ status: 'open' });
    }
    app.clock.set(later(3_000));
    await job.happen({ type: 'job.assigned' });
    expect((await unassigned()).map(({ status }) => status)).toEqual(['closed', 'closed']);
    await other.book();
    at.moveTo(later(4_000));
    await at.alarmed(other, (alarms) => alarms.length === 1);
    expect(await unassigned()).toHaveLength(2);
  });

  it('of priority stat is shown from its booking until it has a driver', async () => {
    const job = at.newJob();
    await job.book('stat');
    expect(await job.alarms()).toMatchObject([
      { type: 'job.booked', severity: 'info', data: { priority: 'stat', sku: 'LAB-STD' } },
    ]);
    await job.happen({ type: 'job.assigned' });
    expect(await job.alarms()).toMatchObject([{ status: 'closed' }]);
  });
});

describe('an open alarm', () => {
  it('is escalated once when it was open for five minutes, and listed as changed', async () => {
    const { job, alarm } = await at.newAlarm();
    const before = await at.desk().listOpsChanges({});
    at.moveTo(later(299));
    expect(await job.alarms()).toMatchObject([{ escalated_at: null }]);
    at.moveTo(later(300));
    await at.alarmed(job, ([first]) => first?.escalated_at === later(300).toISOString());
    const { data } = await at.desk().listOpsChanges({ after: before.last });
    expect(data.map(({ event }) => event.id)).toContain(alarm.id);
    at.moveTo(later(900));
    await job.happen({ type: 'eta.changed' }, 'tracking');
    expect(await job.alarms()).toMatchObject([{ escalated_at: later(300).toISOString() }]);
  });

  it('is not escalated when acknowledged, or merely informative', async () => {
    const { job, alarm } = await at.newAlarm();
    const info = at.newJob();
    const other = await at.newAlarm();
    await info.happen({ type: 'compliance.expiring' }, 'tracking');
    await at.desk().acknowledge({ id: alarm.id, by: 'Lerato M' });
    at.moveTo(later(300));
    await at.alarmed(other.job, ([first]) => first?.escalated_at !== null);
    expect([...(await job.alarms()), ...(await info.alarms())]).toMatchObject([
      { escalated_at: null },
      { escalated_at: null },
    ]);
  });

  it('is closed when its job ends, unless it is acknowledged', async () => {
    const { job, alarm } = await at.newAlarm();
    app.clock.set(later(1));
    await job.happen({ type: 'seal.broken' });
    await at.desk().acknowledge({ id: alarm.id, by: 'Lerato M' });
    app.clock.set(later(2));
    await job.happen({ type: 'delivery.completed' });
    expect(await job.alarms()).toMatchObject([
      { type: 'seal.broken', status: 'closed', acknowledged_by: null },
      { type: 'temperature.excursion', status: 'acknowledged' },
    ]);
  });

  it('is closed when the end and the alarm are stored concurrently', async () => {
    const jobs = Array.from({ length: 10 }, at.newJob);
    await Promise.all(
      jobs.map(async ({ tenant, job_id }) => {
        const emit = (by: Producer, type: string) =>
          app.clients(tenant)[by].emit([{ type, data: {}, job_id, internals: {} }]);
        await Promise.all([emit('tracking', 'sla.at_risk'), emit('jobs', 'delivery.completed')]);
        await app.fannedOut(tenant, 2);
      }),
    );
    for (const job of jobs) expect(await job.alarms()).toMatchObject([{ status: 'closed' }]);
  });
});
