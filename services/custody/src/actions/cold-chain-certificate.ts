import { query } from '../define.ts';
import {
  findColdChainCertificate,
  pendingCertificate,
  toCertificate,
} from '../domain/certificate.ts';
import { listKeysOf } from '../store/certificate-keys.ts';
import { getCertificate } from '../workflows/get-certificate.ts';

/** By job id, job reference or the id of any certificate of the job. */
export const coldChainCertificate = query('coldChainCertificate', async ({ id }, context) => {
  const { ofJob } = await getCertificate(context, id);
  const cold = findColdChainCertificate(ofJob);
  if (!cold) throw pendingCertificate();
  return {
    certificate: toCertificate(cold, ofJob),
    certificate_jws: cold.jws,
    jwks: { keys: (await listKeysOf(context.db, [cold.kid])).map((key) => ({ ...key })) },
  };
});
