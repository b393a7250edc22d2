/** Sites, policies and users. */
import { accounts as accountsContract, site, user } from '@svc/contracts';
import { createClients } from '@svc/kit/client';
import { z } from 'zod';
import { type Line, resource } from '../../journeys/http.ts';
import { fetchToken, newTenant } from '../../journeys/tenants.ts';
import { type Actor, uniqueEmail } from '../requests.ts';
import type { Stand } from '../stand.ts';
import { enrolledDevice } from './courier-device.ts';
import {
  counted,
  type EndpointCases,
  having,
  list,
  type Make,
  type Rule,
  toAbsent,
} from './endpoint.ts';
import { firstOf } from './fixtures.ts';

const badHours = { receiving_hours: 'from dusk till dawn' };
const clinic = { name: 'Clinic', type: 'clinic', position: { lat: -26.2, lng: 28 } };
const person = { name: 'Front desk', role: 'viewer' };

const newSite: Make = async ({ send }) =>
  resource(await send('POST /sites', { body: clinic }), 201, site).id;
const newUser: Make = async ({ send }) =>
  resource(await send('POST /users', { body: { ...person, email: uniqueEmail() } }), 201, user).id;

const newOwnClient: Make = async ({ send }) => {
  const body = { name: 'Import', scopes: ['admin:users'] };
  const { addClient } = accountsContract.actions;
  return resource(await send('POST /clients', { body }), 201, addClient.output).id;
};
const newApiKey: Make = async ({ send }) => {
  const { addApiKey } = accountsContract.actions;
  return resource(await send('POST /api-keys', { body: { name: 'Board' } }), 201, addApiKey.output)
    .id;
};
/** Of what a token for users alone does not carry. */
const newReader =
  (path: '/clients' | '/api-keys'): Make =>
  async ({ send }) => {
    const body = { name: 'Reader', scopes: ['jobs:read'] };
    return resource(await send(`POST ${path}`, { body }), 201, named).id;
  };
const named = z.object({ id: z.string() });
const twice = async ({ send }: Actor, line: Line) => {
  await send(line, { body: {} });
  return send(line, { body: {} });
};
/** People change something at the desk alone. */
const newChange: Make = async (actor) => {
  const meta = { tenant: actor.tenant, actor: `usr_${crypto.randomUUID()}`, requestId: 'test' };
  const { transport } = actor.stage;
  const { accounts: own } = createClients({ accounts: accountsContract }, transport, meta);
  await own.updateSite({ id: actor.pickup, cost_centres: [meta.actor] });
  return firstOf(actor, `GET /audit-log?person_id=${meta.actor}`);
};
/** Of a tenant that is not the carrier, as the others of the stand are. */
const sendOfCustomer = async ({ stage, sendAs }: Stand) => {
  const scopes = ['admin:users'] as const;
  const token = await fetchToken(stage, await newTenant(stage, { scopes }), scopes);
  return sendAs({ authorization: `Bearer ${token}` });
};
/** By a token that carries nothing else. */
const byAdmin =
  (line: Line, scope: string): Rule =>
  async (stand) =>
    (await stand.holderOf('admin:users')).send(line, { body: { name: 'More', scopes: [scope] } });

const credential = `object id name scopes[] created_at last_used_at rotated_at secret_last_used_at
  old_secret.expires_at old_secret.last_used_at`;

