/** Bundles that somebody hands to the offline verifier. */
import { ok } from 'node:assert/strict';
import { edited, filled } from '@svc/devnet/fuzz/edits';
import { type AnyFuzzTarget, defineTarget } from '@svc/devnet/fuzz/target';
import { verifyBundle } from '../../src/verify/bundle.ts';
import { readKeys } from '../../src/verify/bundle-parser.ts';
import { parsed } from '../../src/verify/file.ts';
import { verifyReadings } from '../../src/verify/readings-bundle.ts';
import { chainOf, delivery } from '../verify/bundles.ts';

const job = { id: 'job_1', ref: 'SVC-1' };
const events = chainOf(job.id, delivery);
const custody = { job_id: job.id, chain_hash: events.at(-1)?.hash, events };
const unsigned = { certificate: null, certificate_jws: null, jwks: { keys: [] } };
const good = [
  { format: 'svc.custody.bundle.v1', job, custody, ...unsigned, cold_chain: null },
  {
    format: 'svc.cold_chain.bundle.v1',
    job,
    readings: [{ at: '2026-11-02T08:00:00Z' }],
    ...unsigned,
  },
].map((bundle) => JSON.stringify(bundle));
const tokens = ['null', '{}', '[]', '"', '-1', '1e309', 'sha256:', '"e30.e30.AA"', '\\ud800', '[['];

const isReadings = (bundle: unknown): bundle is Record<string, unknown> =>
  typeof bundle === 'object' && bundle !== null && 'readings' in bundle;

export const targets: readonly AnyFuzzTarget[] = [
  defineTarget({
    name: 'verify/bundle',
    inputs: edited(good, tokens),
    read: async (text): Promise<{ verified: boolean }> => {
      const bundle = parsed(text);
      readKeys(bundle);
      return isReadings(bundle) ? verifyReadings(bundle) : verifyBundle(bundle);
    },
    // None of these inputs is signed, so none may verify.
    holds: (verdict) => ok(!verdict.verified),
    sizeMax: 1024 * 1024,
    large: {
      events: (size) => {
        const [event] = events;
        const many = Array.from({ length: size / 300 }, () => event);
        return JSON.stringify({
          ...(parsed(good[0] ?? '') as object),
          custody: { ...custody, events: many },
        });
      },
      depth: (size) => filled('[', '{"format":"svc.custody.bundle.v1","custody":')(size),
      jws: (size) =>
        JSON.stringify({
          ...(parsed(good[0] ?? '') as object),
          certificate_jws: filled('A.')(size),
        }),
    },
  }),
];
