/** The device: its key, its registration (RFC 7591) and its access tokens (RFC 7523). */
import { type Database, type EnrolledDevice, readDevice, readOffset } from './database.ts';
import { timedFetch } from './request.ts';
import { signedToken } from './signature.ts';

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const assertionSeconds = 120;
/** Tokens are renewed when less of their life is left, ms. */
const reserveMs = 60_000;

/** The server no longer knows this device. */
export class DeviceRevoked extends Error {}
/** The enrolment is unknown, used, replaced or expired. */
export class EnrolmentRefused extends Error {}

/**
 * Makes a key and keeps it with the enrolment before anything is sent: after a lost answer the same
 * key is registered again, and answered with the same device.
 */
export async function beginEnrolment(db: Database, enrolment: string): Promise<void> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'sign',
  ]);
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey);
  const public_key = Object.fromEntries(Object.entries({ kty, crv, x, y }));
  const name = deviceName();
  await db.put('state', { id: 'device', name, key: pair.privateKey, public_key, enrolment });
}

/** For the desk's list: kind of device and the day. */
function deviceName(): string {
  const [, system = 'Device'] = /\((?:Linux; )?([^;)]+)/.exec(navigator.userAgent) ?? [];
  return `${system} of ${new Date().toISOString().slice(0, 10)}`.slice(0, 120);
}

export async function finishEnrolment(db: Database, device: EnrolledDevice): Promise<void> {
  const metadata = await timedFetch(db, '/.well-known/oauth-authorization-server', {});
  const { issuer } = await metadata.json();
  const answer = await timedFetch(db, '/oauth/register', {
    method: 'POST',
    headers: { authorization: `Bearer ${device.enrolment}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: device.name,
      token_endpoint_auth_method: 'private_key_jwt',
      grant_types: ['client_credentials'],
      jwks: { keys: [device.public_key] },
    }),
  });
  if (answer.status === 400 || answer.status === 401) throw new EnrolmentRefused();
  if (!answer.ok) throw new Error(`registration: ${answer.status}`);
  const { client_id } = await answer.json();
  const { enrolment: _used, isRevoked: _former, ...kept } = device;
  const tx = db.transaction(['state', 'action'], 'readwrite');
  tx.objectStore('state').put({ ...kept, client_id, issuer });
  // What a former registration signed is signed anew, with this key.
  for (const { signed: _former, ...action } of await tx.objectStore('action').getAll()) {
    tx.objectStore('action').put(action);
  }
  await tx.done;
}

let token: { value: string; untilMs: number } | undefined;

export function forgetToken(): void {
  token = undefined;
}

/** An access token. Throws `DeviceRevoked` when the server refuses the device itself. */
export async function accessToken(db: Database): Promise<string> {
  if (token && performance.now() < token.untilMs) return token.value;
  // The first refusal may be that of a wrong clock, whose offset its answer has measured.
  const answer = (await requestToken(db)) ?? (await requestToken(db));
  if (!answer) throw new DeviceRevoked();
  const { access_token, expires_in } = answer;
  token = { value: access_token, untilMs: performance.now() + expires_in * 1_000 - reserveMs };
  return access_token;
}

interface IssuedToken {
  access_token: string;
  expires_in: number;
}

/** Undefined when the assertion was refused. */
async function requestToken(db: Database): Promise<IssuedToken | undefined> {
  const device = await readDevice(db);
  if (device?.client_id === undefined) throw new Error('this device is not enrolled');
  const { client_id, issuer, key } = device;
  const seconds = Math.floor((Date.now() + (await readOffset(db))) / 1_000);
  const claims = {
    ...{ iss: client_id, sub: client_id, aud: issuer, jti: crypto.randomUUID() },
    ...{ iat: seconds, exp: seconds + assertionSeconds },
  };
  const client_assertion = await signedToken({ alg: 'ES256', typ: 'JWT' }, claims, key);
  const answer = await timedFetch(db, '/oauth/token', {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_assertion_type: assertionType,
      client_assertion,
    }),
  });
  if (answer.ok) return answer.json();
  const { error } = await answer.json().catch(() => ({}));
  if (error === 'invalid_client') return undefined;
  throw new Error(`token: ${answer.status}`);
}
