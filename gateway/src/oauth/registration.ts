/** Registration of couriers' devices: dynamic client registration (RFC 7591). */
import { accounts, courierDeviceId, devicePublicKey } from '@svc/contracts';
import { readJsonObject } from '@svc/kit/json';
import type { CallMeta, Reply } from '@svc/kit/transport';
import type { FastifyReply, RouteHandlerMethod } from 'fastify';
import { z } from 'zod';
import type { Gateway } from '../endpoint/route.ts';
import { problem, unavailable } from '../problem/problem.ts';
import { send } from './token.ts';

const { kty, crv, x, y } = devicePublicKey.shape;
/** Key as exported by WebCrypto; members that are not needed are ignored. */
const publicJwk = z
  .looseObject({ kty, crv, x, y })
  .refine((jwk) => !('d' in jwk), 'the private half of the key was sent: make a new one')
  .describe("The device's public key as JWK, RFC 7517.");

export const deviceRegistration = z.object({
  client_name: accounts.actions.registerDevice.input.shape.name.describe(
    'Name of the device for people, up to 120 characters.',
  ),
  token_endpoint_auth_method: z
    .literal('private_key_jwt')
    .describe('How the device authenticates.'),
  grant_types: z
    .array(z.literal('client_credentials'))
    .length(1)
    .optional()
    .describe('How it gets tokens.'),
  jwks: z
    .object({ keys: z.array(publicJwk).length(1).describe('One key.') })
    .describe('Public keys of the device.'),
});

export const registeredDevice = z
  .object({
    client_id: courierDeviceId,
    client_id_issued_at: z
      .int()
      .min(0)
      .describe('When it was registered: seconds since 1970, UTC.'),
    client_name: z.string().describe('Name of the device for people.'),
    token_endpoint_auth_method: z.literal('private_key_jwt').describe('How it authenticates.'),
    grant_types: z.array(z.string()).describe('How it gets tokens.'),
    scope: z.string().describe('What its tokens carry.'),
  })
  .describe('What a device needs in order to fetch tokens.');

type RegistrationError = 'invalid_token' | 'invalid_client_metadata';
const refuse = (reply: FastifyReply, error: RegistrationError, error_description: string) => {
  const unauthorised = error === 'invalid_token';
  if (unauthorised) reply.header('www-authenticate', `Bearer realm="svc-api", error="${error}"`);
  send(reply.code(unauthorised ? 401 : 400), { error, error_description });
};
const badToken = 'The initial access token is unknown, used, replaced or expired.';
const badKey = 'The key is no point of the curve, or a device has it already.';

export function registrationHandler({ transport, sendProblem }: Gateway): RouteHandlerMethod {
  return async (request, reply) => {
    const [, token] = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    const parsed = readRegistration(request.body);
    if (token === undefined) refuse(reply, 'invalid_token', badToken);
    else if ('error' in parsed) refuse(reply, 'invalid_client_metadata', parsed.error);
    else {
      const { client_name, public_key } = parsed;
      const input = { initial_access_token: token, name: client_name, public_key };
      const meta: CallMeta = { tenant: '', actor: 'gateway', requestId: request.id };
      const given = await transport.call('accounts', 'registerDevice', input, meta);
      if ('fault' in given) {
        const what = given.fault === 'unavailable' ? unavailable() : problem('internal');
        return sendProblem(request, reply, what);
      }
      answer(reply, given, client_name);
    }
    return reply;
  };
}

function answer(reply: FastifyReply, given: Exclude<Reply, { fault: unknown }>, name: string) {
  // Longer than any token that we make.
  if (!('ok' in given)) return refuse(reply, 'invalid_token', badToken);
  const output = accounts.actions.registerDevice.output.parse(given.ok);
  if ('error' in output) {
    return refuse(reply, output.error, output.error === 'invalid_token' ? badToken : badKey);
  }
  const { client_id, issued_at } = output;
  send(reply.code(201), {
    client_id,
    client_id_issued_at: Math.floor(Date.parse(issued_at) / 1_000),
    client_name: name,
    token_endpoint_auth_method: 'private_key_jwt',
    grant_types: ['client_credentials'],
    scope: 'ops:courier',
  } satisfies z.infer<typeof registeredDevice>);
}

function readRegistration(body: unknown) {
  const read = readJsonObject(Buffer.isBuffer(body) ? body : Buffer.alloc(0));
  if (!('value' in read)) return { error: 'The body is no JSON object.' };
  const { data, error } = deviceRegistration.safeParse(read.value);
  if (!data) {
    const [issue] = error.issues;
    return { error: `${issue?.path.join('.')}: ${issue?.message}` };
  }
  const [key] = data.jwks.keys;
  if (!key) return { error: 'jwks.keys: no key' };
  const public_key = { kty: key.kty, crv: key.crv, x: key.x, y: key.y };
  return { client_name: data.client_name, public_key };
}
