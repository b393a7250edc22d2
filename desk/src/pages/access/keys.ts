/** API keys: long-lived credentials for low-risk reads and the stock feed. */
import { accounts, apiKeyScopes, keyScope, withActions } from '@svc/contracts';
import { html } from '@svc/web/html';
import { z } from 'zod';
import { cursor, nextOf, pager } from '../../address/pager.ts';
import { withId } from '../../form/form-fields.ts';
import { form, page, type RenderContext } from '../../route/route.ts';
import { docsLink, secretView } from '../../view/secret-view.ts';
import { credentialFields, scopeOptions } from './credential-fields.ts';
import { credentialTable } from './credential-table.ts';
import { changeOver, rotationFields, rotationInput, rotationOf } from './rotation-fields.ts';

const common = { access: 'admin:users', home: '/keys' } as const;

const addKey = form(accounts, 'addApiKey', {
  ...common,
  path: '/keys',
  fields: credentialFields(keyScope, 'Of the program, such as Status board.'),
  input: ({ fields }) => fields,
  answer: ({ name, api_key }, _sent, { docsUrl }) =>
    secretView({
      title: `The key ${name}`,
      entries: [{ label: 'API key', value: api_key, isSecret: true }],
      next: html`<ol>
<li>Give it to the program, in its secret store; never in code, in an e-mail or in a chat.</li>
<li>It sends the key with every request, in the header <code>x-api-key</code>. ${docsLink(docsUrl, '/start', 'The documentation')} has examples.</li>
<li>A key has no end: rotate it when people who know it leave.</li>
</ol>`,
      back: { path: '/keys', label: 'API keys' },
    }),
});

const revokeKey = form(accounts, 'removeApiKey', {
  ...common,
  path: '/keys/{id}/revoke',
  input: withId,
});

const rotateKey = form(accounts, 'rotateApiKey', {
  ...common,
  path: '/keys/{id}/rotate',
  fields: rotationFields,
  input: rotationInput,
  answer: ({ name, api_key, old_secret }) =>
    secretView({
      title: `The new key ${name}`,
      entries: [{ label: 'API key', value: api_key, isSecret: true }],
      next: changeOver(old_secret),
      back: { path: '/keys', label: 'API keys' },
    }),
});

const endOldKey = form(accounts, 'endOldApiKey', {
  ...common,
  path: '/keys/{id}/end-old',
  input: withId,
});

const keysPage = page({
  path: '/keys',
  access: 'admin:users',
  nav: { label: 'API keys', icon: 'key', group: 'Developers' },
  title: 'API keys',
  asks: { accounts: withActions(accounts, 'listApiKeys') },
  load: async ({ query, clients }) => {
    const wanted = query(z.object(cursor));
    return { ...wanted, list: await clients.accounts.listApiKeys(wanted) };
  },
  render: ({ starting_after, list }, context) => html`<h1>API keys</h1>
<p>For reading and for the stock feed, without tokens: of quotes a key reads prices and service levels, and makes none. Programs that book need an <a href="/clients">API client</a>.</p>
${credentialTable(list.data, {
  caption: 'Keys, the newest first; revoked ones are not listed',
  lastUse: 'Last used',
  consequence: 'It is refused within seconds, wherever it is in use.',
  revoke: ({ id, name }) =>
    context.forms.show(revokeKey, { params: { id }, submit: `Revoke ${name}` }),
  rotate: (each) =>
    context.forms.show(rotateKey, { ...rotationOf(each), submit: `Rotate ${each.name}` }),
  endOld: ({ id, name }) =>
    context.forms.show(endOldKey, { params: { id }, submit: 'End it', submitOf: `of ${name}` }),
})}
${pager('/keys', {}, { after: starting_after, next: nextOf(list) })}
${newKey(context)}`,
});

function newKey({ person, forms }: RenderContext) {
  const offered = apiKeyScopes.filter((each) => person.scopes.includes(each));
  if (offered.length === 0) {
    return html`<p>Your role holds nothing that a key may do. An administrator of your organisation can make one.</p>`;
  }
  const known = { scopes: { options: scopeOptions(offered) } };
  return forms.fold(
    addKey,
    { label: 'Make a key' },
    { submit: 'Make', submitOf: 'the key', known },
  );
}

export const keyRoutes = [keysPage, addKey, revokeKey, rotateKey, endOldKey];
