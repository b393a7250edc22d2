import { type Kysely, sql } from 'kysely';
import type { IssuedCertificate } from '../domain/certificate.ts';
import { keyKind } from '../domain/certificate.ts';
import type { Tables } from './schema.ts';

const columns = [
  'id',
  'job_id',
  'ref',
  'type',
  'issued_at',
  'events',
  'seal',
  'chain_hash',
  'verify_url',
  'kid',
  'jws',
  'cold_chain_expected',
  'cold_chain',
  'dispositions',
  'log',
] as const;

/** All certificates of the job identified by a certificate id, job id or reference. */
export const listCertificatesOfJob = (
  db: Kysely<Tables>,
  tenant: string,
  key: string,
): Promise<IssuedCertificate[]> =>
  db
    .selectFrom('certificate')
    .select(columns)
    .where('tenant_id', '=', tenant)
    .where('job_id', 'in', (sub) =>
      sub
        .selectFrom('certificate')
        .select('job_id')
        .where('tenant_id', '=', tenant)
        .where(keyKind(key), '=', key),
    )
    .orderBy('issued_at')
    .execute();

/** Takes no tenant: the certificate's id is the authorization of the public page. */
export const findPublicCertificate = (
  db: Kysely<Tables>,
  id: string,
): Promise<(IssuedCertificate & { tenant_id: string }) | undefined> =>
  db
    .selectFrom('certificate')
    .select([...columns, 'tenant_id'])
    .where('id', '=', id)
    .executeTakeFirst();

/** The newest of each type; proof of custody first. */
export const listIssued = (
  db: Kysely<Tables>,
  tenant: string,
  jobId: string,
): Promise<Pick<IssuedCertificate, 'id' | 'type' | 'verify_url'>[]> =>
  db
    .selectFrom('certificate')
    .distinctOn('type')
    .select(['id', 'type', 'verify_url'])
    .where('tenant_id', '=', tenant)
    .where('job_id', '=', jobId)
    .orderBy('type', 'desc')
    .orderBy('events', 'desc')
    .orderBy('issued_at', 'desc')
    .execute();

export async function insertCertificates(
  db: Kysely<Tables>,
  certificates: readonly (IssuedCertificate & { tenant_id: string })[],
): Promise<void> {
  await sql`
    insert into certificate (tenant_id, id, job_id, ref, type, issued_at, events, seal, chain_hash,
                             verify_url, kid, jws, cold_chain_expected, cold_chain, dispositions, log)
    select tenant_id, id, job_id, ref, type, issued_at, events, seal, chain_hash, verify_url, kid,
           jws, cold_chain_expected, cold_chain, dispositions, log
      from json_to_recordset(${JSON.stringify(certificates)}) as certificate(
             tenant_id text, id text, job_id text, ref text, type text, issued_at timestamptz,
             events integer, seal text, chain_hash text, verify_url text, kid text, jws text,
             cold_chain_expected boolean, cold_chain json, dispositions json, log json)`.execute(
    db,
  );
}
