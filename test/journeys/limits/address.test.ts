/** Budgets of one address, with the limits as they are shipped. */
import { bookedJob, publishedSandboxKey } from '@svc/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resource } from '../http.ts';
import { bookingOf } from '../tenants.ts';
import { startWorld, type World } from '../world.ts';

const shipped = {
  SVC_ANONYMOUS_LIMIT: '60',
  SVC_SANDBOX_ADDRESS_LIMIT: '600',
  SVC_SANDBOX_SESSION_LIMIT: '60',
};
const waves = async <T>(count: number, send: (nth: number) => Promise<T>): Promise<T[]> => {
  const answers: T[] = [];
  for (let from = 0; from < count; from += 100) {
    const wave = Array.from({ length: Math.min(100, count - from) }, (_, i) => send(from + i));
    answers.push(...(await Promise.all(wave)));
  }
  return answers;
};
const tally = (statuses: number[]): string =>
  JSON.stringify(
    Object.fromEntries(
      Map.groupBy(statuses, String)
        .entries()
        .map(([status, all]) => [status, all.length]),
    ),
  );
const print = (what: string, figure: string) => process.stdout.write(`${what}: ${figure}\n`);

describe('one address on the sandbox', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ environment: 'sandbox', env: shipped });
  });
  afterAll(() => world.stop());

  it('is sixty callers an hour, not as many as it names sessions', async () => {
    const rows = async () => {
      const { rows } = await world.stage.owner.query(
        'select count(*)::int as n from accounts.rate_window',
      );
      return rows[0].n;
    };
    const before = await rows();
    const statuses = await waves(600, async (nth) => {
      const session = { 'svc-sandbox-session': `session ${nth}` };
      return (await world.as({ 'x-api-key': publishedSandboxKey, ...session })('GET /jobs?limit=1'))
        .status;
    });
    const kept = (await rows()) - before;
    print(
      '600 requests of one address, each in a session of its own',
      `${tally(statuses)}, ${kept} rows`,
    );
    expect(kept).toBe(60);
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  });
});

describe('one address on a tracking page', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ env: { ...shipped, SVC_ANONYMOUS_LIMIT: '1000' } });
  });
  afterAll(() => world.stop());

  it('has twenty event streams, whatever links they are of', async () => {
    const tenant = await world.tenant();
    const links = await Promise.all(
      Array.from({ length: 18 }, async (_, nth) => {
        const answer = await tenant.send('POST /jobs', { key: `${nth}`, body: bookingOf(tenant) });
        return resource(answer, 201, bookedJob).tracking_url;
      }),
    );
    const hangUp = new AbortController();
    const { signal } = hangUp;
    // Held on to: a stream that nobody holds is closed.
    const streams = await waves(540, (nth) => {
      const url = `${links[nth % links.length]}/events`;
      return fetch(url, { signal });
    });
    const statuses = streams.map(({ status }) => status);
    hangUp.abort();
    print('540 event streams of one address', tally(statuses));
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
  });
});
