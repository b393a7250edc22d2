import { query } from '../define.ts';
import { toCertificate } from '../domain/certificate.ts';
import { getCertificate } from '../workflows/get-certificate.ts';

export const certificate = query('certificate', async ({ id }, context) => {
  const found = await getCertificate(context, id);
  return toCertificate(found.certificate, found.ofJob);
});
