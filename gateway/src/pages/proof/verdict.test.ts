import type { ColdChain, PublicProof } from '@svc/contracts';
import type { VerificationOutcome } from '@svc/proof/verify/outcome';
import { describe, expect, it } from 'vitest';
import { resultText, shownResult, verdictOf } from './verdict.ts';

const hash = `sha256:${'0'.repeat(64)}`;

const at = '2026-11-02T08:00:00.000Z';
const now = new Date(at);
const type = 'temperature_excursion' as const;
const event = { seq: 1, at, type, seal: null, prev_hash: hash, hash };
const cold: ColdChain = {
  ...{ from: at, to: at, range_c: [2, 8], min_c: 4, max_c: 5, mkt_c: 4, coverage: 1 },
  ...{ gaps: [], excursions: [], sensors: [], readings_digest: hash, result: 'in_range' },
};

interface Case {
  expected?: boolean;
  /** Of the PCC- beside a POC-. */
  result?: ColdChain['result'];
  excursions?: number;
  outcome?: VerificationOutcome;
}

const proofOf = ({ expected, result, excursions = 0 }: Case): PublicProof => ({
  format: 'svc.custody.proof.v1',
  certificate: {
    id: 'POC-0123456789',
    object: 'certificate',
    type: 'proof_of_custody',
    job_id: 'job_1',
    issued_at: '2026-11-02T08:00:00.000Z',
    custody: { events: 1, seal: null, chain_hash: hash },
    verify_url: 'https://svc.example/verify/POC-0123456789',
    related: [],
    ...(expected !== undefined && { cold_chain_expected: expected }),
  },
  certificate_jws: '',
  events: Array.from({ length: excursions }, () => event),
  chain_intact: true,
  cold_chain_certificate: result ? { id: 'PCC-0123456789', result } : null,
  jwks: { keys: [] },
  log: null,
});

describe('a proof of custody says first', () => {
  it.each<[string, Case, string, string]>([
    ['that it holds, where nothing was to be kept cool', { expected: false }, 'Holds', 'calm'],
    ['that it holds, where nobody said so', {}, 'Holds', 'calm'],
    ['that it holds in range', { expected: true, result: 'in_range' }, 'Holds', 'yes'],
    ['what is not shown', { expected: true }, 'Holds, cold chain not shown', 'open'],
    ['that its cold chain is out of range', { result: 'excursion' }, 'Out of range', 'no'],
    ['that its chain has an excursion', { excursions: 1 }, 'Out of range', 'no'],
    ['that it was out for a time', { result: 'brief_exposure' }, 'Out of range for a time', 'open'],
    ['that nobody watched', { result: 'insufficient_data' }, 'Range not proved', 'no'],
    ['that a probe was not calibrated', { result: 'uncalibrated' }, 'Range not proved', 'no'],
    [
      'that it is not shown in the log',
      { outcome: 'not_logged' },
      'Holds, not shown in the log',
      'open',
    ],
    [
      'that its cold chain is out of range, logged or not',
      { outcome: 'not_logged', result: 'excursion' },
      'Out of range',
      'no',
    ],
    ...(['tampered', 'other_signer'] as const).map((outcome): [string, Case, string, string] => [
      `that it is broken before all else: ${outcome}`,
      { result: 'excursion', outcome },
      'Does not hold',
      'no',
    ]),
    ['that nobody vouches for its signer', { outcome: 'unverified' }, 'Not verified', 'open'],
  ])('the verdict in words: %s', (_what, given, tab, tone) => {
    expect(
      verdictOf(proofOf(given), { outcome: given.outcome ?? 'contents_withheld' }, now),
    ).toMatchObject({ tab, tone });
  });

  const ended = (type: 'delivered' | 'returned') => [{ ...event, type }];
  it.each([
    ['delivered', ended('delivered'), {}, 'Delivered at 10:00.'],
    ['returned', ended('returned'), {}, 'Returned to the sender at 10:00.'],
    ['not delivered', [], {}, 'Not delivered.'],
    [
      'delivered with its own cold chain',
      ended('delivered'),
      { cold_chain: cold },
      'Delivered at 10:00, in range from collection to hand-over.',
    ],
    [
      'delivered without a cold chain',
      ended('delivered'),
      { cold_chain_expected: false },
      'Delivered at 10:00, no cold chain was to be kept.',
    ],
  ] as const)('what became of the parcels: %s', (_what, events, change, headline) => {
    const proof = proofOf({});
    const changed = {
      ...proof,
      events: [...events],
      certificate: { ...proof.certificate, ...change },
    };
    expect(verdictOf(changed, { outcome: 'contents_withheld' }, now)).toMatchObject({ headline });
  });

  it('nothing of a range that another certificate states', () => {
    const proof = { ...proofOf({ result: 'in_range' }), events: ended('delivered') };
    const { headline } = verdictOf(proof, { outcome: 'contents_withheld' }, now);
    expect(headline).toBe('Delivered at 10:00.');
  });
});

describe('a certified result is shown', () => {
  it.each([
    ['as it is, with every value in range', {}, 'in_range'],
    ['as it is, with no value', { min_c: null, max_c: null }, 'in_range'],
    ['without "in range" beside a warmer value', { max_c: 85 }, 'untimed'],
    ['without "in range" beside a colder value', { min_c: 1.9 }, 'untimed'],
    ['as an excursion beside a value outside', { max_c: 9, result: 'excursion' }, 'excursion'],
  ] as const)('in its words: %s', (_what, change, result) => {
    expect(shownResult({ ...cold, ...change })).toBe(result);
  });

  it('in range only as far as it was watched', () => {
    expect(resultText({ ...cold, coverage: 0.957 })).toBe(
      'In range wherever it was watched: 95.7 % of the time.',
    );
  });
});
