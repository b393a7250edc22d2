import { describe, expect, it } from 'vitest';
import { toBase64 } from '../../src/log/bytes.ts';
import { verifyBundle } from '../../src/verify/bundle.ts';
import { bundleChecks } from '../../src/verify/checks.ts';
import { exitCode } from '../../src/verify/outcome.ts';
import { report } from '../../src/verify/report.ts';
import {
  bundleOf,
  chainOf,
  delivery,
  chain as events,
  job,
  key,
  newKey,
  good as own,
} from './bundles.ts';
import {
  certificateEntry,
  createTestLog,
  entriesOf,
  log,
  loggedBundle,
  policy,
  policyOf,
  withLog,
  withoutWitness,
} from './test-log.ts';

const trust = { jwks: { keys: [key.jwk] } };
const good = async () => loggedBundle(own, key, log);
type Logged = Awaited<ReturnType<typeof good>>;

const verdictOn = (bundle: unknown, given: object = { policy }) =>
  verifyBundle(JSON.parse(JSON.stringify(bundle)), { ...trust, ...given });

describe('a bundle with proofs', () => {
  it('is verified with keys and policy, and says when each hand-over was logged', async () => {
    const verdict = await verdictOn(await good());
    expect(verdict).toMatchObject({ outcome: 'verified', log: { status: 'proved', faults: [] } });
    expect(verdict.log.witnesses).toEqual(['a', 'b']);
    const [logged_after, logged_before] = [log.time - 1, log.time + 1].map((time) =>
      new Date(time * 1_000).toISOString(),
    );
    expect(verdict.log.handovers).toMatchObject(
      ['collected', 'scanned', 'delivered'].map((type) => ({ type, logged_after, logged_before })),
    );
    expect(report(verdict)).toContain('logged after 2026-');
  });

  it('says the same where earlier checkpoints are texts, as in bundles of before', async () => {
    const [compact, text] = [
      await loggedBundle(own, key, log),
      await loggedBundle(own, key, { ...log, hasTexts: true }),
    ];
    expect(text.log.entries[0]?.proof?.length).toBeGreaterThan(
      150 + (compact.log.entries[0]?.proof?.length ?? 0),
    );
    expect((await verdictOn(text)).log).toEqual((await verdictOn(compact)).log);
  });

  it('is verified without a policy, and then says what is not known', async () => {
    const verdict = await verdictOn(await good(), {});
    expect(verdict).toMatchObject({ outcome: 'verified', log: { status: 'no_policy' } });
    expect(verdict.log.handovers.every(({ logged_before }) => logged_before === null)).toBe(true);
    expect(report(verdict)).toContain('Not known without a policy');
    expect(await verdictOn(own, {})).toMatchObject({
      outcome: 'verified',
      log: { status: 'not_logged' },
    });
  });

  it('is not proved under a policy of another log, without a cosignature or without proofs', async () => {
    const other = policyOf(await createTestLog('log.example'));
    const found = [
      await verdictOn(await good(), { policy: other }),
      await verdictOn(withoutWitness(await good())),
      await verdictOn(own),
    ];
    expect(found.map(exitCode)).toEqual([7, 7, 7]);
    const [, cosignedByOne] = found;
    expect(found.map((verdict) => verdict.log.status)).toEqual([
      'not_accepted',
      'not_accepted',
      'not_logged',
    ]);
    expect(cosignedByOne?.log.witnesses).toEqual(['a']);
  });

  it.each([0, 3, 4])('lacks what entry %i proves', async (place) => {
    const bundle = await good();
    const [entry] = bundle.log.entries.slice(place, place + 1);
    if (entry) entry.proof = null;
    const verdict = await verdictOn(bundle);
    expect(verdict).toMatchObject({ outcome: 'not_logged', log: { status: 'not_logged' } });
    expect(verdict.log.missing).toHaveLength(1);
  });

  it('is not proved where it was logged a day late: it may have been rewritten', async () => {
    const after = (hours: number) =>
      loggedBundle(own, key, { ...log, time: log.time + hours * 3_600 });
    expect((await verdictOn(await after(23))).outcome).toBe('verified');
    const verdict = await verdictOn(await after(25));
    expect(verdict).toMatchObject({ outcome: 'not_logged', faults: [], log: { status: 'late' } });
    expect(verdict.log.late).toHaveLength(4);
    expect(verdict.log.late[0]).toBe(
      'Event 3 (collected) is said to be at 2026-11-02T08:30:00.000Z; in the log it is proved by 2026-11-03T10:05:01.000Z.',
    );
    expect(report(verdict)).toContain('logged more than a day after');
    expect(bundleChecks(verdict).find(({ name }) => name === 'time')?.result).toBe('fails');
  });
});

