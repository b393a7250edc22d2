import { pngOf } from '@svc/devnet/fuzz/images';
import type { BookedJob, Event, Job, JobDetail, Problem } from '@svc/sdk';
import { createClient, eachOf, sendReadings, waitFor } from '@svc/sdk';
import { verifyEvent } from '@svc/sdk/webhooks';
import vectors from '@svc/webhook-verify/vectors.json' with { type: 'json' };
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { Stage } from '../journeys/environment.ts';
import { bookingOf, newTenant, type Tenant } from '../journeys/tenants.ts';
import { shared } from '../journeys/worker-stages.ts';

/** Whether `any` or `unknown` stands anywhere in a type. */
type IsAny<T> = 0 extends 1 & T ? true : false;
type Untyped<T> =
  IsAny<T> extends true
    ? true
    : unknown extends T
      ? true
      : T extends readonly (infer I)[]
        ? Untyped<I>
        : T extends object
          ? { [K in keyof T]-?: Untyped<T[K]> }[keyof T]
          : false;

it('leaves nothing of a job, an event or a problem untyped', () => {
  expectTypeOf<Untyped<Job | BookedJob | JobDetail>>().toEqualTypeOf<false>();
  expectTypeOf<Untyped<Event>>().toEqualTypeOf<false>();
  expectTypeOf<Untyped<Problem>>().toEqualTypeOf<false>();
  expectTypeOf<Untyped<{ a: { b: unknown }[] }>>().toEqualTypeOf<true>();
});

describe('the client', () => {
  let stage: Stage;
  let tenant: Tenant;
  const clientOf = () => {
    const { clientId, clientSecret } = tenant;
    return createClient({ baseUrl: stage.baseUrl, clientId, clientSecret });
  };
  shared.beforeAll(async ({ live }) => {
    stage = live;
    tenant = await newTenant(stage);
  });

  it('uses one token for many calls, and another once it is refused', async () => {
    const asked: string[] = [];
    const counting: typeof fetch = (input, init) => {
      asked.push(new URL(String(input)).pathname);
      return fetch(input, init);
    };
    const { clientId, clientSecret } = tenant;
    const options = { baseUrl: stage.baseUrl, clientId, clientSecret, fetch: counting };
    const svc = createClient(options);
    await Promise.all([svc.listJobs(), svc.listQuotes(), svc.listSites()]);
    expect(asked.filter((path) => path === '/oauth/token')).toHaveLength(1);
  });

  it('iterates over all pages of a list', async () => {
    const svc = clientOf();
    for (const reference of ['a', 'b', 'c']) {
      await svc.bookJob({ body: { ...bookingOf(tenant), reference } });
    }
    const found: string[] = [];
    for await (const job of eachOf(svc.listJobs, { query: { limit: 2 } }))
      found.push(job.reference);
    expect(found.slice(0, 3)).toEqual(['c', 'b', 'a']);
  });

  it('waits for a status, and says when it cannot come any more', async () => {
    const svc = clientOf();
    const job = await svc.bookJob({ body: bookingOf(tenant) });
    await svc.cancelJob({ path: { id: job.id }, body: { reason: 'Not needed' } });
    expect((await waitFor(svc, job, 'cancelled')).status).toBe('cancelled');
    await expect(waitFor(svc, job, 'delivered')).rejects.toThrow('is cancelled');
  });

  it('replays a call that is repeated under the same key', async () => {
    const svc = clientOf();
    const body = bookingOf(tenant);
    const first = await svc.bookJob({ body }, { idempotencyKey: 'attempt-1' });
    const second = await svc.bookJob({ body }, { idempotencyKey: 'attempt-1' });
    expect(second).toEqual(first);
  });

  it('files the bytes of an image as a proof', async () => {
    const carrier = await newTenant(stage, { scopes: ['jobs:write', 'ops:dispatch'] });
    const { clientId, clientSecret } = carrier;
    const desk = createClient({ baseUrl: stage.baseUrl, clientId, clientSecret });
    const job = await clientOf().bookJob({ body: bookingOf(tenant) });
    const body = new Blob([pngOf('signed')], { type: 'image/png' });
    const filed = await desk.fileProof({
      path: { job_id: job.id },
      query: { kind: 'photo' },
      body,
    });
    expect(filed).toMatchObject({ object: 'file', kind: 'photo', size: pngOf('signed').length });
  });

  it('signs readings as the service verifies them', async () => {
    const scopes = ['telemetry:write', 'ops:dispatch'] as const;
    const carrier = await newTenant(stage, { scopes });
    const { clientId, clientSecret } = carrier;
    const desk = createClient({ baseUrl: stage.baseUrl, clientId, clientSecret });
    const provider = await desk.createTelemetryProvider({ body: { name: 'Trackers' } });
    const { client_id, client_secret, secret } = provider;
    const credentials = { clientId: client_id, clientSecret: client_secret };
    const sender = createClient({ baseUrl: stage.baseUrl, ...credentials });
    const reading = { device_id: 'TR-1', seq: 1, at: new Date().toISOString(), temperature_c: 4 };
    const batch = await sendReadings(sender, { readings: [reading] }, secret);
    expect(batch.rejected).toEqual([{ index: 0, code: 'unknown_device' }]);
  });

  it('verifies a webhook request, and types its event', () => {
    const good = vectors.cases.find(({ name }) => name === 'one secret');
    const now = new Date(Number(good?.now) * 1000);
    const { body = '', headers = {}, secrets = [] } = good ?? {};
    const verdict = verifyEvent(body, { ...headers }, secrets, { now });
    expect(
      verdict.ok && verdict.event.type === 'job.created' && verdict.event.data.sku,
    ).toBeTruthy();
    expect(verifyEvent('{}', {}, 'whsec_x')).toEqual({ ok: false, reason: 'header_missing' });
  });
});
