import { beforeEach, describe, expect, it } from 'vitest';
import { alarmsOf } from './alarms.ts';
import { type App, start, wanting, webhooksTest } from './app.ts';
import { answering, receiverTest } from './receiver.ts';

const receiver = receiverTest();
const app = webhooksTest();

let id: string;
let jobs = 0;
beforeEach(async () => {
  ({ id } = await app.as().create(wanting(receiver.url)));
});

const book = () => {
  jobs += 1;
  return app.happen(app.tenant, { type: 'job.created', job_id: `job_${jobs}` });
};
const status = async () => (await app.as().get({ id })).status;

it('the response 410 ends the delivery, disables the endpoint and fails its pending deliveries', async () => {
  receiver.behave(answering(500));
  await book();
  await app.logged(app.tenant, id, ([first]) => first?.attempt === 1);
  app.clock.advanceMs(1_000);
  receiver.behave(answering(410));
  await book();
  const isOver = (log: Awaited<ReturnType<App['log']>>) =>
    log.length === 2 && log.every((entry) => entry.status === 'failed');
  expect(await app.logged(app.tenant, id, isOver)).toMatchObject([
    { response_code: 410, next_attempt_at: null },
    { response_code: 500, next_attempt_at: null },
  ]);
  expect(await status()).toBe('disabled');
});

// The clock makes steps shorter than a lease: one under way would end early, and its delivery be repeated.
describe('a disabled endpoint', () => {
  it('gets nothing, and can be replayed to once it is active again', async () => {
    await app.as().update({ id, status: 'disabled' });
    app.clock.advanceMs(1_000);
    await book();
    await app.fannedOut(app.tenant, 1);
    expect(await app.log(app.tenant, id)).toEqual([]);
    app.clock.advanceMs(1_000);
    await app.as().update({ id, status: 'active' });
    expect(await app.as().replay({ id, since: start })).toMatchObject({ replayed: 1 });
    await app.logged(app.tenant, id, ([first]) => first?.status === 'succeeded');
    expect(receiver.events()).toMatchObject([{ type: 'job.created' }]);
  });

  it('keeps a replay waiting until it is active again', async () => {
    await book();
    await app.logged(app.tenant, id, ([first]) => first?.status === 'succeeded');
    await app.as().update({ id, status: 'disabled' });
    receiver.received.length = 0;
    app.clock.advanceMs(1_000);
    expect(await app.as().replay({ id, since: start })).toMatchObject({ replayed: 1 });
    app.clock.advanceMs(1_000);
    await app.runSchedule('disable-failing');
    expect(await app.log(app.tenant, id)).toMatchObject([
      { status: 'pending', attempt: 0 },
      { status: 'succeeded' },
    ]);
    await app.as().update({ id, status: 'active' });
    await app.logged(app.tenant, id, ([first]) => first?.status === 'succeeded');
    expect(receiver.received).toHaveLength(1);
  });
});

describe('five days without a success', () => {
  const days = (count: number) => new Date(Date.parse(start) + count * 24 * 3_600_000);

  it('disable an endpoint at its next failure', async () => {
    receiver.behave(answering(500));
    await book();
    await app.logged(app.tenant, id, ([first]) => first?.attempt === 1);
    app.moveTo(days(4.9));
    await app.logged(app.tenant, id, ([first]) => first?.attempt === 2);
    expect(await status()).toBe('active');
    app.moveTo(days(5));
    const log = await app.logged(app.tenant, id, ([first]) => first?.status === 'failed');
    expect(log).toMatchObject([{ attempt: 3 }]);
    expect(await status()).toBe('disabled');
  });

  it('disable an endpoint that has no further deliveries', async () => {
    receiver.behave(answering(500));
    await book();
    await app.logged(app.tenant, id, ([first]) => first?.attempt === 1);
    await app.sql('delete from webhooks.pending_delivery where tenant_id = $1', [app.tenant]);
    app.clock.set(days(4.9));
    await app.runSchedule('disable-failing');
    expect(await status()).toBe('active');
    app.clock.set(days(5));
    await app.runSchedule('disable-failing');
    expect(await status()).toBe('disabled');
  });
});

const alarms = async () =>
  (await alarmsOf(app).list({ type: 'webhook.disabled' })).filter(
    (alarm) => alarm.tenant_id === app.tenant,
  );
const fiveDaysLater = new Date(Date.parse(start) + 5 * 24 * 3_600_000);

/** Delivers an event, to which the receiver responds with this status. */
async function deliver(status: number) {
  receiver.behave(answering(status));
  await app.happen(app.tenant, { type: 'job.created', job_id: `job_${app.tenant}` });
  await app.logged(app.tenant, id, ([first]) => first?.attempt === 1);
}
const disable = async () => {
  await deliver(410);
  return alarms();
};

describe('an endpoint that is disabled', () => {
  it('by a response 410 raises an alarm with the host of its address alone', async () => {
    const url = `${receiver.url}?token=s3cret`;
    await app.as().update({ id, url });
    expect(await disable()).toMatchObject([
      {
        ...{ severity: 'warning', status: 'open', job_id: '', created_at: start },
        data: {
          ...{ webhook_id: id, reason: 'gone', failing_since: start },
          host: new URL(receiver.url).host,
        },
      },
    ]);
    expect(JSON.stringify(await alarms())).not.toContain('s3cret');
  });

  it('after five days of failures raises one alarm for repeated detections', async () => {
    await deliver(500);
    await app.sql('delete from webhooks.pending_delivery where tenant_id = $1', [app.tenant]);
    expect(await alarms()).toEqual([]);
    app.clock.set(fiveDaysLater);
    await app.runSchedule('disable-failing');
    await app.runSchedule('disable-failing');
    expect(await alarms()).toMatchObject([
      { data: { webhook_id: id, reason: 'failing', failing_since: start } },
    ]);
  });
});

describe('the alarm of an endpoint', () => {
  it.each([
    ['enables the endpoint', () => app.as().update({ id, status: 'active' })],
    ['deletes the endpoint', () => app.as().remove({ id })],
  ])('is closed and broadcast when its owner %s', async (_what, act) => {
    await disable();
    const before = (await alarmsOf(app).desk().listOpsChanges({})).last;
    await act();
    expect(await alarms()).toMatchObject([{ status: 'closed' }]);
    const { data } = await alarmsOf(app).desk().listOpsChanges({ after: before });
    expect(data.map(({ event }) => event.data.webhook_id)).toEqual([id]);
  });

  it('stays open while its owner changes something else', async () => {
    await disable();
    await app.as().update({ id, events: ['job.created'] });
    expect(await alarms()).toMatchObject([{ status: 'open' }]);
  });

  it('is raised again when the endpoint is disabled again', async () => {
    await disable();
    await app.as().update({ id, status: 'active' });
    app.clock.advanceMs(60_000);
    await app.happen(app.tenant, { type: 'job.created', job_id: `job_${app.tenant}_2` });
    await app.logged(app.tenant, id, (log) => log.length === 2 && log[0]?.status === 'failed');
    expect((await alarms()).map(({ status }) => status)).toEqual(['open', 'closed']);
  });
});
