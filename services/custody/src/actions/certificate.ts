import { query } from '../define.ts';
import { toCertificate } from '../domain/certificate.ts';
import { findCertificate } from '../finding.ts';

export const certificate = query('certificate', async ({ id }, context) => {
  const found = await findCertificate(context, id);
  return toCertificate(found.certificate, found.ofJob);
});