export const accounts: EndpointCases = {
  fields: {
    DeleteUserResponse: 'id object deleted',
    ListSitesResponse: counted('Site'),
    ListUsersResponse: counted('User'),
    Policies: `default_cost_centre contact.phone contact.email requirements.*.otp
      requirements.*.id_check requirements.*.signature requirements.*.photo
      sscc.company_prefix sscc.extension_digit`,
    CreateClientResponse: `${credential} client_secret`,
    ListClientsResponse: list('Client'),
    Client: credential,
    DeleteClientResponse: 'id object deleted',
    CourierDevice: 'object id driver_id name key_thumbprint created_at last_used_at',
    ListCourierDevicesResponse: list('CourierDevice'),
    DeleteCourierDeviceResponse: 'id object deleted',
    CreateApiKeyResponse: `${credential} api_key`,
    ListApiKeysResponse: list('ApiKey'),
    ApiKey: credential,
    DeleteApiKeyResponse: 'id object deleted',
    ListRequestsResponse: list('LoggedRequest'),
    LoggedRequest: 'object id created_at client_id method path status code duration_ms',
    Usage: `object rate_limit.per_minute rate_limit.burst request_days[].day request_days[].requests
      request_days[].rate_limited clients api_keys sites users webhooks.endpoints
      webhooks.endpoints_max webhooks.since webhooks.is_complete webhooks.days[].day
      webhooks.days[].succeeded webhooks.days[].pending webhooks.days[].failed
      proof_files.files proof_files.bytes wholesale_files.files wholesale_files.bytes`,
    ListChangesResponse: list('Change'),
    Change: `object id created_at person_id person_name action object_id tenant_id reason
      before.* after.*`,
    DeskSite: `id name type address phone position.lat position.lng time_zone receiving_hours
      cost_centres[] shared tenant_id`,
    ListSitesForDeskResponse: list('DeskSite'),
    Site: `id name type address phone position.lat position.lng time_zone receiving_hours cost_centres[]
      shared`,
    User: 'id email name role created_at',
  },
  grants: {
    'admin:sites': {
      listSites: 'ListSitesResponse',
      createSite: 'Site',
      updateSite: 'Site',
      getPolicies: 'Policies',
      putPolicies: 'Policies',
    },
    'ops:dispatch': {
      listSitesForDesk: 'ListSitesForDeskResponse',
      listCourierDevices: 'ListCourierDevicesResponse',
      deleteCourierDevice: 'DeleteCourierDeviceResponse',
    },
    'audit:read': { listChanges: 'ListChangesResponse' },
    'admin:users': {
      listUsers: 'ListUsersResponse',
      createUser: 'User',
      updateUser: 'User',
      deleteUser: 'DeleteUserResponse',
      createClient: 'CreateClientResponse',
      listClients: 'ListClientsResponse',
      deleteClient: 'DeleteClientResponse',
      rotateClientSecret: 'CreateClientResponse',
      endOldClientSecret: 'Client',
      createApiKey: 'CreateApiKeyResponse',
      listApiKeys: 'ListApiKeysResponse',
      deleteApiKey: 'DeleteApiKeyResponse',
      rotateApiKey: 'CreateApiKeyResponse',
      endOldApiKey: 'ApiKey',
      listRequests: 'ListRequestsResponse',
      getUsage: 'Usage',
    },
  },
  targets: {
    '/sites/': newSite,
    '/users/': newUser,
    '/clients/': newOwnClient,
    '/ops/courier-devices/': enrolledDevice,
    '/api-keys/': newApiKey,
  },
  listed: {
    '/sites': async ({ pickup }) => pickup,
    '/ops/courier-devices': enrolledDevice,
    '/ops/sites': async ({ pickup }) => pickup,
    '/audit-log': newChange,
    '/request-log': (actor) => firstOf(actor, 'GET /request-log'),
  },
  refusals: {
    'createSite invalid_body': async (stand) =>
      (await stand.actor()).send('POST /sites', { body: { ...clinic, ...badHours } }),
    'updateSite site_not_found': toAbsent('PATCH /sites/absent', { body: { name: 'Mine' } }),
    'updateSite invalid_body': async (stand) => {
      const { send, pickup } = await stand.actor();
      return send(`PATCH /sites/${pickup}`, { body: badHours });
    },
    'createUser email_taken': async (stand) => {
      const { send } = await stand.actor();
      const body = { ...person, email: uniqueEmail() };
      await send('POST /users', { body });
      return send('POST /users', { body: { ...body, email: body.email.toUpperCase() } });
    },
    'createUser carrier_only': async (stand) => {
      const body = { ...person, role: 'dispatcher', email: uniqueEmail() };
      return (await sendOfCustomer(stand))('POST /users', { body });
    },
    'updateUser carrier_only': async (stand) => {
      const send = await sendOfCustomer(stand);
      const { id } = resource(
        await send('POST /users', { body: { ...person, email: uniqueEmail() } }),
        201,
        user,
      );
      return send(`PATCH /users/${id}`, { body: { role: 'desk_lead' } });
    },
    'updateUser user_not_found': toAbsent('PATCH /users/absent', { body: { role: 'viewer' } }),
    'updateUser email_taken': async (stand) => {
      const actor = await stand.actor();
      const email = uniqueEmail();
      await actor.send('POST /users', { body: { ...person, email } });
      return actor.send(`PATCH /users/${await newUser(actor)}`, { body: { email } });
    },
    'createClient scope_not_held': byAdmin('POST /clients', 'pod:read'),
    'deleteClient client_not_found': toAbsent('DELETE /clients/absent'),
    'rotateClientSecret client_not_found': toAbsent('POST /clients/absent/rotate-secret', {
      body: {},
    }),
    'rotateClientSecret scope_not_held': async (stand) => {
      const id = await newReader('/clients')(await stand.actor());
      return (await stand.holderOf('admin:users')).send(`POST /clients/${id}/rotate-secret`, {
        body: {},
      });
    },
    'rotateClientSecret rotation_in_progress': having(newOwnClient, (actor, id) =>
      twice(actor, `POST /clients/${id}/rotate-secret`),
    ),
    'endOldClientSecret client_not_found': toAbsent('DELETE /clients/absent/old-secret'),
    'deleteCourierDevice courier_device_not_found': toAbsent('DELETE /ops/courier-devices/absent'),
    'createApiKey scope_not_held': byAdmin('POST /api-keys', 'jobs:read'),
    'deleteApiKey api_key_not_found': toAbsent('DELETE /api-keys/absent'),
    'rotateApiKey api_key_not_found': toAbsent('POST /api-keys/absent/rotate', { body: {} }),
    'rotateApiKey scope_not_held': async (stand) => {
      const id = await newReader('/api-keys')(await stand.actor());
      return (await stand.holderOf('admin:users')).send(`POST /api-keys/${id}/rotate`, {
        body: {},
      });
    },
    'rotateApiKey rotation_in_progress': having(newApiKey, (actor, id) =>
      twice(actor, `POST /api-keys/${id}/rotate`),
    ),
    'endOldApiKey api_key_not_found': toAbsent('DELETE /api-keys/absent/old-key'),
    'deleteUser user_not_found': toAbsent('DELETE /users/absent'),
  },
};
