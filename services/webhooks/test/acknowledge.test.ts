import { until } from '@svc/devnet';
import { describe, expect, it } from 'vitest';
import { alarmsOf, later } from './alarms.ts';
import { start, webhooksTest } from './app.ts';

const app = webhooksTest({ workers: [] });
const at = alarmsOf(app);

describe('acknowledge', () => {
  it('stores who acknowledged, when and with which note', async () => {
    const { job, alarm } = await at.newAlarm();
    app.clock.set(later(30));
    const by = { by: 'Lerato M', note: 'Called the driver' };
    const acknowledged = await at.desk().acknowledge({ id: alarm.id, ...by });
    expect(acknowledged).toEqual({
      ...alarm,
      status: 'acknowledged',
      acknowledged_by: 'Lerato M',
      acknowledged_at: later(30).toISOString(),
      note: 'Called the driver',
    });
    expect(await job.alarms()).toEqual([acknowledged]);
  });

  it('keeps the name and deletes the note when the proof of the job is erased', async () => {
    const { job, alarm } = await at.newAlarm();
    await at.desk().acknowledge({ id: alarm.id, by: 'Lerato M', note: 'The recipient is away' });
    const erased = {
      type: 'proof.erased',
      job_id: job.job_id,
      data: { job_id: job.job_id, erased_at: start },
    };
    await app.happen(job.tenant, erased, 'custody');
    const after = await at.alarmed(job, ([first]) => first?.note === null);
    expect(after).toMatchObject([{ status: 'acknowledged', acknowledged_by: 'Lerato M' }]);
  });

  it('refuses the second of two concurrent persons and names the first', async () => {
    const { alarm } = await at.newAlarm();
    const names = ['Lerato M', 'Sipho K'];
    const attempts = await Promise.allSettled(
      names.map((by) => at.desk().acknowledge({ id: alarm.id, by })),
    );
    const [won] = attempts.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    const [lost] = attempts.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(lost).toMatchObject({
      code: 'already_acknowledged',
      detail: `${won?.acknowledged_by} acknowledged it at ${start}.`,
    });
  });
});

const decision = {
  disposition: 'quarantine',
  by: 'Lerato M',
  reason: 'Stability unknown',
} as const;

describe('a disposition', () => {
  it('closes the alarm of an excursion with who, when and why', async () => {
    const { job, alarm } = await at.newAlarm();
    app.clock.set(later(60));
    await job.happen({ type: 'delivery.completed' });
    expect(await job.alarms()).toMatchObject([{ status: 'open', disposition: null }]);
    app.clock.set(later(120));
    const decided = {
      ...{ ...alarm, status: 'closed', disposition: 'quarantine', disposition_by: 'Lerato M' },
      ...{ disposition_at: later(120).toISOString(), disposition_reason: 'Stability unknown' },
    };
    expect(await at.desk().recordDisposition({ id: alarm.id, ...decision })).toEqual(decided);
    expect(await job.alarms()).toEqual([decided]);
    const emitted = (await app.outbox(job.job_id)).find(
      ({ type }) => type === 'disposition.recorded',
    );
    expect(emitted?.internals).toMatchObject({
      custody: {
        type: 'decided',
        note: 'Stability unknown',
        details: { disposition: 'quarantine' },
      },
    });
  });

  it('closes an acknowledged alarm, and keeps who acknowledged it', async () => {
    const { job, alarm } = await at.newAlarm();
    await at.desk().acknowledge({ id: alarm.id, by: 'Sipho K', note: 'Calling the lab' });
    await job.happen({ type: 'delivery.completed' });
    expect(await job.alarms()).toMatchObject([{ status: 'acknowledged' }]);
    const decided = await at.desk().recordDisposition({ id: alarm.id, ...decision });
    expect(decided).toMatchObject({
      ...{ status: 'closed', acknowledged_by: 'Sipho K', note: 'Calling the lab' },
      ...{ disposition: 'quarantine', disposition_by: 'Lerato M' },
    });
  });

  it('is broadcast to the streams as a change', async () => {
    const { alarm } = await at.newAlarm();
    const { last } = await at.desk().listOpsChanges({});
    await at.desk().recordDisposition({ id: alarm.id, ...decision });
    const { data } = await at.desk().listOpsChanges({ after: last });
    expect(data).toMatchObject([{ event: { id: alarm.id, status: 'closed' } }]);
  });

  it('loses its reason with the proof of the job', async () => {
    const { job, alarm } = await at.newAlarm();
    await at.desk().recordDisposition({ id: alarm.id, ...decision });
    const data = { job_id: job.job_id, erased_at: start };
    await app.happen(job.tenant, { type: 'proof.erased', job_id: job.job_id, data }, 'custody');
    await at.alarmed(job, ([first]) => first?.disposition_reason === null);
    expect(await job.alarms()).toMatchObject([
      { disposition: 'quarantine', disposition_by: 'Lerato M' },
    ]);
  });
});

const licence = { subject_type: 'driver', subject_id: 'drv_1', document: 'driving_licence' };

it('a new document closes the open warnings about its kind, and no other alarm', async () => {
  const tracking = () => app.clients(app.tenant).tracking;
  const emit = (type: string, data: object) =>
    tracking().emit([{ type, data: { expires_on: '2026-11-20', ...data }, internals: {} }]);
  const others = [
    { ...licence, subject_id: 'drv_2' },
    { ...licence, document: 'first_aid' },
  ];
  for (const data of [licence, ...others]) await emit('compliance.expiring', data);
  await emit('compliance.expiring', { ...licence, expires_on: '2026-11-21' });
  await app.fannedOut(app.tenant, 4);
  const own = async () =>
    (await at.list({ type: 'compliance.expiring' })).filter(
      (each) => each.tenant_id === app.tenant,
    );
  const [taken] = (await own()).filter(({ data }) => data.expires_on === '2026-11-21');
  await at.desk().acknowledge({ id: taken?.id ?? '', by: 'Ann' });
  app.clock.set(later(60));
  await emit('compliance.renewed', { ...licence, expires_on: '2031-11-20' });
  const statuses = async () =>
    (await own())
      .map(({ data, status }) => `${data.subject_id} ${data.document} ${status}`)
      .toSorted();
  const closed = async () => (await statuses()).some((each) => each.endsWith('closed'));
  await until(closed, { timeoutMs: 60_000, what: 'the warning to close' });
  expect(await statuses()).toEqual([
    'drv_1 driving_licence acknowledged',
    'drv_1 driving_licence closed',
    'drv_1 first_aid open',
    'drv_2 driving_licence open',
  ]);
});
