/** An endpoint that the service disables is an alarm of the desk, until its owner has seen to it. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { alarmsOf } from './alarms.ts';
import { type App, newTenant, start, startWebhooks, wanting } from './app.ts';
import { answering, type Receiver, startReceiver } from './receiver.ts';

let app: App;
let receiver: Receiver;
beforeAll(async () => {
  app = await startWebhooks();
});
afterAll(() => app?.stop());

let tenant: string;
let id: string;
beforeEach(async () => {
  app.clock.set(start);
  receiver = await startReceiver();
  tenant = newTenant();
  ({ id } = await app.as(tenant).create(wanting(receiver.url)));
});
afterEach(() => receiver.stop());

const alarms = async () =>
  (await alarmsOf(app).list({ type: 'webhook.disabled' })).filter(
    (alarm) => alarm.tenant_id === tenant,
  );
const fiveDaysLater = new Date(Date.parse(start) + 5 * 24 * 3_600_000);

/** An event is answered so, once. */
async function deliver(status: number) {
  receiver.behave(answering(status));
  await app.happen(tenant, { type: 'job.created', job_id: `job_${tenant}` });
  await app.logged(tenant, id, ([first]) => first?.attempt === 1);
}
const disable = async () => {
  await deliver(410);
  return alarms();
};

describe('an endpoint that is disabled', () => {
  it('by an answer 410 is an alarm, with the host of its address and nothing else of it', async () => {
    const url = `${receiver.url}?token=s3cret`;
    await app.as(tenant).update({ id, url });
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

  it('after five days of failures is one, however often that is found', async () => {
    await deliver(500);
    await app.owner.query('delete from webhooks.pending_delivery where tenant_id = $1', [tenant]);
    expect(await alarms()).toEqual([]);
    app.clock.set(fiveDaysLater);
    await app.runSchedule('webhooks', 'disable-failing');
    await app.runSchedule('webhooks', 'disable-failing');
    expect(await alarms()).toMatchObject([
      { data: { webhook_id: id, reason: 'failing', failing_since: start } },
    ]);
  });

  it('by its owner is none', async () => {
    await app.as(tenant).update({ id, status: 'disabled' });
    expect(await alarms()).toEqual([]);
  });
});

describe('the alarm', () => {
  it('can be acknowledged by a person', async () => {
    const [alarm] = await disable();
    const desk = alarmsOf(app).desk();
    await desk.acknowledge({ id: alarm?.id ?? '', by: 'Ann', note: 'Called them.' });
    expect(await alarms()).toMatchObject([{ status: 'acknowledged', acknowledged_by: 'Ann' }]);
  });

  it.each([
    ['enables the endpoint', () => app.as(tenant).update({ id, status: 'active' })],
    ['deletes the endpoint', () => app.as(tenant).remove({ id })],
  ])('closes when its owner %s, and tells the streams', async (_what, act) => {
    await disable();
    const before = (await alarmsOf(app).desk().listOpsChanges({})).last;
    await act();
    expect(await alarms()).toMatchObject([{ status: 'closed' }]);
    const { data } = await alarmsOf(app).desk().listOpsChanges({ after: before });
    expect(data.map(({ event }) => event.data.webhook_id)).toEqual([id]);
  });

  it('stays open while its owner changes something else', async () => {
    await disable();
    await app.as(tenant).update({ id, events: ['job.created'] });
    expect(await alarms()).toMatchObject([{ status: 'open' }]);
  });

  it('is raised again when the endpoint is disabled again', async () => {
    await disable();
    await app.as(tenant).update({ id, status: 'active' });
    app.clock.advanceMs(60_000);
    await app.happen(tenant, { type: 'job.created', job_id: `job_${tenant}_2` });
    await app.logged(tenant, id, (log) => log.length === 2 && log[0]?.status === 'failed');
    expect((await alarms()).map(({ status }) => status)).toEqual(['open', 'closed']);
  });
});
