import { idsByPage, newTenant } from '@svc/kit/testing/service-test';
import { verify } from '@svc/webhook-verify';
import { beforeEach, describe, expect, it } from 'vitest';
import { start, wanting, webhooksTest } from './app.ts';
import { answering, receiverTest } from './receiver.ts';

const receiver = receiverTest();
const app = webhooksTest();

let id: string;
let secret: string;
beforeEach(async () => {
  ({ id, secret } = await app.as().create(wanting(receiver.url)));
});
const book = () =>
  app.happen(app.tenant, {
    type: 'job.created',
    job_id: `job_${app.tenant}`,
    data: { ref: 'SVC-“1”' },
  });

describe('a delivery', () => {
  it('is a signed POST of the public event', async () => {
    await book();
    await app.logged(app.tenant, id, ([first]) => first?.status === 'succeeded');
    const [sent] = receiver.received;
    const event = (await app.as().listEvents({})).data[0];
    expect(verify(sent?.body ?? '', sent?.headers ?? {}, secret, { now: app.clock.now() })).toEqual(
      { ok: true, event },
    );
    expect(sent?.headers).toMatchObject({
      'content-type': 'application/json',
      'svc-event-id': event?.id,
      'svc-timestamp': '1793606400',
      'svc-signature': expect.stringMatching(/^v1=[0-9a-f]{64}$/),
      'webhook-id': event?.id,
      'webhook-timestamp': '1793606400',
      'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    });
  });

  it('is logged with the response of the receiver', async () => {
    receiver.behave(answering(202, {}, 'taken'));
    await book();
    const log = await app.logged(app.tenant, id, ([first]) => first?.status === 'succeeded');
    expect(log).toEqual([
      {
        id: expect.stringMatching(/^whd_\w{26}$/),
        object: 'delivery',
        event_id: receiver.events()[0]?.id,
        type: 'job.created',
        attempt: 1,
        status: 'succeeded',
        response_code: 202,
        failure: null,
        duration_ms: expect.any(Number),
        response_excerpt: 'taken',
        attempted_at: '2026-11-02T08:00:00.000Z',
        next_attempt_at: null,
        created_at: start,
      },
    ]);
  });

  it('is shown to the control desk with its job, without the response', async () => {
    receiver.behave(answering(202, {}, 'taken'));
    await book();
    await app.logged(app.tenant, id, ([first]) => first?.status === 'succeeded');
    const ofJob = { tenant_id: app.tenant, job_id: `job_${app.tenant}` };
    const shown = await app.as('ten_carrier').deskDeliveries(ofJob);
    expect(shown).toMatchObject({
      pending: 0,
      succeeded: 1,
      failed: 0,
      latest: [{ endpoint_id: id, type: 'job.created', response_code: 202 }],
    });
    expect(JSON.stringify(shown)).not.toContain('taken');
    const none = { pending: 0, succeeded: 0, failed: 0, latest: [] };
    const foreign = { ...ofJob, tenant_id: newTenant() };
    expect(await app.as('ten_carrier').deskDeliveries(foreign)).toEqual(none);
  });

  it('is retried on schedule with the same bytes and a fresh signature', async () => {
    receiver.behave(answering(500, {}, 'no'));
    await book();
    const waiting = await app.logged(app.tenant, id, ([first]) => first?.attempt === 1);
    expect(waiting).toMatchObject([
      { status: 'pending', response_code: 500, next_attempt_at: '2026-11-02T08:00:05.000Z' },
    ]);
    app.moveTo('2026-11-02T08:00:05.000Z');
    await app.logged(app.tenant, id, ([first]) => first?.attempt === 2);
    receiver.behave(answering(200));
    app.moveTo('2026-11-02T08:00:35.000Z');
    const log = await app.logged(app.tenant, id, ([first]) => first?.status === 'succeeded');
    expect(log).toMatchObject([{ attempt: 3, response_code: 200, next_attempt_at: null }]);
    const [first, second, third] = receiver.received;
    expect([second?.body, third?.body]).toEqual([first?.body, first?.body]);
    const stamps = receiver.received.map(({ headers }) => headers['svc-timestamp']);
    expect(stamps).toEqual(['1793606400', '1793606405', '1793606435']);
    for (const { body, headers } of receiver.received) {
      expect(verify(body, headers, secret, { now: app.clock.now() }).ok).toBe(true);
    }
  });

  it('is retried at the time of Retry-After', async () => {
    receiver.behave(answering(429, { 'retry-after': '8' }));
    await book();
    expect(await app.logged(app.tenant, id, ([first]) => first?.attempt === 1)).toMatchObject([
      { status: 'pending', response_code: 429, next_attempt_at: '2026-11-02T08:00:08.000Z' },
    ]);
  });
});

it('two events are two deliveries, newest first in the log, paged and filtered', async () => {
  await book();
  await app.logged(app.tenant, id, ([first]) => first?.status === 'succeeded');
  app.clock.advanceMs(1_000);
  receiver.behave(answering(503));
  await app.happen(app.tenant, { type: 'job.cancelled', job_id: `job_${app.tenant}` });
  const log = await app.logged(app.tenant, id, ([first]) => first?.response_code === 503);
  expect(log.map(({ type }) => type)).toEqual(['job.cancelled', 'job.created']);
  const pages = await idsByPage((page) => app.as().listDeliveries({ id, ...page }), 1);
  expect(pages).toEqual(log.map((entry) => [entry.id]));
  for (const [status, type] of [
    ['pending', 'job.cancelled'],
    ['succeeded', 'job.created'],
  ] as const) {
    const { data } = await app.as().listDeliveries({ id, status });
    expect(data.map((entry) => entry.type)).toEqual([type]);
  }
  expect((await app.as().listDeliveries({ id, status: 'failed' })).data).toEqual([]);
});

it('test sends webhook.test to this endpoint alone, whatever it subscribes to', async () => {
  const { id, secret } = await app.as().create(wanting(receiver.url, ['job.created']));
  const other = await app.as().create(wanting(`${receiver.url}?other`));
  const answer = await app.as().test({ id });
  expect(answer).toEqual({
    object: 'webhook_test',
    event_id: expect.stringMatching(/^evt_\w{26}$/),
  });
  await app.logged(app.tenant, id, ([first]) => first?.status === 'succeeded');
  const [sent] = receiver.received;
  const now = app.clock.now();
  expect(verify(sent?.body ?? '', sent?.headers ?? {}, secret, { now })).toMatchObject({
    ok: true,
    event: {
      id: answer.event_id,
      type: 'webhook.test',
      job_id: '',
      sequence: 0,
      data: { webhook_id: id, message: expect.any(String) },
    },
  });
  expect(await app.log(app.tenant, other.id)).toEqual([]);
  const since = '2026-11-01T00:00:00.000Z';
  expect(await app.as().replay({ id: other.id, since })).toMatchObject({ replayed: 0 });
});
