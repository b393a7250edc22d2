import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
let jobs = 0;
beforeEach(async () => {
  app.clock.set(start);
  receiver = await startReceiver();
  tenant = newTenant();
  ({ id } = await app.as(tenant).create(wanting(receiver.url)));
});
afterEach(() => receiver.stop());

const book = () => {
  jobs += 1;
  return app.happen(tenant, { type: 'job.created', job_id: `job_${jobs}` });
};
const status = async () => (await app.as(tenant).get({ id })).status;

describe('410', () => {
  it('ends the delivery, disables the endpoint and gives up what waits', async () => {
    receiver.behave(answering(500));
    await book();
    await app.logged(tenant, id, ([first]) => first?.attempt === 1);
    app.clock.advanceMs(1_000);
    receiver.behave(answering(410));
    await book();
    const isOver = (log: Awaited<ReturnType<App['log']>>) =>
      log.length === 2 && log.every((entry) => entry.status === 'failed');
    expect(await app.logged(tenant, id, isOver)).toMatchObject([
      { response_code: 410, next_attempt_at: null },
      { response_code: 500, next_attempt_at: null },
    ]);
    expect(await status()).toBe('disabled');
  });
});

describe('a disabled endpoint', () => {
  it('gets nothing, and can be replayed to once it is active again', async () => {
    await app.as(tenant).update({ id, status: 'disabled' });
    app.clock.advanceMs(60_000);
    await book();
    await app.fannedOut(tenant, 1);
    expect(await app.log(tenant, id)).toEqual([]);
    app.clock.advanceMs(60_000);
    await app.as(tenant).update({ id, status: 'active' });
    expect(await app.as(tenant).replay({ id, since: start })).toMatchObject({ replayed: 1 });
    await app.logged(tenant, id, ([first]) => first?.status === 'succeeded');
    expect(receiver.events()).toMatchObject([{ type: 'job.created' }]);
  });

  it('keeps a replay waiting until it is active again', async () => {
    await book();
    await app.logged(tenant, id, ([first]) => first?.status === 'succeeded');
    await app.as(tenant).update({ id, status: 'disabled' });
    receiver.received.length = 0;
    app.clock.advanceMs(60_000);
    expect(await app.as(tenant).replay({ id, since: start })).toMatchObject({ replayed: 1 });
    app.clock.advanceMs(60_000);
    await app.runSchedule('webhooks', 'disable-failing');
    expect(await app.log(tenant, id)).toMatchObject([
      { status: 'pending', attempt: 0 },
      { status: 'succeeded' },
    ]);
    await app.as(tenant).update({ id, status: 'active' });
    await app.logged(tenant, id, ([first]) => first?.status === 'succeeded');
    expect(receiver.received).toHaveLength(1);
  });
});

describe('five days without a success', () => {
  const days = (count: number) => new Date(Date.parse(start) + count * 24 * 3_600_000);

  it('disable an endpoint at its next failure', async () => {
    receiver.behave(answering(500));
    await book();
    await app.logged(tenant, id, ([first]) => first?.attempt === 1);
    app.moveTo(days(4.9));
    await app.logged(tenant, id, ([first]) => first?.attempt === 2);
    expect(await status()).toBe('active');
    app.moveTo(days(5));
    const log = await app.logged(tenant, id, ([first]) => first?.status === 'failed');
    expect(log).toMatchObject([{ attempt: 3 }]);
    expect(await status()).toBe('disabled');
  });

  it('disable one that nothing was sent to any more', async () => {
    receiver.behave(answering(500));
    await book();
    await app.logged(tenant, id, ([first]) => first?.attempt === 1);
    await app.owner.query('delete from webhooks.pending_delivery where tenant_id = $1', [tenant]);
    app.clock.set(days(4.9));
    await app.runSchedule('webhooks', 'disable-failing');
    expect(await status()).toBe('active');
    app.clock.set(days(5));
    await app.runSchedule('webhooks', 'disable-failing');
    expect(await status()).toBe('disabled');
  });

  it('begin again with every success', async () => {
    receiver.behave(answering(500));
    await book();
    await app.logged(tenant, id, ([first]) => first?.attempt === 1);
    receiver.behave(answering(204));
    app.moveTo(days(1));
    await app.logged(tenant, id, ([first]) => first?.status === 'succeeded');
    receiver.behave(answering(500));
    app.clock.set(days(5.5));
    await book();
    await app.logged(tenant, id, ([first]) => first?.attempt === 1);
    await app.runSchedule('webhooks', 'disable-failing');
    expect(await status()).toBe('active');
  });

  it('are forgotten when the owner enables the endpoint', async () => {
    receiver.behave(answering(410));
    await book();
    await app.logged(tenant, id, ([first]) => first?.status === 'failed');
    app.clock.set(days(6));
    await app.as(tenant).update({ id, status: 'active' });
    await app.runSchedule('webhooks', 'disable-failing');
    expect(await status()).toBe('active');
  });
});
