import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exitCode, verifyBundle } from '../../src/verify/bundle.ts';
import { type ChainEvent, hashEvent } from '../../src/verify/event.ts';
import {
  bundleOf,
  chain,
  chainOf,
  copyOf,
  type Draft,
  delivery,
  good,
  job,
  key,
  recordOf,
  type TestBundle,
  trust,
} from './bundles.ts';

/** The verdict on the good bundle after a change, under the carrier's keys. */
async function after(change: Partial<TestBundle>) {
  return verifyBundle({ ...copyOf(good), ...change }, trust);
}

/** The chain after something was done to the places a and b. */
type Trick = (a: number, b: number) => ChainEvent[];
const swapped: Trick = (a, b) =>
  chain.map((event, i) => (i === a ? chain[b] : i === b ? chain[a] : event) ?? event);

const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
const text = fc.string({ unit: 'grapheme', maxLength: 20 }).map((value) => value.normalize('NFC'));
const whole = fc.maxSafeInteger().map((n) => n + 0);
const drafts: fc.Arbitrary<Draft[]> = fc.array(
  fc.record({
    at: fc.constant('2026-11-02T08:00:00.000Z'),
    type: fc.constantFrom('booked', 'scanned', 'delivered'),
    by: text,
    note: fc.option(text),
    seal: fc.option(text),
    position: fc.option(fc.record({ lat_e6: whole, lng_e6: whole })),
    details: fc.option(fc.dictionary(text, fc.oneof(text, whole, fc.boolean()), { maxKeys: 4 })),
  }),
  { minLength: 1, maxLength: 6 },
);

/** Places of all values that are vouched for. */
function* places(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  if (path[0] === 'jwks' || path.at(-1) === 'related') return;
  if (typeof value !== 'object' || value === null) yield path;
  else for (const [name, item] of Object.entries(value)) yield* places(item, [...path, name]);
}

function replaced(value: unknown, [name, ...rest]: readonly string[], by: unknown): unknown {
  if (name === undefined) return by;
  if (Array.isArray(value))
    return value.map((v, i) => (String(i) === name ? replaced(v, rest, by) : v));
  const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(members.map(([k, v]) => [k, k === name ? replaced(v, rest, by) : v]));
}
const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((v, name) => Object.entries(v ?? {}).find(([k]) => k === name)?.[1], value);

describe('whatever the chain', () => {
  it('is verified untouched; a change of any one value is noticed', async () => {
    await fc.assert(
      fc.asyncProperty(drafts, fc.nat(), leaf, async (list, pick, by) => {
        const bundle = await bundleOf(chainOf(job.id, list), key);
        expect(exitCode(await verifyBundle(copyOf(bundle), trust))).toBe(0);
        const all = [...places(bundle)];
        const path = all[pick % all.length] ?? [];
        fc.pre(!Object.is(at(bundle, path), by));
        expect(exitCode(await verifyBundle(replaced(bundle, path, by), trust))).toBe(1);
      }),
      { numRuns: 300 },
    );
  });

  it('shows any character of the signature that was changed', async () => {
    const { certificate_jws: jws } = good;
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=.';
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.nat(jws.length - 1), fc.constant(jws.length - 1)),
        fc.constantFrom(...letters),
        async (index, letter) => {
          fc.pre(jws[index] !== letter);
          const changed = jws.slice(0, index) + letter + jws.slice(index + 1);
          const verdict = await after({ certificate_jws: changed });
          expect(exitCode(verdict)).toBe(1);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('shows an event that was removed, doubled, moved, or put in from another job', async () => {
    const other = chainOf('job_01KB1NBC00BBBBBBBBBBBBBBBB', delivery);
    const tricks = fc.constantFrom<Trick>(
      (a) => chain.toSpliced(a, 1),
      (a, b) => chain.toSpliced(b, 0, ...chain.slice(a, a + 1)),
      (a, b) => swapped(a, b),
      (a) => chain.toSpliced(a, 1, ...other.slice(a, a + 1)),
      (a, b) => chain.toSpliced(a, 0, ...other.slice(b, b + 1)),
    );
    const place = fc.nat(delivery.length - 1);
    await fc.assert(
      fc.asyncProperty(tricks, place, place, async (trick, a, b) => {
        const events = trick(a, b);
        fc.pre(events.some((event, i) => event !== chain[i]) || events.length !== chain.length);
        const verdict = await after({ custody: recordOf(events) });
        expect(exitCode(verdict)).toBe(1);
      }),
    );
  });

  it('shows an event that was edited and hashed again at any place but the last', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(delivery.length - 2), text, async (index, note) => {
        const edited = chain.map((event, i) => (i === index ? { ...event, note } : event));
        const hashed = edited.map((event) => ({ ...event, hash: hashEvent(event) }));
        fc.pre(note !== chain[index]?.note);
        const verdict = await after({ custody: recordOf(hashed) });
        expect(verdict.chain).toMatchObject({ rule: 'prev_hash', place: index + 2 });
      }),
    );
  });
});
