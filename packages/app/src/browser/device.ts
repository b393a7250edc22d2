/** The device: its key, its registration (RFC 7591) and its access tokens (RFC 7523). */
import {
  type Database,
  type EnrolledDevice,
  type PendingEnrolment,
  readDevice,
  readEnrolment,
  readOffset,
  workingDevice,
} from './database.ts';
import { timedFetch } from './request.ts';
import { signedToken } from './signature.ts';

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const assertionSeconds = 120;
/** Tokens are renewed when less of their life is left, ms. */
const reserveMs = 60_000;

/** The server no longer knows this device. */
export class DeviceRevoked extends Error {
  readonly client_id: string;
  constructor(client_id: string) {
    super('the device is revoked');
    this.client_id = client_id;
  }
}

/**
 * Makes a key and keeps it with the enrolment before anything is sent: if the response is lost, the
 * same key is registered again, and the server returns the same device. A device that is enrolled
 * is asked about first, and works on under its own key until the server has accepted the new one.
 */
export async function beginEnrolment(db: Database, enrolment: string): Promise<void> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'sign',
  ]);
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey);
  const public_key = Object.fromEntries(Object.entries({ kty, crv, x, y }));
  const made = { name: deviceName(), key: pair.privateKey, public_key };
  const isUnconfirmed = (await workingDevice(db)) !== undefined;
  await db.put('state', { id: 'enrolment', ...made, enrolment, isUnconfirmed });
}

/** For the desk's list: kind of device and the day. */
function deviceName(): string {
  const [, system = 'Device'] = /\((?:Linux; )?([^;)]+)/.exec(navigator.userAgent) ?? [];
  return `${system} of ${new Date().toISOString().slice(0, 10)}`.slice(0, 120);
}

/** Swaps in the new registration; a refused one is kept as such, for the screens to say so. */
export async function finishEnrolment(db: Database, pending: PendingEnrolment): Promise<void> {
  const { name, key, public_key } = pending;
  const metadata = await timedFetch(db, '/.well-known/oauth-authorization-server', {});
  const { issuer } = await metadata.response.json();
  const { response } = await timedFetch(db, '/oauth/register', {
    method: 'POST',
    headers: { authorization: `Bearer ${pending.enrolment}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: name,
      token_endpoint_auth_method: 'private_key_jwt',
      grant_types: ['client_credentials'],
      jwks: { keys: [public_key] },
    }),
  });
  const isRefused = response.status === 400 || response.status === 401;
  if (!isRefused && !response.ok) throw new Error(`registration: ${response.status}`);
  if (isRefused) return replacePending(db, pending, { ...pending, isRefused });
  const { client_id } = await response.json();
  return replacePending(db, pending, { id: 'device', name, key, public_key, client_id, issuer });
}

async function replacePending(
  db: Database,
  pending: PendingEnrolment,
  next: EnrolledDevice | PendingEnrolment,
): Promise<void> {
  const tx = db.transaction(['state', 'action'], 'readwrite');
  const state = tx.objectStore('state');
  const current = await state.get('enrolment');
  // Another link was opened meanwhile.
  const isCurrent = current?.id === 'enrolment' && current.enrolment === pending.enrolment;
  if (!isCurrent) return tx.done;
  state.put(next);
  if (next.id === 'enrolment') return tx.done;
  state.delete('enrolment');
  // Actions signed under an earlier registration are signed again, with this key.
  for (const { signed: _former, ...action } of await tx.objectStore('action').getAll()) {
    tx.objectStore('action').put(action);
  }
  await tx.done;
}

/** The courier has read that the link is not valid, or keeps the device as it is. */
export async function dismissEnrolment(db: Database): Promise<void> {
  const pending = await readEnrolment(db);
  if (pending?.isRefused || pending?.isUnconfirmed) await db.delete('state', 'enrolment');
}

/** The courier lets the link replace the device. */
export async function confirmEnrolment(db: Database): Promise<void> {
  const pending = await readEnrolment(db);
  if (pending) await db.put('state', { ...pending, isUnconfirmed: false });
}

/** Token of one device: another window may have enrolled this one again. */
let token: { client_id: string; value: string; untilMs: number } | undefined;

export function forgetToken(): void {
  token = undefined;
}

/** An access token. Throws `DeviceRevoked` when the server refuses the device itself. */
export async function accessToken(db: Database): Promise<string> {
  const device = await readDevice(db);
  if (!device) throw new Error('this device is not enrolled');
  const { client_id } = device;
  if (token?.client_id === client_id && performance.now() < token.untilMs) return token.value;
  const { access_token, expires_in } = await issuedToken(db, device);
  const untilMs = performance.now() + expires_in * 1_000 - reserveMs;
  token = { client_id, value: access_token, untilMs };
  return access_token;
}

/**
 * A refusal may have its cause in a wrong clock. The device counts as revoked only if an assertion
 * with the offset measured from that refusal is refused, too.
 */
async function issuedToken(db: Database, device: EnrolledDevice): Promise<IssuedToken> {
  const first = await requestToken(db, device);
  if ('access_token' in first) return first;
  if (!first.isMeasured) throw new Error('token: the time of the server is not known');
  const second = await requestToken(db, device);
  if ('access_token' in second) return second;
  throw new DeviceRevoked(device.client_id);
}

interface IssuedToken {
  access_token: string;
  expires_in: number;
}

/** The assertion was refused. */
interface TokenRefusal {
  isMeasured: boolean;
}

async function requestToken(
  db: Database,
  { client_id, issuer, key }: EnrolledDevice,
): Promise<IssuedToken | TokenRefusal> {
  const seconds = Math.floor((Date.now() + (await readOffset(db))) / 1_000);
  const claims = {
    ...{ iss: client_id, sub: client_id, aud: issuer, jti: crypto.randomUUID() },
    ...{ iat: seconds, exp: seconds + assertionSeconds },
  };
  const client_assertion = await signedToken({ alg: 'ES256', typ: 'JWT' }, claims, key);
  const { response, isMeasured } = await timedFetch(db, '/oauth/token', {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_assertion_type: assertionType,
      client_assertion,
    }),
  });
  if (response.ok) return response.json();
  const { error } = await response.json().catch(() => ({}));
  if (error === 'invalid_client') return { isMeasured };
  throw new Error(`token: ${response.status}`);
}
