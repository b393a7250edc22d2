/** A courier's device as its app enrols it, with a key of its own, and the requests that it signs. */
import { positionClaims } from '@svc/contracts';
import { bodyDigest, type DeviceClaims } from '@svc/proof/verify/device-signature';
import { z } from 'zod';
import { newDevice } from '../../packages/proof/test/verify/device.ts';
import { type Request, resource, type Send } from './http.ts';

const enrolment = z.object({ initial_access_token: z.string() });
const registered = z.object({ client_id: z.string() });
const granted = z.object({ access_token: z.string() });

const registration = (publicJwk: object, name = 'Phone') => ({
  client_name: name,
  token_endpoint_auth_method: 'private_key_jwt',
  jwks: { keys: [publicJwk] },
});

interface Enrolling {
  publicUrl: string;
  /** As the desk. */
  send: Send;
}

/** The newest enrolment of a driver ends the one before. */
export async function enrolDevice({ publicUrl, send }: Enrolling, driver: string) {
  const line = `POST /ops/drivers/${driver}/device-enrolments` as const;
  const { initial_access_token } = resource(await send(line), 201, enrolment);
  const key = await newDevice('');
  const answer = await fetch(`${publicUrl}/oauth/register`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${initial_access_token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(registration(key.jwk)),
  });
  const { client_id: id } = registered.parse(await answer.json());
  const requestToken = (nowMs: number) =>
    tokenRequest(publicUrl, async (audience) => {
      const exp = Math.floor(nowMs / 1_000) + 60;
      const claims = { iss: id, sub: id, aud: audience, exp, jti: crypto.randomUUID() };
      return key.sign(claims, { typ: 'JWT' });
    });
  return {
    id,
    key,
    requestToken,
    /** Headers of a request with its token. */
    credential: async (nowMs = Date.now()) => {
      const { access_token } = granted.parse(await (await requestToken(nowMs)).json());
      return { authorization: `Bearer ${access_token}` };
    },
    /** A milestone as the device sends it: signed, under an Idempotency-Key of its own. */
    signed: (body: Milestone, claims: Pick<DeviceClaims, 'job_id'> & Partial<DeviceClaims>) => {
      const { type: action, at, seal = null } = body;
      const all = { action, at, device_at: at, seal, ...claims };
      return signedRequest({ id, sign: key.sign }, body, all);
    },
    signedPositions: (positions: readonly [{ at: string; position: object }]) => {
      const [{ at }] = positions;
      const claims = { ...positionClaims, at, device_at: at, seal: null };
      return signedRequest({ id, sign: key.sign }, { positions }, claims);
    },
  };
}
export type CourierDevice = Awaited<ReturnType<typeof enrolDevice>>;

async function tokenRequest(publicUrl: string, sign: (audience: string) => Promise<string>) {
  const metadata = await fetch(`${publicUrl}/.well-known/oauth-authorization-server`);
  const { issuer } = z.object({ issuer: z.string() }).parse(await metadata.json());
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: await sign(issuer),
  });
  return fetch(`${publicUrl}/oauth/token`, { method: 'POST', body });
}

interface Milestone {
  type: string;
  at: string;
  seal?: string;
  [field: string]: unknown;
}
interface Signer {
  id: string;
  sign: (claims: object) => Promise<string>;
}

async function signedRequest(
  { id, sign }: Signer,
  body: object,
  claims: Partial<DeviceClaims>,
): Promise<Request & { key: string; headers: Record<string, string> }> {
  const jti = claims.jti ?? crypto.randomUUID();
  const salt = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex');
  const jws = await sign({
    iss: id,
    jti,
    files: [],
    body: bodyDigest(salt, body),
    ...claims,
  });
  return { key: jti, body, headers: { 'device-signature': jws, 'device-salt': salt } };
}
