import { query } from '../define.ts';
import { listIssued } from '../store/certificates.ts';

export const issuedCertificates = query(
  'issuedCertificates',
  async ({ tenant_id, job_id }, { db }) => ({
    certificates: await listIssued(db, tenant_id, job_id),
  }),
);
