import { expect, it } from 'vitest';
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
const texts = Array.from({ length: 5 }, (_, n) => ({
  seq: n + 1,
  member: 'note',
  text: `Note "${n}"`,
  salt: '5a'.repeat(32),
}));

interface Counts {
  count: number;
  texted: number;
}

/** A chain of so many events and texts, two items to a message: first events, then texts. */
function pageOf({ count, texted }: Counts, input: unknown) {
  const cursor = String(Object(input).starting_after ?? '0');
  const [at = 0] = cursor.replace('t', '').split('-').map(Number);
  const after = cursor.startsWith('t') ? count + at : at;
  const through = Math.min(count + texted, after + 2);
  const page = {
    events: events.slice(after, Math.min(through, count)),
    texts: texts.slice(Math.max(0, after - count), Math.max(0, through - count)),
  };
  const isLast = through === count + texted;
  const hasTexts = page.texts.length > 0 || isLast;
  const next = through < count ? `${through}-${count}` : `t${through - count}-${count}`;
  return {
    custody: { ...head, ...page },
    texts_from: hasTexts ? Math.max(0, after - count) : null,
    next: isLast ? null : next,
  };
}

const chains: Counts[] = [
  { count: 0, texted: 0 },
  { count: 1, texted: 0 },
  { count: 1, texted: 1 },
  { count: 2, texted: 0 },
  { count: 2, texted: 1 },
  { count: 5, texted: 0 },
  { count: 5, texted: 2 },
  { count: 4, texted: 5 },
];

it('a chain that takes several messages is returned whole, and so in the bundle', async () => {
  for (const counts of chains) {
    const { count, texted } = counts;
    const whole = { ...head, events: events.slice(0, count), texts: texts.slice(0, texted) };
    gateway.services.answers.set('custody.record', ({ input }) => {
      const { custody, ...page } = pageOf(counts, input);
      return { ok: { ...custody, ...page } };
    });
    expect(await get('custody'), JSON.stringify(counts)).toEqual(whole);
    gateway.services.answers.set('custody.bundle', ({ input }) => ({
      ok: { ...bundle, ...pageOf(counts, input) },
    }));
    const expected = { ...bundle, custody: whole };
    expect(await get('custody/bundle'), JSON.stringify(counts)).toEqual(expected);
  }
});
