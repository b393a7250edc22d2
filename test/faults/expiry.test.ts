/** A retry that comes when the quote it booked has expired; the clock is held. */
import { randomBytes } from 'node:crypto';
import { createDatabase, dropDatabase, freePort } from '@svc/devnet';
import { heldClock } from '@svc/kit/clock';
import { type Environment, startEnvironment } from '@svc/stack/environment';
import { seedCredentials, seedEnvironment } from '@svc/stack/seed';
import { baseUrl, publicUrl, type Settings } from '@svc/stack/settings';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { fetchToken, places } from './caller.ts';
import { isReplay, member, send } from './http.ts';
import { dropRoles } from './stack.ts';

const minute = 60_000;

describe('a retry of a booking', () => {
  const clock = heldClock('2026-11-02T08:00:00.000Z');
  const name = `t${randomBytes(6).toString('hex')}`;
  const admin = inject('postgresUrl');
  let settings: Settings;
  let environment: Environment;
  let newToken: () => Promise<string>;
  beforeAll(async () => {
    settings = {
      environment: 'live',
      postgresUrl: await createDatabase(admin, name),
      secret: randomBytes(32).toString('hex'),
      httpPort: await freePort(),
      logLevel: 'silent',
    };
    environment = await startEnvironment(settings, { clock, timers: false });
    await seedEnvironment(environment.host.broker, 'live');
    const { demo } = (await seedCredentials(environment.host.broker, undefined)).clients;
    newToken = () => fetchToken(publicUrl(settings), demo);
  });
  afterAll(async () => {
    await environment?.stop();
    await dropDatabase(admin, name);
    await dropRoles(admin, name);
  });

  const post = async (path: string, key: string, body: Record<string, unknown>) =>
    send(baseUrl(settings) + path, {
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
