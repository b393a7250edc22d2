import { verify } from '@svc/webhook-verify';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type App, wanting, webhooksTest } from './app.ts';
import { type Received, receiverTest } from './receiver.ts';

const receiver = receiverTest();
const app = webhooksTest();

let id: string;
let oldSecret: string;
beforeEach(async () => {
  ({ id, secret: oldSecret } = await app.as().create(wanting(receiver.url)));
});

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
  const { event_id } = await app.as().test({ id });
  const isMade = (log: Awaited<ReturnType<App['log']>>) =>
    log.some((entry) => entry.event_id === event_id && entry.attempt > 0);
  const log = await app.logged(app.tenant, id, isMade);
  return log.find((entry) => entry.event_id === event_id);
}

it('rotateSecret returns a new secret and the end of the old one', async () => {
  const { secret, old_secret_expires_at } = await app.as().rotateSecret({ id });
  expect(secret).toMatch(/^whsec_/);
  expect(secret).not.toBe(oldSecret);
  expect(old_secret_expires_at).toBe('2026-11-03T08:00:00.000Z');
});

describe('during the overlap a receiver', () => {
  it('with the old secret gets one POST, signed with that', async () => {
    await app.as().rotateSecret({ id });
    knowing(oldSecret);
    expect(await sent()).toMatchObject({ status: 'succeeded', attempt: 1 });
    expect(receiver.received).toHaveLength(1);
  });

  it.each([400, 401, 403])(
    'with the new secret that responds %i gets an uncounted retry immediately',
    async (refusal) => {
      const { secret } = await app.as().rotateSecret({ id });
      knowing(secret, refusal);
      expect(await sent()).toMatchObject({ status: 'succeeded', attempt: 1, response_code: 204 });
      expect(receiver.received.map((each) => isSignedBy(secret, each))).toEqual([false, true]);
      const [first, second] = receiver.received;
      expect(second?.body).toBe(first?.body);
    },
  );

  it('is sent the secret that it accepted last', async () => {
    const { secret } = await app.as().rotateSecret({ id });
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

  it('with neither secret has failed one attempt', async () => {
    await app.as().rotateSecret({ id });
    knowing('whsec_another');
    expect(await sent()).toMatchObject({ status: 'pending', attempt: 1, response_code: 401 });
    expect(receiver.received).toHaveLength(2);
  });
});

it('the old secret signs nothing after the overlap', async () => {
  const { secret } = await app.as().rotateSecret({ id });
  app.clock.set('2026-11-03T08:00:00.000Z');
  knowing(oldSecret);
  expect(await sent()).toMatchObject({ status: 'pending', response_code: 401 });
  expect(receiver.received.map((each) => isSignedBy(secret, each))).toEqual([true]);
});

describe('the Standard Webhooks headers', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: app.clock.now() });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('are verified by its library with either secret in the overlap, then with one', async () => {
    const { secret } = await app.as().rotateSecret({ id });
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
