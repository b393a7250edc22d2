/** People of the organisation: who signs in, and in which role. */
import { accounts, type SignInState, type User, withActions } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { formatDateTime } from '@svc/web/times';
import { z } from 'zod';
import { cursor, nextOf, pager } from '../../address/pager.ts';
import { page, type RenderContext } from '../../route/route.ts';
import { roleLabels } from '../../words/labels.ts';
import { invitePerson, signInCell } from './invitation-forms.ts';
import { changeRole, mayGive, removePerson, rolesOf, roleToGive } from './person-forms.ts';

/** A row has up to four forms: fewer than the list could hold. */
const limit = 50;

const aboutInvitations =
  'You get a link to give to them. With it they sign in for the first time, with the account of the e-mail address that you enter here.';

export const peoplePage = page({
  path: '/people',
  access: 'admin:users',
  nav: { label: 'People', icon: 'users', group: 'Organisation' },
  title: 'People',
  asks: { accounts: withActions(accounts, 'listUsers', 'listSignInStates') },
  load: async ({ query, clients }) => {
    const { starting_after } = query(z.object(cursor));
    const list = await clients.accounts.listUsers({ limit, starting_after });
    const user_ids = list.data.map(({ id }) => id);
    const { states } = await clients.accounts.listSignInStates({ user_ids });
    return { starting_after, list, states: new Map(states.map((each) => [each.user_id, each])) };
  },
  render: ({ starting_after, list, states }, context) => html`<h1>People</h1>
<p>A change of the role ends the sessions of a person, who then signs in again.</p>
<div class="table" role="region" aria-label="People" tabindex="0"><table>
<caption>${list.total} ${list.total === 1 ? 'person' : 'people'} of ${context.person.tenant.name}, in the order in which they were added</caption>
<thead><tr><th scope="col">Person</th><th scope="col">Role</th><th scope="col">Sign-in</th><th scope="col">Added</th><th scope="col">Removal</th></tr></thead>
<tbody>${list.data.map((user) => row(user, states.get(user.id), context))}</tbody>
</table></div>
${pager('/people', {}, { after: starting_after, next: nextOf(list) })}
${context.forms.fold(
  invitePerson,
  { label: 'Invite a person', about: aboutInvitations },
  { submit: 'Invite', submitOf: 'the person', ...roleToGive(context.person) },
)}`,
});

const row = (user: User, state: SignInState | undefined, context: RenderContext): Html => {
  const isOwn = user.id === context.person.user.id;
  const isOpen = !isOwn && mayGive(context.person, user.role);
  return html`<tr><th scope="row">${user.name}${isOwn ? ' (you)' : ''}
<span class="soft">${user.email}</span></th>
<td>${isOpen ? roleForm(user, context) : roleLabels[user.role]}</td>
<td>${isOpen ? signInCell(user, state, context) : isOwn || state?.is_bound ? 'Signs in' : 'Has not signed in yet'}</td>
<td>${formatDateTime(new Date(user.created_at))}</td>
<td>${isOpen ? removal(user, context) : closedText(isOwn)}</td></tr>`;
};

const closedText = (isOwn: boolean): string =>
  isOwn
    ? 'Another administrator can change your role or remove you.'
    : 'The role permits more than yours: somebody who has it can change or remove it.';

/** A role that is not offered here stays chosen until another one is. */
const roleForm = ({ id, name, role }: User, { person, forms }: RenderContext): Html => {
  const offered = new Set([...rolesOf(person), role]);
  const options = [...offered].map((each) => [each, roleLabels[each]] as const);
  return forms.show(changeRole, {
    ...{ params: { id }, prefix: id, submit: 'Change', submitOf: `the role of ${name}` },
    values: { role },
    known: { role: { label: `Role of ${name}`, options } },
  });
};

const removal = ({ id, name }: User, { forms }: RenderContext): Html =>
  html`<details><summary>Remove<span class="unseen"> ${name}</span></summary>
<p>Ends every session of ${name} at once, in all browsers; signing in again is refused. What ${name} booked and did stays recorded. API clients and keys go on: revoke those that ${name} knows.</p>
${forms.show(removePerson, { params: { id }, submit: `Remove ${name}` })}
</details>`;
