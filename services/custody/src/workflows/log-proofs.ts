/** Proofs of inclusion for a chain's log entries; the bundle and the proof endpoint show them. */
import type { Bundle, LogEntry, PublicProof } from '@svc/contracts';
import { logOriginOf } from '@svc/kit/settings';
import type { Kysely } from 'kysely';
import { commitment } from '../adapters/chain-hash.ts';
import { inTime } from '../adapters/log-client.ts';
import { hashJws, leafHash, logEntryText, thumbprintOf } from '../adapters/log-entry-hash.ts';
import type { Config } from '../config.ts';
import type { CustodyClients } from '../define.ts';
import type { IssuedCertificate } from '../domain/certificate.ts';
import type { CertificateKey } from '../domain/certificate-key.ts';
import { toEvent } from '../domain/chain.ts';
import { certificateEntry, chainEntry, isLogged, keyEntry } from '../domain/log-entry.ts';
import { findHead, listEventsBetween } from '../store/chain.ts';
import type { Tables } from '../store/schema.ts';

/** Heads with proofs in a bundle; a proof is at most 2 KiB, and a message 400 KB. */
const headsMax = 32;
/** Events that are looked through for them, from the end of the chain. */
const eventsMax = 256;
/** A bundle does not wait longer for the log, ms: without it, proofs are null. */
export const patienceMs = 500;

interface Parts {
  jobId: string;
  /**
   * Certificates that the bundle contains: a log entry of any other would look like one left out.
   */
  certificates: readonly IssuedCertificate[];
  /** Chain lengths that certificates of the job cover. */
  certified: ReadonlySet<number>;
  keys: readonly Pick<CertificateKey, 'public_jwk' | 'created_at'>[];
}

interface LogContext {
  db: Kysely<Tables>;
  tenant: string;
  clients: CustodyClients;
  config: Config;
}

/** Null for a chain that is older than the log. */
export async function getBundleLog(
  { db, tenant, clients, config }: LogContext,
  { jobId, certificates, certified, keys }: Parts,
): Promise<Bundle['log']> {
  const head = await findHead(db, tenant, { jobId });
  if (!head?.log_salt) return null;
  const salt = head.log_salt;
  const chain = commitment(salt, jobId);
  const places = { after: Math.max(0, head.seq - eventsMax), through: head.seq, limit: eventsMax };
  const stored = await listEventsBetween(db, tenant, { jobId, ...places });
  const heads = stored
    .filter(({ log_salt }) => log_salt !== null)
    .map(toEvent)
    .filter((event) => isLogged(event, certified));
  const entries = [
    ...(await keyEntries(keys)),
    ...heads.slice(-headsMax).map((event) => chainEntry(chain, event)),
    ...certificates
      .filter(({ log }) => log !== null)
      .map(({ jws, issued_at }) => certificateEntry(hashJws(jws), issued_at)),
  ];
  return { ...placeOf(config), salt, entries: await withProofs(clients, entries) };
}

/**
 * For everybody with the link of a certificate: the certificate binds its chain, so that the entries of
 * the chain are left out. They are no secret: the proof shows the hash of each event, which is the head in
 * the log. Null for a certificate that is older than the log.
 */
export async function getPublicLog(
  { clients, config }: Pick<LogContext, 'clients' | 'config'>,
  certificate: Pick<IssuedCertificate, 'jws' | 'issued_at' | 'log'>,
  keys: Parts['keys'],
): Promise<PublicProof['log']> {
  if (certificate.log === null) return null;
  const entries = [
    ...(await keyEntries(keys)),
    certificateEntry(hashJws(certificate.jws), certificate.issued_at),
  ];
  return { ...placeOf(config), entries: await withProofs(clients, entries) };
}

const placeOf = (config: Config) => ({
  origin: logOriginOf(config),
  checkpoint_url: `${config.SVC_PUBLIC_URL}/log/checkpoint`,
});

const keyEntries = (keys: Parts['keys']): Promise<LogEntry[]> =>
  Promise.all(
    keys.map(async (key) => keyEntry(await thumbprintOf(key.public_jwk), key.created_at)),
  );

async function withProofs(clients: CustodyClients, entries: readonly LogEntry[]) {
  const proofs = entries.length === 0 ? [] : await inTime(proofsOf(clients, entries), patienceMs);
  return entries.map((entry, n) => ({ entry: logEntryText(entry), proof: proofs?.[n] ?? null }));
}

/** In the order of the entries; null where the published checkpoint does not cover one. */
export const proofsOf = async (
  { log }: CustodyClients,
  entries: readonly LogEntry[],
): Promise<readonly (string | null)[]> =>
  (await log.proofs({ leaf_hashes: entries.map(leafHash) })).proofs;
