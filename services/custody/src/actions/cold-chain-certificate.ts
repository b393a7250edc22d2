import { query } from '../define.ts';
import { ofColdChain, pendingCertificate, toCertificate } from '../domain/certificate.ts';
import { findCertificate } from '../finding.ts';
import { listKeysOf } from '../store/certificate-keys.ts';

/** By whatever names the job or one of its certificates; pending as long as there is none. */
export const coldChainCertificate = query('coldChainCertificate', async ({ id }, context) => {
  const { ofJob } = await findCertificate(context, id);
  const cold = ofColdChain(ofJob);
  if (!cold) throw pendingCertificate();
  return {
    certificate: toCertificate(cold, ofJob),
    certificate_jws: cold.jws,
    jwks: { keys: (await listKeysOf(context.db, [cold.kid])).map((key) => ({ ...key })) },
  };
});
