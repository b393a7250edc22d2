/** Invitations at the people page: the link, which is shown once, and how a user signs in. */
import { accounts, type SignInState, type User } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { formatDateTime } from '@svc/web/times';
import { invitationPath } from '../../address/return-path.ts';
import { withId } from '../../form/form-fields.ts';
import { form, type RenderContext, type View } from '../../route/route.ts';
import { secretView } from '../../view/secret-view.ts';
import { personFields } from './person-forms.ts';

const common = { access: 'admin:users', home: '/people' } as const;

interface NewInvitation {
  user: User;
  token: string;
  expires_at: string;
}

const linkView = (
  { user, token, expires_at }: NewInvitation,
  _sent: unknown,
  { deskUrl }: RenderContext,
): View =>
  secretView({
    title: `The invitation of ${user.name}`,
    entries: [{ label: 'Link', value: deskUrl + invitationPath(token), isSecret: true }],
    next: html`<ol>
<li>Give the link to ${user.name} alone. Nothing is sent from here.</li>
<li>They sign in with the account of ${user.email} and accept; nobody else's account is taken.</li>
<li>It works once, until ${formatDateTime(new Date(expires_at))}. You can withdraw it before, or make a new link, which ends this one.</li>
</ol>`,
    back: { path: '/people', label: 'People' },
  });

export const invitePerson = form(accounts, 'inviteUser', {
  ...common,
  path: '/people',
  fields: personFields,
  input: ({ fields }) => fields,
  answer: linkView,
});

export const renewInvitation = form(accounts, 'renewInvitation', {
  ...common,
  path: '/people/{id}/invitation',
  input: withId,
  answer: linkView,
});

export const withdrawInvitation = form(accounts, 'withdrawInvitation', {
  ...common,
  path: '/people/{id}/invitation/withdraw',
  input: withId,
});

/** Actions on a user's sign-in, by its state. */
export function signInCell(
  { id, name }: User,
  state: SignInState | undefined,
  { now, forms }: RenderContext,
): Html {
  const params = { id };
  const expires = state?.invitation_expires_at ? new Date(state.invitation_expires_at) : undefined;
  const renewal = forms.show(renewInvitation, {
    params,
    submit: 'Make a new link',
    submitOf: `for ${name}`,
  });
  const invited = expires && invitedUntil(expires, now);
  if (state?.is_bound) {
    return html`${invited ?? 'Signs in'}
<details><summary>Another sign-in<span class="unseen"> of ${name}</span></summary>
<p>When the account at the provider was replaced. Accepting the link ends the former one's access.</p>
${renewal}</details>`;
  }
  const isOpen = expires !== undefined && expires > now;
  return html`${invited ?? 'Not invited'}
${renewal}
${isOpen ? forms.show(withdrawInvitation, { params, submit: 'Withdraw', submitOf: `the invitation of ${name}` }) : undefined}`;
}

const invitedUntil = (expires: Date, now: Date): Html =>
  html`${expires > now ? 'Invited until' : 'Invitation ended'} ${formatDateTime(expires)}`;
