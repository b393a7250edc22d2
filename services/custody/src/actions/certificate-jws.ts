import { query } from '../define.ts';
import { getCertificate } from '../workflows/get-certificate.ts';

export const certificateJws = query('certificateJws', async ({ id }, context) => {
  const { certificate } = await getCertificate(context, id);
  return { jws: certificate.jws };
});
