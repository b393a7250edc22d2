/** Bundles as custody makes them, to tamper with. */
import { CompactSign, exportJWK, generateKeyPair, type JWK } from 'jose';
import { certificateJwsType } from '../../src/verify/certificate.ts';
import { lastSeal } from '../../src/verify/chain.ts';
import {
  type CanonicalEvent,
  type ChainEvent,
  genesisHash,
  hashEvent,
} from '../../src/verify/event.ts';

export type Draft = Omit<CanonicalEvent, 'v' | 'seq' | 'job_id' | 'prev_hash'>;

const at = (minute: number) => new Date(Date.UTC(2026, 10, 2, 8, minute)).toISOString();
const draft = (type: string, minute: number, fields: Partial<Draft> = {}): Draft => ({
  at: at(minute),
  type,
  by: 'driver:drv_01KB1NBC00DDDDDDDDDDDDDDDD',
  note: null,
  seal: null,
  position: null,
  details: null,
  ...fields,
});

/** A delivery from booking to hand-over. */
export const delivery: readonly Draft[] = [
  draft('booked', 0, { by: 'client:cli_01KB1NBC00CCCCCCCCCCCCCCCC' }),
  draft('assigned', 3, { by: 'desk:cli_01KB1NBC00EEEEEEEEEEEEEEEE' }),
  draft('collected', 30, {
    seal: 'SL-00042',
    position: { lat_e6: -26_107_600, lng_e6: 28_056_700 },
    details: { parcels_scanned: 2, temperature_dc: 41 },
  }),
  draft('departed', 31, { seal: 'SL-00042', note: 'Eingang über den Hof – “Tor 3” 🚪' }),
  draft('scanned', 45, {
    seal: 'SL-00042',
    position: { lat_e6: 0, lng_e6: 28_050_000 },
    details: { location: 'Hub Süd', seal_match: true },
  }),
  draft('delivered', 62, {
    seal: 'SL-00042',
    details: { recipient_commitment: `hmac-sha256:${'5a'.repeat(32)}`, otp_verified: true },
  }),
];

export function chainOf(job_id: string, drafts: readonly Draft[]): ChainEvent[] {
  const events: ChainEvent[] = [];
  for (const [index, fields] of drafts.entries()) {
    const prev_hash = events.at(-1)?.hash ?? genesisHash;
    const content: CanonicalEvent = { v: 1, job_id, seq: index + 1, ...fields, prev_hash };
    events.push({ ...content, hash: hashEvent(content) });
  }
  return events;
}

export async function newKey(kid: string) {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk: JWK = { kid, ...(await exportJWK(publicKey)), alg: 'ES256', use: 'sig' };
  return { kid, privateKey, jwk };
}
export type Key = Awaited<ReturnType<typeof newKey>>;

export const job = { id: 'job_01KB1NBC00AAAAAAAAAAAAAAAA', ref: 'SVC-0123ABCD' };

export const recordOf = (events: readonly ChainEvent[], id = job.id) => ({
  job_id: id,
  chain_hash: events.at(-1)?.hash ?? genesisHash,
  events: [...events],
});

export async function bundleOf(
  events: readonly ChainEvent[],
  key: Key,
  { subject = job, typ = certificateJwsType, fields = {}, signed = {} }: Certifying = {},
) {
  const custody = recordOf(events, subject.id);
  const certificate = {
    id: 'POC-0123456789',
    object: 'certificate',
    type: 'proof_of_custody',
    job_id: subject.id,
    issued_at: at(62),
    custody: {
      events: events.length,
      seal: lastSeal(events),
      chain_hash: custody.chain_hash,
    },
    verify_url: 'https://svc.example/verify/POC-0123456789',
    ...fields,
  };
  const iat = Math.floor(Date.parse(certificate.issued_at) / 1_000);
  const payload = { ...certificate, ref: subject.ref, iss: 'https://svc.example', iat, ...signed };
  const certificate_jws = await new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
    .setProtectedHeader({ alg: 'ES256', typ, kid: key.kid })
    .sign(key.privateKey);
  return {
    format: 'svc.custody.bundle.v1',
    job: { ...subject },
    custody,
    certificate: { ...certificate, related: [] },
    certificate_jws,
    jwks: { keys: [{ ...key.jwk }] },
  };
}
interface Certifying {
  subject?: typeof job;
  typ?: string;
  /** Further members of the certificate. */
  fields?: object;
  /** Members of the signed form alone. */
  signed?: object;
}
export type TestBundle = Awaited<ReturnType<typeof bundleOf>>;

/** The bundle as it would be read from a file. */
export const copyOf = <T>(value: T): T => JSON.parse(JSON.stringify(value));

/** The carrier's key, those who know it, and a bundle that verifies for them. */
export const key = await newKey('key-1');
export const trust = { jwks: { keys: [key.jwk] } };
export const chain = chainOf(job.id, delivery);
export const good = await bundleOf(chain, key);

/** The form that a certificate's page shows to everybody. */
export const publicProofOf = ({ certificate, certificate_jws, custody, jwks }: TestBundle) => ({
  format: 'svc.custody.proof.v1',
  certificate,
  certificate_jws,
  events: custody.events.map(({ seq, at, type, seal, prev_hash, hash }) => {
    return { seq, at, type, seal, prev_hash, hash };
  }),
  chain_intact: true,
  cold_chain_certificate: null,
  jwks,
});
