/** A retry that comes when the quote it booked has expired; the clock is held. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get } from 'node:http';
import { freePort } from '@svc/devnet';
import { heldClock } from '@svc/kit/clock';
import { createTestDatabase, type TestDatabase } from '@svc/kit/testing/database';
import { type Environment, startEnvironment } from '@svc/local/environment';
import { seedCredentials, seedEnvironment } from '@svc/local/seed';
import { services } from '@svc/local/services';
import { apiUrlOf, publicUrlOf, type Settings } from '@svc/local/settings';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { fetchToken, places } from './caller.ts';
import { isReplay, member, send } from './http.ts';

const minute = 60_000;

/** The status of `/v1/health` where the request names this host. */
async function statusFor(host: string, port: number): Promise<number | undefined> {
  const sent = get({ host: '127.0.0.1', port, path: '/v1/health', headers: { host } });
  const [response] = await once(sent, 'response');
  response.resume();
  return response.statusCode;
}

describe('a retry of a booking', () => {
  const clock = heldClock('2026-11-02T08:00:00.000Z');
  let database: TestDatabase;
  let settings: Settings;
  let environment: Environment;
  let newToken: () => Promise<string>;
  beforeAll(async () => {
    const secret = randomBytes(32).toString('hex');
    database = await createTestDatabase({ adminUrl: inject('postgresUrl'), services, secret });
    settings = {
      environment: 'live',
      postgresUrl: database.url,
      secret,
      httpPort: await freePort(),
      logLevel: 'silent',
      env: database.env(),
    };
    environment = await startEnvironment(settings, { clock, timers: false });
    await seedEnvironment(environment.host.broker, 'live');
    const { demo } = (await seedCredentials(environment.host.broker, undefined)).clients;
    newToken = () => fetchToken(publicUrlOf(settings), demo);
  });
  afterAll(async () => {
    await environment?.stop();
    await database?.drop();
  });

  it('meets an environment that answers to loopback names alone', async () => {
    const port = Number(new URL(publicUrlOf(settings)).port);
    for (const own of [`127.0.0.1:${port}`, `localhost:${port}`, '[::1]']) {
      expect(await statusFor(own, port)).toBe(200);
    }
    expect(await statusFor('rebound.example', port)).toBe(421);
  });

  const post = async (path: string, key: string, body: Record<string, unknown>) =>
    send(apiUrlOf(settings) + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${await newToken()}`, 'idempotency-key': key },
      body,
    });

  it('replays although the quote has expired; a new key is refused, and that is kept', async () => {
    const quote = await post('/quotes', 'quote', { sku: 'LAB-STD', km: 18 });
    const body = { ...places, quote_id: member(quote, 'id') };
    const first = await post('/jobs', 'first', body);
    expect([first.status, isReplay(first)]).toEqual([201, false]);
    clock.advanceMs(15 * minute);
    const again = await post('/jobs', 'first', body);
    expect([again.status, isReplay(again), again.body]).toEqual([201, true, first.body]);
    for (const replayed of [false, true]) {
      const late = await post('/jobs', 'second', body);
      expect([late.status, isReplay(late)]).toEqual([410, replayed]);
      expect(member(late, 'code')).toBe('quote_expired');
    }
  });
});
