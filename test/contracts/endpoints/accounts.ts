/** Sites, policies and users. */
import { accounts as accountsContract, roleScopes, user } from '@svc/contracts';
import { createClients } from '@svc/kit/client';
import { z } from 'zod';
import { type Line, resource } from '../../journeys/http.ts';
import { fetchToken, newTenant } from '../../journeys/tenants.ts';
import { type Actor, uniqueEmail } from '../requests.ts';
import type { Stand } from '../stand.ts';
import { enrolledDevice } from './courier-device.ts';
import type { EndpointCases, Make, Rule } from './endpoint.ts';
import { firstOf } from './fixtures.ts';

const badHours = { receiving_hours: 'from dusk till dawn' };
const person = { name: 'Front desk', role: 'viewer' };

const newUser = async ({ send }: Pick<Actor, 'send'>): Promise<string> =>
  resource(await send('POST /users', { body: { ...person, email: uniqueEmail() } }), 201, user).id;

/** A credential with a scope that a token for users alone does not carry. */
const newReader =
  (path: '/clients' | '/api-keys'): Make =>
  async ({ send }) => {
    const body = { name: 'Reader', scopes: ['jobs:read'] };
    return resource(await send(`POST ${path}`, { body }), 201, named).id;
  };
const named = z.object({ id: z.string() });
/** People change something at the desk alone. */
const newChange: Make = async (actor) => {
  const meta = { tenant: actor.tenant, actor: `usr_${crypto.randomUUID()}`, requestId: 'test' };
  const { transport } = actor.stage;
  const { accounts: own } = createClients({ accounts: accountsContract }, transport, meta);
  await own.updateSite({ id: actor.pickup, cost_centres: [meta.actor] });
  return firstOf(actor, `GET /audit-log?person_id=${meta.actor}`);
};
/** Sender of a tenant that is not the carrier, as the others of the stand are. */
const sendOfCustomer = async ({ stage, sendAs }: Stand) => {
  const scopes = roleScopes.admin;
  const token = await fetchToken(stage, await newTenant(stage, { scopes }), scopes);
  return sendAs({ authorization: `Bearer ${token}` });
};
/** With a token that carries nothing else. */
const sendForUsersAlone = async (stand: Stand) => (await stand.holderOf('admin:users')).send;

/** The address of an existing user, spelled otherwise. */
async function takenEmail({ send }: Actor): Promise<string> {
  const email = uniqueEmail();
  await send('POST /users', { body: { ...person, email } });
  return email.toUpperCase();
}

/** A tenant of its own, with as many as the stage's setting allows. */
const tooMany =
  (line: Line, table: 'client' | 'api_key'): Rule =>
  async ({ stage }) => {
    const owner = await newTenant(stage);
    await stage.owner.query(
      `insert into accounts.${table} (tenant_id, id, name, scopes, secret_hash, created_at)
       select $1, $1 || n, 'Import', '{}', '', now() from generate_series(1, $2::int) n`,
      [owner.id, stage.settings.env?.SVC_CREDENTIALS_MAX],
    );
    return owner.send(line, { body: { name: 'More', scopes: ['jobs:read'] } });
  };

export const accounts: EndpointCases = {
  targets: {
    '/ops/courier-devices/': enrolledDevice,
  },
  listed: {
    '/sites': async ({ pickup }) => pickup,
    '/ops/courier-devices': enrolledDevice,
    '/ops/sites': async ({ pickup }) => pickup,
    '/audit-log': newChange,
    '/request-log': (actor) => firstOf(actor, 'GET /request-log'),
  },
  refusals: {
    invalid_position: { body: { position: { lat: 0, lng: 0 } } },
    email_taken: { body: async (actor) => ({ email: await takenEmail(actor) }) },
    rotation_in_progress: { times: 2 },
    scope_not_held: { as: sendForUsersAlone },
    'createSite invalid_body': { body: badHours },
    'updateSite invalid_body': { body: badHours },
    'putPolicies company_prefix_taken': async (stand) => {
      const sscc = { company_prefix: '6001234', extension_digit: 3 };
      const body = { default_cost_centre: '', requirements: {}, sscc };
      await (await stand.actor()).send('PUT /policies', { body });
      return (await sendOfCustomer(stand))('PUT /policies', { body });
    },
    'createUser carrier_only': { as: sendOfCustomer, body: { role: 'dispatcher' } },
    'createUser scope_not_held': { as: sendForUsersAlone, body: { role: 'admin' } },
    'updateUser scope_not_held': { as: sendForUsersAlone, body: { role: 'admin' } },
    'updateUser carrier_only': async (stand) => {
      const send = await sendOfCustomer(stand);
      return send(`PATCH /users/${await newUser({ send })}`, { body: { role: 'desk_lead' } });
    },
    'createClient too_many_clients': tooMany('POST /clients', 'client'),
    'createClient scope_not_held': { as: sendForUsersAlone, body: { scopes: ['pod:read'] } },
    'rotateClientSecret scope_not_held': { as: sendForUsersAlone, at: newReader('/clients') },
    'createApiKey too_many_api_keys': tooMany('POST /api-keys', 'api_key'),
    'rotateApiKey scope_not_held': { as: sendForUsersAlone, at: newReader('/api-keys') },
  },
};
