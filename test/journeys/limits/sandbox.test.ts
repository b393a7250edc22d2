import { publishedSandboxKey } from '@svc/contracts';
import { type HeldClock, heldClock } from '@svc/kit/clock';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, jsonOf, outcomeOf, type Send } from '../http.ts';
import { startWorld, type World } from '../world.ts';

const windowMs = 60_000;
const limit = 60;

describe('the sandbox', () => {
  let world: World;
  let clock: HeldClock;
  beforeAll(async () => {
    clock = heldClock('2026-11-02T08:00:00.000Z');
    world = await startWorld({ environment: 'sandbox', clock });
  });
  afterAll(() => world.stop());

  const caller = (): Send =>
    world.as({
      'x-api-key': publishedSandboxKey,
      'svc-sandbox-session': crypto.randomUUID(),
    });
  const probe = (send: Send) => send('GET /jobs?limit=1');
  const probes = async (send: Send, count: number): Promise<Answer[]> =>
    Promise.all(Array.from({ length: count }, () => probe(send)));
  const admitted = (answers: Answer[]) => answers.filter(({ status }) => status === 200).length;
  const limitState = ({ headers }: Answer) =>
    ['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`x-ratelimit-${name}`)));

  it('lets exactly 60 requests pass, and says when the next one may', async () => {
    const send = caller();
    for (let n = 1; n <= limit; n += 1) {
      const answer = await probe(send);
      expect([answer.status, ...limitState(answer)]).toEqual([200, limit, limit - n, 60]);
    }
    clock.advanceMs(12_500);
    const refused = await probe(send);
    expect(outcomeOf(refused)).toBe('429 rate_limited');
    expect(limitState(refused)).toEqual([limit, 0, 48]);
    expect(refused.headers.get('retry-after')).toBe('48');
    expect(jsonOf(refused)).toMatchObject({ retry_after_seconds: 48 });

    clock.advanceMs(47_499);
    expect((await probe(send)).status).toBe(429);
    clock.advanceMs(501);
    expect((await probe(send)).status).toBe(200);
  });

  it('keeps its word: after Retry-After the next request passes', async () => {
    const send = caller();
    await probes(send, 20);
    clock.advanceMs(20_000);
    await probes(send, 40);
    clock.advanceMs(10_001);
    const refused = await probe(send);
    expect(refused.headers.get('retry-after')).toBe('30');
    clock.advanceMs(30_000);
    // The first twenty have left the window, and no other.
    expect(admitted(await probes(send, 30))).toBe(20);
  });

  it('lets 60 of a hundred at once pass', async () => {
    expect(admitted(await probes(caller(), 100))).toBe(limit);
  });

  it('counts every request of a caller, also those that are refused for another reason', async () => {
    const send = caller();
    for (let n = 0; n < 30; n += 1) await send('GET /jobs/unknown');
    for (let n = 0; n < 15; n += 1) await send('POST /jobs', { body: {} });
    for (let n = 0; n < 15; n += 1) await send('GET /nothing-here');
    expect((await probe(send)).status).toBe(429);
  });

  it('counts callers one by one', async () => {
    const [one, other] = [caller(), caller()];
    expect(admitted(await probes(one, 61))).toBe(limit);
    expect((await probe(other)).status).toBe(200);
  });

  it('admits what fits and nothing else, however the requests come', async () => {
    const burst = fc.record({
      pauseMs: fc.integer({ min: 1, max: 45_000 }),
      size: fc.integer({ min: 1, max: 40 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(burst, { minLength: 3, maxLength: 6 }), async (bursts) => {
        const send = caller();
        const hits: number[] = [];
        for (const { pauseMs, size } of bursts) {
          clock.advanceMs(pauseMs);
          const now = clock.now().getTime();
          const room = limit - hits.filter((hit) => hit > now - windowMs).length;
          const passed = admitted(await probes(send, size));
          expect(passed).toBe(Math.min(room, size));
          hits.push(...Array.from({ length: passed }, () => now));
        }
      }),
      { numRuns: 4, seed: 2026 },
    );
  });
});
