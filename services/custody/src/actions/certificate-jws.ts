import { query } from '../define.ts';
import { findCertificate } from '../finding.ts';

export const certificateJws = query('certificateJws', async ({ id }, context) => {
  const { certificate } = await findCertificate(context, id);
  return { jws: certificate.jws };
});
