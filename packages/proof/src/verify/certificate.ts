/** Whether a certificate is signed, by whom, and whether it speaks of this chain. */

import { structureFault } from '@svc/text/json-structure';
import canonicalize from 'canonicalize';
import type { JWK } from 'jose';
// Imported by module, so that a browser loads no more of the library.
import * as base64url from 'jose/base64url';
import { decodeProtectedHeader } from 'jose/decode/protected_header';
import { calculateJwkThumbprint } from 'jose/jwk/thumbprint';
import { compactVerify } from 'jose/jws/compact/verify';
import { importJWK } from 'jose/key/import';
import type { Policy } from '../log/policy.ts';
import { isObject } from './event-format.ts';

/** Trust anchors of the verifier; without either, the signer is unverified. */
export interface Trust {
  /** Keys of the carrier, from a source other than the bundle. */
  jwks?: { keys: readonly JWK[] };
  /** RFC 7638, SHA-256, base64url: of the key that may have signed; several with commas between. */
  thumbprint?: string;
  /** Logs, witnesses and quorum that are trusted; without it checkpoints are not vouched for. */
  policy?: Policy;
}

export const certificateJwsType = 'svc-certificate+jwt';

export interface SignatureCheck {
  /** `unchecked`: the key it names is neither trusted nor enclosed. */
  signature: 'ok' | 'bad' | 'none' | 'unchecked';
  signer: SignerIdentity;
  payload: Record<string, unknown> | undefined;
  detail: string;
}
export interface SignerIdentity {
  /** `untrusted`: the key is not one of the given trusted keys. */
  status: 'verified' | 'unverified' | 'untrusted';
  kid: string | null;
  thumbprint: string | null;
}

const nobody: SignerIdentity = { status: 'unverified', kid: null, thumbprint: null };

/** Checks the signature under trusted keys if there are any, else under those in the bundle. */
export async function checkSignature(
  jws: string | null,
  enclosed: readonly JWK[],
  trust: Trust,
): Promise<SignatureCheck> {
  if (jws === null) {
    return { signature: 'none', signer: nobody, payload: undefined, detail: 'nothing is signed' };
  }
  if (!isCompactJws(jws)) return bad('it is not a compact JWS');
  try {
    const { kid, typ } = decodeProtectedHeader(jws);
    if (typ !== certificateJwsType) return bad(`it is not a ${certificateJwsType}`);
    const candidates = await trustedKeys(enclosed, trust);
    const named = candidates.find((key) => key.kid === kid);
    const hasTrust = trust.jwks !== undefined || trust.thumbprint !== undefined;
    const status = hasTrust ? 'verified' : 'unverified';
    if (named) return await signedBy(jws, named, status);
    // The name of a key is no part of its thumbprint: an enclosed key may go by another one.
    const [first] = trust.thumbprint === undefined ? [] : candidates;
    const signed = first && (await signedBy(jws, first, status).catch(() => undefined));
    if (signed) return signed;
    if (!hasTrust) return bad('its key is not among those that may sign');
    if (enclosed.length === 0) return unchecked(kid);
    const key = enclosed.find((each) => each.kid === kid);
    return key ? await signedBy(jws, key, 'untrusted') : bad('it names a key that nobody holds');
  } catch {
    return bad('the signature does not fit');
  }
}

const bad = (detail: string): SignatureCheck => ({
  signature: 'bad',
  signer: nobody,
  payload: undefined,
  detail,
});

const unchecked = (kid: string | undefined): SignatureCheck => ({
  signature: 'unchecked',
  signer: { status: 'untrusted', kid: kid ?? null, thumbprint: null },
  payload: undefined,
  detail: 'its key is not among those that are trusted, and none is enclosed',
});

/** Throws where the signature is not that of this key. */
async function signedBy(
  jws: string,
  key: JWK,
  status: SignerIdentity['status'],
): Promise<SignatureCheck> {
  const { payload, protectedHeader } = await compactVerify(jws, await importJWK(key, 'ES256'), {
    algorithms: ['ES256'],
  });
  const text = new TextDecoder('utf-8', { fatal: true }).decode(payload);
  const read: unknown = JSON.parse(text);
  if (!isObject(read)) return bad('it holds no certificate');
  if (structureFault(text)) return bad('it holds a member twice');
  const thumbprint = await calculateJwkThumbprint(key);
  const signer = { status, kid: protectedHeader.kid ?? null, thumbprint };
  return { signature: 'ok', signer, payload: read, detail: '' };
}

/** `issued_at` of a certificate, without a check of its signature; undefined if absent. */
export function issuedAt(jws: string): string | undefined {
  try {
    const payload: unknown = JSON.parse(
      new TextDecoder().decode(base64url.decode(jws.split('.')[1] ?? '')),
    );
    return isObject(payload) && typeof payload.issued_at === 'string'
      ? payload.issued_at
      : undefined;
  } catch {
    return undefined;
  }
}

/** Three parts, each the only way to write its bytes: some spellings of a signature decode alike. */
export function isCompactJws(jws: string): boolean {
  const parts = jws.split('.');
  return parts.length === 3 && parts.every(isBase64Url);
}

function isBase64Url(text: string): boolean {
  try {
    return base64url.encode(base64url.decode(text)) === text;
  } catch {
    return false;
  }
}

async function trustedKeys(enclosed: readonly JWK[], { jwks, thumbprint }: Trust): Promise<JWK[]> {
  const trusted = thumbprint?.split(',').map((each) => each.trim());
  const candidates: JWK[] = [];
  for (const key of jwks?.keys ?? enclosed) {
    if (!trusted || trusted.includes((await printOf(key)) ?? '')) candidates.push(key);
  }
  return candidates;
}

/** Thumbprint of a key; undefined for a kind that has none, which matches no other. */
const printOf = (key: JWK): Promise<string | undefined> =>
  calculateJwkThumbprint(key).catch(() => undefined);

/** `related` names later certificates and is not signed. */
const unsigned: ReadonlySet<string> = new Set(['related']);

/** Which member of the certificate is not as it was signed; undefined when all are. */
export function differingMember(
  certificate: Record<string, unknown>,
  payload: Record<string, unknown>,
): string | undefined {
  const signed = Object.keys(payload).filter((name) => !hidden.has(name));
  const names = new Set([...Object.keys(certificate), ...required, ...ownOf(payload), ...signed]);
  return [...names].find((name) => !unsigned.has(name) && !same(certificate[name], payload[name]));
}

/** Checks the signature alone: `ref` is compared with the job's, if a file names it. */
const hidden: ReadonlySet<string> = new Set(['ref', 'iss', 'iat']);
const required = ['id', 'object', 'type', 'job_id', 'issued_at', 'custody', 'verify_url'];
/** Members that a certificate of its kind must contain, so that an omission is detected. */
const ownOf = ({ type }: Record<string, unknown>) =>
  type === 'proof_of_cold_chain' ? ['cold_chain'] : [];

const same = (a: unknown, b: unknown): boolean =>
  a !== undefined && canonicalize(a) === canonicalize(b);
