import { verify } from '@svc/webhook-verify';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type App, newTenant, start, startWebhooks, wanting } from './app.ts';
import { answering, type Received, type Receiver, startReceiver } from './receiver.ts';

let app: App;
let receiver: Receiver;
beforeAll(async () => {
  app = await startWebhooks();
});
afterAll(() => app?.stop());

let tenant: string;
let id: string;
let oldSecret: string;
beforeEach(async () => {
  app.clock.set(start);
  receiver = await startReceiver();
  tenant = newTenant();
  ({ id, secret: oldSecret } = await app.as(tenant).create(wanting(receiver.url)));
});
afterEach(() => receiver.stop());

const isSignedBy = (secret: string, { body, headers }: Received) =>
  verify(body, headers, secret, { now: app.clock.now() }).ok;

/** A receiver that knows one secret and refuses what is signed with another. */
const knowing = (secret: string, refusal = 401) =>
  receiver.behave((response, request) => {
    response.writeHead(isSignedBy(secret, request) ? 204 : refusal).end();
  });

/** Sends a test and resolves with its log entry. */
async function sent() {
  app.clock.advanceMs(1);
  const { event_id } = await app.as(tenant).test({ id });
  const isMade = (log: Awaited<ReturnType<App['log']>>) =>
    log.some((entry) => entry.event_id === event_id && entry.attempt > 0);
  const log = await app.logged(tenant, id, isMade);
  return log.find((entry) => entry.event_id === event_id);
}

describe('rotateSecret', () => {
  it('gives a new secret and says until when the old one is valid', async () => {
    const { secret, old_secret_expires_at } = await app.as(tenant).rotateSecret({ id });
    expect(secret).toMatch(/^whsec_/);
    expect(secret).not.toBe(oldSecret);
    expect(old_secret_expires_at).toBe('2026-11-03T08:00:00.000Z');
  });

  it('repeated, rotates once', async () => {
    const first = await app.call('rotateSecret', { id }, tenant, `rotate-${id}`);
    const second = await app.call('rotateSecret', { id }, tenant, `rotate-${id}`);
    expect(second).toEqual({ ...first, replayed: true });
  });
});

describe('during the overlap a receiver', () => {
  it('that knows the old secret alone gets one POST, signed with it', async () => {
    await app.as(tenant).rotateSecret({ id });
    knowing(oldSecret);
    expect(await sent()).toMatchObject({ status: 'succeeded', attempt: 1 });
    expect(receiver.received).toHaveLength(1);
  });

  it.each([400, 401, 403])(
    'that knows the new one alone and says %i gets it again at once, not counted',
    async (refusal) => {
      const { secret } = await app.as(tenant).rotateSecret({ id });
      knowing(secret, refusal);
      expect(await sent()).toMatchObject({ status: 'succeeded', attempt: 1, response_code: 204 });
      expect(receiver.received.map((each) => isSignedBy(secret, each))).toEqual([false, true]);
      const [first, second] = receiver.received;
      expect(second?.body).toBe(first?.body);
    },
  );

  it('is met with the secret that it accepted last', async () => {
    const { secret } = await app.as(tenant).rotateSecret({ id });
    knowing(secret);
    await sent();
    receiver.received.length = 0;
    expect(await sent()).toMatchObject({ status: 'succeeded' });
    expect(receiver.received.map((each) => isSignedBy(secret, each))).toEqual([true]);
    knowing(oldSecret);
    receiver.received.length = 0;
    expect(await sent()).toMatchObject({ status: 'succeeded', attempt: 1 });
    expect(receiver.received.map((each) => isSignedBy(oldSecret, each))).toEqual([false, true]);
  });

  it('that knows neither has failed one attempt', async () => {
    await app.as(tenant).rotateSecret({ id });
    knowing('whsec_another');
    expect(await sent()).toMatchObject({ status: 'pending', attempt: 1, response_code: 401 });
    expect(receiver.received).toHaveLength(2);
  });

  it.each([404, 500])('that says %i is not asked again at once', async (status) => {
    await app.as(tenant).rotateSecret({ id });
    receiver.behave(answering(status));
    expect(await sent()).toMatchObject({ status: 'pending', attempt: 1, response_code: status });
    expect(receiver.received).toHaveLength(1);
  });
});

describe('after the overlap', () => {
  it('the old secret signs nothing', async () => {
    const { secret } = await app.as(tenant).rotateSecret({ id });
    app.clock.set('2026-11-03T08:00:00.000Z');
    knowing(oldSecret);
    expect(await sent()).toMatchObject({ status: 'pending', response_code: 401 });
    expect(receiver.received.map((each) => isSignedBy(secret, each))).toEqual([true]);
  });
});

describe('the Standard Webhooks headers', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: app.clock.now() });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('satisfy its library with either secret during the overlap, and with one after it', async () => {
    const { secret } = await app.as(tenant).rotateSecret({ id });
    await sent();
    const standard = ({ body, headers }: Received, known: string) =>
      new Webhook(known).verify(body, textHeaders(headers));
    const [during] = receiver.received;
    if (!during) throw new Error('nothing came');
    expect(standard(during, oldSecret)).toEqual(JSON.parse(during.body));
    expect(standard(during, secret)).toEqual(JSON.parse(during.body));
    vi.setSystemTime('2026-11-03T08:00:00.000Z');
    app.clock.set('2026-11-03T08:00:00.000Z');
    await sent();
    const after = receiver.received.at(-1);
    if (!after) throw new Error('nothing came');
    expect(standard(after, secret)).toEqual(JSON.parse(after.body));
    expect(() => standard(after, oldSecret)).toThrow();
  });
});

const textHeaders = (headers: Received['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  );