describe('the signing keys', () => {
  it('are those of all certificates, not of the first alone', async () => {
    const other = await newKey('key-2');
    const cold_chain = await bundleOf(events, other, { fields: { type: 'proof_of_cold_chain' } });
    const entries = [
      ...(await entriesOf(own, key)),
      certificateEntry(cold_chain.certificate_jws, cold_chain.certificate.issued_at),
    ];
    const given = { jwks: { keys: [key.jwk, other.jwk] }, policy };
    const { log: found } = await verdictOn(
      await withLog({ ...own, cold_chain }, entries, log),
      given,
    );
    expect(found).toMatchObject({ status: 'not_logged' });
    expect(found.missing).toEqual(['The signing key is not proved to be in the log.']);
  });

  it('were logged before their first use', async () => {
    const [first, ...others] = await entriesOf(own, key);
    const verdict = await verdictOn(await withLog(own, first ? [...others, first] : [], log));
    expect(verdict).toMatchObject({ outcome: 'tampered', log: { missing: [] } });
    expect(verdict.faults.join(' ')).toContain('logged after a certificate that it signed');
  });
});

const issued_at = '2026-11-02T07:00:00.000Z';
const edited = delivery.map((each) => ({ ...each, seal: each.seal && 'SL-00043' }));
const statesAnother = async () => {
  const bundle = await bundleOf(events, key, { fields: { issued_at } });
  const entries = (await entriesOf(bundle, key)).map((each) =>
    each.type === 'certificate' ? { ...each, at: '2026-11-02T09:02:00.000Z' } : each,
  );
  return withLog(bundle, entries, log);
};
/** Another bundle with the log of the first. */
const anew = async ({ log: first }: Logged, chain: typeof events, fields = {}) => ({
  ...(await bundleOf(chain, key, { fields })),
  log: first,
});
const notFromEntry = /does not lead from the entry/;
const zeros = toBase64(new Uint8Array(32));

it.each<[string, (bundle: Logged) => unknown, RegExp]>([
  ['its chain was rewritten', (b) => anew(b, chainOf(job.id, edited)), /another event 3 of this/],
  ['its tail was cut', (b) => anew(b, events.slice(0, 4)), /events were cut off/],
  ['its certificate was replaced', (b) => anew(b, events, { issued_at }), /replaced or left out/],
  ['its certificate states another time', statesAnother, /a certificate of another time/],
  ['an entry is another', (b) => swap(b, 1, 2), notFromEntry],
  ['a proof has another index', (b) => edit(b, /\nindex (\d+)/, '\nindex 1$1'), notFromEntry],
  ['the root is another', (b) => edit(b, /\n(\d+)\n.{43}=/, `\n$1\n${zeros}`), notFromEntry],
  [
    'a time of a witness was changed',
    (b) => edit(b, /(\u2014 a\.example .{10})./, '$1X'),
    /the cosignature of a does not fit/,
  ],
  ['a proof is none', (b) => edit(b, /^[\s\S]*$/, 'x'), /the proof has no checkpoint/],
  ['it names another log', (b) => ({ ...b, log: { ...b.log, origin: 'x' } }), /another log/],
  [
    'an entry is that of another chain',
    (b) => ({ ...b, log: { ...b.log, salt: '0'.repeat(64) } }),
    /that of another chain/,
  ],
  ['an entry has a second spelling', (b) => spell(b), /an entry of its log is none/],
])('a bundle contradicts the log when %s', async (_, change, fault) => {
  const verdict = await verdictOn(await change(await good()));
  expect(verdict.outcome).toBe('tampered');
  expect(verdict.faults.join(' ')).toMatch(fault);
});

function edit(bundle: Logged, was: RegExp, is: string): Logged {
  for (const each of bundle.log.entries) each.proof = each.proof?.replace(was, is) ?? null;
  return bundle;
}

function swap(bundle: Logged, a: number, b: number): Logged {
  const { entries } = bundle.log;
  const [first, second] = [entries[a], entries[b]];
  if (first && second) [first.proof, second.proof] = [second.proof, first.proof];
  return bundle;
}

function spell(bundle: Logged): Logged {
  const [first] = bundle.log.entries;
  if (first) first.entry = first.entry.replace(':', ': ');
  return bundle;
}
