/** Chains of custody as custody tells them. */
import type { Bundle } from '@svc/contracts';

export const hash = `sha256:${'0'.repeat(64)}`;

export const chainWithoutEvents = { job_id: 'job_1', chain_hash: hash };

export const bundleWithoutChain: Omit<Bundle, 'custody'> = {
  format: 'svc.custody.bundle.v1',
  job: { id: 'job_1', ref: 'SVC-00000001' },
  certificate: null,
  certificate_jws: null,
  cold_chain: null,
  jwks: { keys: [] },
  log: null,
};
