/** OAuth clients: machines of the organisation that fetch access tokens. */
import { accounts, scope, withActions } from '@svc/contracts';
import { html } from '@svc/web/html';
import { z } from 'zod';
import { cursor, nextOf, pager } from '../../address/pager.ts';
import { withId } from '../../form/form-fields.ts';
import { form, page } from '../../route/route.ts';
import { docsLink, secretView } from '../../view/secret-view.ts';
import { credentialFields, scopeOptions } from './credential-fields.ts';
import { credentialTable } from './credential-table.ts';
import { changeOver, rotationFields, rotationInput, rotationOf } from './rotation-fields.ts';

const common = { access: 'admin:users', home: '/clients' } as const;

const addClient = form(accounts, 'addClient', {
  ...common,
  path: '/clients',
  fields: credentialFields(scope, 'Of the program, such as Booking system.'),
  input: ({ fields }) => fields,
  answer: ({ id, name, client_secret }, _sent, { docsUrl }) =>
    secretView({
      title: `The secret of ${name}`,
      entries: [
        { label: 'Client id', value: id },
        { label: 'Client secret', value: client_secret, isSecret: true },
      ],
      next: html`<ol>
<li>Give id and secret to the program, in its secret store; never in code, in an e-mail or in a chat.</li>
<li>It exchanges them for an access token: <code>POST /oauth/token</code> with <code>grant_type=client_credentials</code>. A token lives 15 minutes; use it again until then.</li>
<li>It sends the token with every request: <code>Authorization: Bearer</code>. ${docsLink(docsUrl, '/start', 'The documentation')} begins with that.</li>
</ol>`,
      back: { path: '/clients', label: 'API clients' },
    }),
});

const revokeClient = form(accounts, 'removeClient', {
  ...common,
  path: '/clients/{id}/revoke',
  input: withId,
});

const rotateClient = form(accounts, 'rotateClientSecret', {
  ...common,
  path: '/clients/{id}/rotate',
  fields: rotationFields,
  input: rotationInput,
  answer: ({ id, name, client_secret, old_secret }) =>
    secretView({
      title: `The new secret of ${name}`,
      entries: [
        { label: 'Client id, as before', value: id },
        { label: 'New client secret', value: client_secret, isSecret: true },
      ],
      next: changeOver(old_secret),
      back: { path: '/clients', label: 'API clients' },
    }),
});

const endOldSecret = form(accounts, 'endOldClientSecret', {
  ...common,
  path: '/clients/{id}/end-old',
  input: withId,
});

const clientsPage = page({
  path: '/clients',
  access: 'admin:users',
  nav: { label: 'API clients', icon: 'box', group: 'Developers' },
  title: 'API clients',
  asks: { accounts: withActions(accounts, 'listClients') },
  load: async ({ query, clients }) => {
    const wanted = query(z.object(cursor));
    return { ...wanted, list: await clients.accounts.listClients(wanted) };
  },
  render: ({ starting_after, list }, { person, forms }) => html`<h1>API clients</h1>
<p>Programs that use the API with tokens. For a display board or a stock feed an <a href="/keys">API key</a> is enough.</p>
${credentialTable(list.data, {
  caption: 'Clients, the newest first; revoked ones are not listed',
  lastUse: 'Last fetched a token',
  consequence: 'It gets no more tokens, and those that it has end within a minute.',
  revoke: ({ id, name }) => forms.show(revokeClient, { params: { id }, submit: `Revoke ${name}` }),
  rotate: (each) =>
    forms.show(rotateClient, { ...rotationOf(each), submit: `Rotate ${each.name}` }),
  endOld: ({ id, name }) =>
    forms.show(endOldSecret, { params: { id }, submit: 'End it', submitOf: `of ${name}` }),
})}
${pager('/clients', {}, { after: starting_after, next: nextOf(list) })}
${forms.fold(
  addClient,
  { label: 'Make a client' },
  {
    ...{ submit: 'Make', submitOf: 'the client' },
    known: { scopes: { options: scopeOptions(person.scopes) } },
  },
)}`,
});

export const clientRoutes = [clientsPage, addClient, revokeClient, rotateClient, endOldSecret];
