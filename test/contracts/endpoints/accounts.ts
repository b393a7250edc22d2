/** Sites, policies and users. */
import { site, user } from '@svc/contracts';
import { resource } from '../../journeys/http.ts';
import { uniqueEmail } from '../requests.ts';
import { counted, type EndpointCases, list, type Make, toAbsent } from './endpoint.ts';

const badHours = { receiving_hours: 'from dusk till dawn' };
const clinic = { name: 'Clinic', type: 'clinic', position: { lat: -26.2, lng: 28 } };
const person = { name: 'Front desk', role: 'viewer' };

const newSite: Make = async ({ send }) =>
  resource(await send('POST /sites', { body: clinic }), 201, site).id;
const newUser: Make = async ({ send }) =>
  resource(await send('POST /users', { body: { ...person, email: uniqueEmail() } }), 201, user).id;

export const accounts: EndpointCases = {
  fields: {
    DeleteUserResponse: 'id object deleted',
    ListSitesResponse: counted('Site'),
    ListUsersResponse: counted('User'),
    Policies: `default_cost_centre contact.phone contact.email requirements.*.otp
      requirements.*.id_check requirements.*.signature requirements.*.photo`,
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
    'ops:dispatch': { listSitesForDesk: 'ListSitesForDeskResponse' },
    'admin:users': {
      listUsers: 'ListUsersResponse',
      createUser: 'User',
      updateUser: 'User',
      deleteUser: 'DeleteUserResponse',
    },
  },
  targets: { '/sites/': newSite, '/users/': newUser },
  listed: {
    '/sites': async ({ pickup }) => pickup,
    '/ops/sites': async ({ pickup }) => pickup,
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
    'updateUser user_not_found': toAbsent('PATCH /users/absent', { body: { role: 'viewer' } }),
    'updateUser email_taken': async (stand) => {
      const actor = await stand.actor();
      const email = uniqueEmail();
      await actor.send('POST /users', { body: { ...person, email } });
      return actor.send(`PATCH /users/${await newUser(actor)}`, { body: { email } });
    },
    'deleteUser user_not_found': toAbsent('DELETE /users/absent'),
  },
};
