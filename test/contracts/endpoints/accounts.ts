/** Sites, policies and users. */
import { accounts as accountsContract, roleScopes, user } from '@svc/contracts';
import { createClients } from '@svc/kit/client';
import { z } from 'zod';
import { type Line, resource } from '../../journeys/http.ts';
import { fetchToken, newTenant } from '../../journeys/tenants.ts';
import { type Actor, uniqueEmail } from '../requests.ts';
import type { Stand } from '../stand.ts';
import { enrolledDevice } from './courier-device.ts';
import { counted, type EndpointCases, list, type Make, type Rule } from './endpoint.ts';
import { firstOf } from './fixtures.ts';

const badHours = { receiving_hours: 'from dusk till dawn' };
const nowhere = { position: { lat: 0, lng: 0 } };
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
  fields: {
    ApiKey: '+Credential',
    Change: `object id created_at person_id person_name action object_id tenant_id reason
      before{*} after{*}`,
    Client: '+Credential',
    CourierDevice: 'object id driver_id name key_thumbprint created_at last_used_at',
    CreateApiKeyResponse: '+Credential api_key',
    CreateClientResponse: '+Credential client_secret',
    Credential: `object id name scopes created_at last_used_at rotated_at secret_last_used_at
      old_secret{expires_at last_used_at}`,
    DeleteApiKeyResponse: 'id object deleted',
    DeleteClientResponse: 'id object deleted',
    DeleteCourierDeviceResponse: 'id object deleted',
    DeleteUserResponse: 'id object deleted',
    DeskSite: '+Site tenant_id',
    ListApiKeysResponse: list('ApiKey'),
    ListChangesResponse: list('Change'),
    ListClientsResponse: list('Client'),
    ListCourierDevicesResponse: list('CourierDevice'),
    ListRequestsResponse: list('LoggedRequest'),
    ListSitesForDeskResponse: list('DeskSite'),
    ListSitesResponse: counted('Site'),
    ListUsersResponse: counted('User'),
    LoggedRequest: 'object id created_at client_id method path status code duration_ms',
    Policies: `default_cost_centre contact{phone email} requirements{*{otp id_check signature
      photo}} sscc{company_prefix extension_digit}`,
    Site: `id name type address phone position{lat lng} time_zone receiving_hours cost_centres
      shared`,
    Usage: `object rate_limit{per_minute burst} request_days{day requests rate_limited} clients
      api_keys sites users webhooks{endpoints endpoints_max since is_complete days{day succeeded
      pending failed}} proof_files{files bytes} wholesale_files{files bytes}`,
    User: 'id email name role created_at',
  },
  grants: {
    'admin:sites': `listSites=ListSitesResponse createSite=Site updateSite=Site
      getPolicies=Policies putPolicies=Policies`,
    'ops:dispatch': `listSitesForDesk=ListSitesForDeskResponse
      listCourierDevices=ListCourierDevicesResponse
      deleteCourierDevice=DeleteCourierDeviceResponse`,
    'audit:read': 'listChanges=ListChangesResponse',
    'admin:users': `listUsers=ListUsersResponse createUser=User updateUser=User
      deleteUser=DeleteUserResponse createClient=CreateClientResponse
      listClients=ListClientsResponse deleteClient=DeleteClientResponse
      rotateClientSecret=CreateClientResponse endOldClientSecret=Client
      createApiKey=CreateApiKeyResponse listApiKeys=ListApiKeysResponse
      deleteApiKey=DeleteApiKeyResponse rotateApiKey=CreateApiKeyResponse endOldApiKey=ApiKey
      listRequests=ListRequestsResponse getUsage=Usage`,
  },
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
    'createSite invalid_body': { body: badHours },
    'createSite invalid_position': { body: nowhere },
    'updateSite invalid_body': { body: badHours },
    'updateSite invalid_position': { body: nowhere },
    'putPolicies company_prefix_taken': async (stand) => {
      const sscc = { company_prefix: '6001234', extension_digit: 3 };
      const body = { default_cost_centre: '', requirements: {}, sscc };
      await (await stand.actor()).send('PUT /policies', { body });
      return (await sendOfCustomer(stand))('PUT /policies', { body });
    },
    'createUser email_taken': { body: async (actor) => ({ email: await takenEmail(actor) }) },
    'createUser carrier_only': { as: sendOfCustomer, body: { role: 'dispatcher' } },
    'createUser scope_not_held': { as: sendForUsersAlone, body: { role: 'admin' } },
    'updateUser scope_not_held': { as: sendForUsersAlone, body: { role: 'admin' } },
    'deleteUser scope_not_held': { as: sendForUsersAlone },
    'updateUser carrier_only': async (stand) => {
      const send = await sendOfCustomer(stand);
      return send(`PATCH /users/${await newUser({ send })}`, { body: { role: 'desk_lead' } });
    },
    'updateUser email_taken': { body: async (actor) => ({ email: await takenEmail(actor) }) },
    'createClient too_many_clients': tooMany('POST /clients', 'client'),
    'createClient scope_not_held': { as: sendForUsersAlone, body: { scopes: ['pod:read'] } },
    'rotateClientSecret scope_not_held': { as: sendForUsersAlone, at: newReader('/clients') },
    'rotateClientSecret rotation_in_progress': { times: 2 },
    'createApiKey too_many_api_keys': tooMany('POST /api-keys', 'api_key'),
    'createApiKey scope_not_held': { as: sendForUsersAlone },
    'rotateApiKey scope_not_held': { as: sendForUsersAlone, at: newReader('/api-keys') },
    'rotateApiKey rotation_in_progress': { times: 2 },
  },
};
