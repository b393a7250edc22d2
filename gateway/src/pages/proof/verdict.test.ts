import type { ColdChain, PublicProof } from '@svc/contracts';
import type { VerificationOutcome } from '@svc/proof/verify/outcome';
import { describe, expect, it } from 'vitest';
import { shownResult, verdictOf } from './verdict.ts';

const hash = `sha256:${'0'.repeat(64)}`;

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
  events: Array.from({ length: excursions }, () => ({
    seq: 1,
    at: '2026-11-02T08:00:00.000Z',
    type: 'temperature_excursion' as const,
    seal: null,
    prev_hash: hash,
    hash,
  })),
  chain_intact: true,
  cold_chain_certificate: result ? { id: 'PCC-0123456789', result } : null,
  jwks: { keys: [] },
  log: null,
});

describe('a proof of custody says first', () => {
  it.each<[string, Case, string, string]>([
    ['that it holds, where nothing was to be kept cool', { expected: false }, 'Holds', 'yes'],
    ['that it holds, where nobody said so', {}, 'Holds', 'yes'],
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
    ...(['tampered', 'other_signer', 'unverified'] as const).map(
      (outcome): [string, Case, string, string] => [
        `that it is broken before all else: ${outcome}`,
        { result: 'excursion', outcome },
        'Does not hold',
        'no',
      ],
    ),
  ])('the verdict in words: %s', (_what, given, tab, tone) => {
    expect(
      verdictOf(proofOf(given), { outcome: given.outcome ?? 'contents_withheld' }),
    ).toMatchObject({ tab, tone });
  });
});

describe('a certified result is shown', () => {
  const cold = { min_c: 4, max_c: 5, result: 'in_range' } as const;
  it.each([
    ['as it is, with every value in range', {}, 'in_range'],
    ['as it is, with no value', { min_c: null, max_c: null }, 'in_range'],
    ['without "in range" beside a warmer value', { max_c: 85 }, 'untimed'],
    ['without "in range" beside a colder value', { min_c: 1.9 }, 'untimed'],
    ['as an excursion beside a value outside', { max_c: 9, result: 'excursion' }, 'excursion'],
  ] as const)('in its words: %s', (_what, change, result) => {
    expect(shownResult({ ...cold, range_c: [2, 8], ...change })).toBe(result);
  });
});
