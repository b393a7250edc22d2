import { describe, expect, it } from 'vitest';
import { bundleWithoutChain as bundle, hash, chainWithoutEvents as head } from './chains.ts';
import { gatewayUnderTest } from './gateway-under-test.ts';

const gateway = await gatewayUnderTest();
const authorization = `Bearer ${await gateway.issuer.token({ scopes: ['custody:read'] })}`;
const get = async (path: string) => {
  const url = `/v1/jobs/job_1/${path}`;
  return (await gateway.app.inject({ url, headers: { authorization } })).json();
};

const events = Array.from({ length: 5 }, (_, n) => ({
  v: 1,
  job_id: 'job_1',
  seq: n + 1,
  at: '2026-11-02T08:00:00.000Z',
  type: 'scanned',
  by: 'driver:drv_1',
  note: null,
  seal: null,
  position: null,
  details: null,
  prev_hash: hash,
  hash,
}));
/** So many events of a chain, two to a message. */
function pageOf(count: number, input: unknown) {
  const [after = 0] = String(Object(input).starting_after ?? '0')
    .split('-')
    .map(Number);
  const through = Math.min(count, after + 2);
  const next = through < count ? `${through}-${count}` : null;
  return { custody: { ...head, events: events.slice(after, through) }, next };
}

describe.each([0, 1, 2, 5])('a chain of %d events, two to a message', (count) => {
  const whole = { ...head, events: events.slice(0, count) };

  it('is answered whole', async () => {
    gateway.services.answers.set('custody.record', ({ input }) => {
      const { custody, next } = pageOf(count, input);
      return { ok: { ...custody, next } };
    });
    expect(await get('custody')).toEqual(whole);
  });

  it('is in the bundle as a whole', async () => {
    gateway.services.answers.set('custody.bundle', ({ input }) => ({
      ok: { ...bundle, ...pageOf(count, input) },
    }));
    expect(await get('custody/bundle')).toEqual({ ...bundle, custody: whole });
  });
});
