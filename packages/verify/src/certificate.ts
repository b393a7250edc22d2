/** Whether a certificate is signed, by whom, and whether it speaks of this chain. */
import canonicalize from 'canonicalize';
import {
  calculateJwkThumbprint,
  compactVerify,
  decodeProtectedHeader,
  importJWK,
  type JWK,
} from 'jose';
import { isObject } from './form.ts';

/** What the verifier trusts; without either, nobody knows who signed. */
export interface Trust {
  /** Keys of the carrier, from a source other than the bundle. */
  jwks?: { keys: readonly JWK[] };
  /** RFC 7638, SHA-256, base64url: of the key that may have signed; several with commas between. */
  thumbprint?: string;
}

export const certificateType = 'svc-certificate+jwt';

export interface Signed {
  signature: 'ok' | 'bad' | 'none';
  signer: Signer;
  payload: Record<string, unknown> | undefined;
  detail: string;
}
export interface Signer {
  status: 'verified' | 'unverified';
  kid: string | null;
  thumbprint: string | null;
}

const nobody: Signer = { status: 'unverified', kid: null, thumbprint: null };

/** Checks the signature under trusted keys if there are any, else under those in the bundle. */
export async function checkSignature(
  jws: string | null,
  enclosed: readonly JWK[],
  trust: Trust,
): Promise<Signed> {
  if (jws === null) {
    return { signature: 'none', signer: nobody, payload: undefined, detail: 'nothing is signed' };
  }
  const bad = (detail: string): Signed => ({
    signature: 'bad',
    signer: nobody,
    payload: undefined,
    detail,
  });
  if (!isCompact(jws)) return bad('it is not a compact JWS');
  try {
    const { kid, typ } = decodeProtectedHeader(jws);
    if (typ !== certificateType) return bad(`it is not a ${certificateType}`);
    const key = await findKey(kid, enclosed, trust);
    if (!key) return bad('its key is not among those that may sign');
    const { payload } = await compactVerify(jws, await importJWK(key, 'ES256'), {
      algorithms: ['ES256'],
    });
    const read: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
    if (!isObject(read)) return bad('it holds no certificate');
    const thumbprint = await calculateJwkThumbprint(key);
    const status = trust.jwks || trust.thumbprint ? 'verified' : 'unverified';
    const signer = { status, kid: kid ?? null, thumbprint } as const;
    return { signature: 'ok', signer, payload: read, detail: '' };
  } catch {
    return bad('the signature does not fit');
  }
}

/** Three parts, each the only way to write its bytes: some spellings of a signature decode alike. */
function isCompact(jws: string): boolean {
  const parts = jws.split('.');
  const isStrict = (part: string) => Buffer.from(part, 'base64url').toString('base64url') === part;
  return parts.length === 3 && parts.every(isStrict);
}

async function findKey(
  kid: string | undefined,
  enclosed: readonly JWK[],
  { jwks, thumbprint }: Trust,
): Promise<JWK | undefined> {
  const trusted = thumbprint?.split(',');
  const candidates: JWK[] = [];
  for (const key of jwks?.keys ?? enclosed) {
    if (!trusted || trusted.includes((await printOf(key)) ?? '')) candidates.push(key);
  }
  const named = candidates.find((key) => key.kid === kid);
  return named ?? (trusted && candidates[0]);
}

/** A key of a kind that has no thumbprint matches none. */
const printOf = (key: JWK): Promise<string | undefined> =>
  calculateJwkThumbprint(key).catch(() => undefined);

/** `related` names certificates that came later, so nobody signed for it. */
const unsigned: ReadonlySet<string> = new Set(['related']);

/** Which member of the certificate is not as it was signed; undefined when all are. */
export function differingMember(
  certificate: Record<string, unknown>,
  payload: Record<string, unknown>,
): string | undefined {
  const names = new Set([...Object.keys(certificate), ...required, ...ownOf(payload)]);
  return [...names].find((name) => !unsigned.has(name) && !same(certificate[name], payload[name]));
}

const required = ['id', 'object', 'type', 'job_id', 'issued_at', 'custody', 'verify_url'];
/** Without it a cold-chain certificate would say nothing, and nobody would notice. */
const ownOf = ({ type }: Record<string, unknown>) =>
  type === 'proof_of_cold_chain' ? ['cold_chain'] : [];

const same = (a: unknown, b: unknown): boolean =>
  a !== undefined && canonicalize(a) === canonicalize(b);
