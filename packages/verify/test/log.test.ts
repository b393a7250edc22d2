import { toBase64 } from '@svc/tlog/bytes';
import { describe, expect, it } from 'vitest';
import { verifyBundle } from '../src/bundle.ts';
import { bundleChecks } from '../src/checks.ts';
import { exitCode } from '../src/outcome.ts';
import { report } from '../src/report.ts';
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
    expect(verdict.log.handovers.map(({ type }) => type)).toEqual([
      'collected',
      'scanned',
      'delivered',
    ]);
    for (const { logged_after, logged_before } of verdict.log.handovers) {
      expect(logged_after).toBe(new Date((log.time - 1) * 1_000).toISOString());
      expect(logged_before).toBe(new Date((log.time + 1) * 1_000).toISOString());
    }
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
  });

  it('is not proved under a policy that demands another witness or another log', async () => {
    const other = policyOf(await createTestLog('log.example'));
    const verdict = await verdictOn(await good(), { policy: other });
    expect(verdict).toMatchObject({ outcome: 'not_logged', log: { status: 'not_accepted' } });
    expect(exitCode(verdict)).toBe(7);
  });

  it('is not proved under a policy while one cosignature is missing', async () => {
    expect(await verdictOn(withoutWitness(await good()))).toMatchObject({
      outcome: 'not_logged',
      log: { status: 'not_accepted', witnesses: ['a'] },
    });
  });
});

describe('a history that was logged late', () => {
  const dayLater = { ...log, time: log.time + 25 * 3_600 };

  it('is not proved: it may have been rewritten in between', async () => {
    const bundle = await loggedBundle(own, key, dayLater);
    const verdict = await verdictOn(bundle);
    expect(verdict).toMatchObject({ outcome: 'not_logged', faults: [], log: { status: 'late' } });
    expect(verdict.log.late).toHaveLength(4);
    expect(verdict.log.late[0]).toBe(
      'Event 3 (collected) is said to be at 2026-11-02T08:30:00.000Z; in the log it is proved by 2026-11-03T10:05:01.000Z.',
    );
    expect(report(verdict)).toContain('logged more than a day after');
    expect(bundleChecks(verdict).find(({ name }) => name === 'time')?.result).toBe('fails');
  });

  it('is proved while each time is at most a day ago', async () => {
    const inTime = { ...log, time: log.time + 23 * 3_600 };
    const bundle = await loggedBundle(own, key, inTime);
    expect((await verdictOn(bundle)).outcome).toBe('verified');
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

describe('a bundle without proofs', () => {
  it('is verified without a policy, and not with one', async () => {
    expect(await verdictOn(own, {})).toMatchObject({
      outcome: 'verified',
      log: { status: 'not_logged' },
    });
    expect((await verdictOn(own)).outcome).toBe('not_logged');
  });

  it.each([0, 3, 4])('lacks what entry %i proves', async (place) => {
    const bundle = await good();
    const [entry] = bundle.log.entries.slice(place, place + 1);
    if (entry) entry.proof = null;
    const verdict = await verdictOn(bundle);
    expect(verdict).toMatchObject({ outcome: 'not_logged', log: { status: 'not_logged' } });
    expect(verdict.log.missing).toHaveLength(1);
  });
});

describe('a bundle contradicts the log', () => {
  const cases: [string, (bundle: Logged) => Promise<unknown> | unknown, RegExp][] = [
    [
      'when its chain was rewritten and certified anew',
      async (bundle) => {
        const edited = delivery.map((each) => ({ ...each, seal: each.seal && 'SL-00043' }));
        const anew = await bundleOf(chainOf(job.id, edited), key);
        return { ...anew, log: bundle.log };
      },
      /another event 3 of this chain: it was rewritten/,
    ],
    [
      'when its tail was cut and it was certified anew',
      async (bundle) => ({ ...(await bundleOf(events.slice(0, 4), key)), log: bundle.log }),
      /events were cut off/,
    ],
    [
      'when its certificate was replaced',
      async (bundle) => ({
        ...(await bundleOf(events, key, { fields: { issued_at: '2026-11-02T07:00:00.000Z' } })),
        log: bundle.log,
      }),
      /it was replaced or left out/,
    ],
    [
      'when its certificate states another time than the log',
      async () => {
        const fields = { issued_at: '2026-11-02T07:00:00.000Z' };
        const bundle = await bundleOf(events, key, { fields });
        const at = '2026-11-02T09:02:00.000Z';
        const entries = (await entriesOf(bundle, key)).map((each) =>
          each.type === 'certificate' ? { ...each, at } : each,
        );
        return withLog(bundle, entries, log);
      },
      /a certificate of another time/,
    ],
    ['when an entry is another', (bundle) => swap(bundle, 1, 2), /does not lead from the entry/],
    [
      'when a proof has another index',
      (bundle) => edit(bundle, (proof) => proof.replace(/\nindex (\d+)/, '\nindex 1$1')),
      /does not lead from the entry/,
    ],
    [
      'when the root is another',
      (bundle) =>
        edit(bundle, (proof) =>
          proof.replace(/\n(\d+)\n.{43}=/, `\n$1\n${toBase64(new Uint8Array(32))}`),
        ),
      /does not lead from the entry/,
    ],
    [
      'when a time of a witness was changed',
      (bundle) => edit(bundle, (proof) => proof.replace(/(\u2014 a\.example .{10})./, '$1X')),
      /the cosignature of a does not fit/,
    ],
    ['when a proof is none', (bundle) => edit(bundle, () => 'x'), /the proof has no checkpoint/],
    [
      'when it names another log',
      (bundle) => ({ ...bundle, log: { ...bundle.log, origin: 'x' } }),
      /another log/,
    ],
    [
      'when an entry is that of another chain',
      (bundle) => ({ ...bundle, log: { ...bundle.log, salt: '0'.repeat(64) } }),
      /that of another chain/,
    ],
    [
      'when an entry has a second spelling',
      (bundle) => spell(bundle),
      /an entry of its log is none/,
    ],
  ];
  it.each(cases)('when its entry or proof is altered: %s', async (_, change, fault) => {
    const verdict = await verdictOn(await change(await good()));
    expect(verdict.outcome).toBe('tampered');
    expect(verdict.faults.join(' ')).toMatch(fault);
  });
});

function edit(bundle: Logged, change: (proof: string) => string): Logged {
  for (const each of bundle.log.entries) each.proof = change(each.proof ?? '');
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
