import { expect, it } from 'vitest';
import { verifyFile } from '../../src/verify/file.ts';
import { exitCode } from '../../src/verify/outcome.ts';
import { readingsDigest } from '../../src/verify/readings.ts';
import { bundleOf, chain, key, trust } from './bundles.ts';
import { policy } from './test-log.ts';

it('a file of readings is not proved under a policy, and says which file is', async () => {
  const at = '2026-11-02T08:30:00.000Z';
  const readings = [
    { device_id: 'probe-1', seq: 0, at, temperature_c: 4.1, calibrated_until: null },
  ];
  const readings_digest = readingsDigest(readings);
  const cold_chain = { min_c: 4.1, max_c: 4.1, readings_digest, result: 'in_range' };
  const { custody, ...signed } = await bundleOf(chain, key, {
    fields: { type: 'proof_of_cold_chain', cold_chain },
  });
  const file = JSON.stringify({ ...signed, format: 'svc.cold_chain.bundle.v1', readings });
  expect((await verifyFile(file, trust)).verdict.outcome).toBe('verified');
  const { verdict, report } = await verifyFile(file, { ...trust, policy });
  expect(verdict).toMatchObject({ outcome: 'not_logged', verified: false, faults: [] });
  expect(exitCode(verdict)).toBe(7);
  expect(report).toContain('Verify the custody bundle of the job under the same');
});
