/** The person's own sessions: every browser, each with a way to end it. */
import { accounts, type Session, withActions } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { formatDateTime } from '@svc/web/times';
import { form, page, type RenderContext } from '../route/route.ts';

const signedOutPath = '/signed-out';

const endSession = form(accounts, 'endSession', {
  path: '/sessions/{id}/end',
  access: 'signed_in',
  input: ({ person, param }) => ({ user_id: person.user.id, session_id: param('id') }),
  home: '/sessions',
});

const endSessions = form(accounts, 'endSessions', {
  path: '/sessions/end',
  access: 'signed_in',
  input: ({ person }) => ({ user_id: person.user.id }),
  home: '/sessions',
  next: signedOutPath,
});

/** In the frame of every page. */
export const signOut = form(accounts, 'endSession', {
  path: '/sign-out',
  access: 'signed_in',
  input: ({ person }) => ({ user_id: person.user.id, session_id: person.session.id }),
  home: '/',
  next: signedOutPath,
});

const sessionsPage = page({
  path: '/sessions',
  access: 'signed_in',
  nav: { label: 'Sessions', icon: 'monitor-smartphone', group: 'Account' },
  title: 'Where you are signed in',
  asks: { accounts: withActions(accounts, 'listSessions') },
  load: ({ person, clients }) => clients.accounts.listSessions({ user_id: person.user.id }),
  render: ({ sessions }, context) => html`<h1>Where you are signed in</h1>
<p>End a session that you do not know, and tell your administrator.</p>
<div class="table" role="region" aria-label="Sessions" tabindex="0"><table>
<thead><tr><th scope="col">Browser</th><th scope="col">Signed in</th><th scope="col">Last used</th><th scope="col">Ends</th><th scope="col"><span class="unseen">Action</span></th></tr></thead>
<tbody>${sessions.map((session) => row(session, context))}</tbody>
</table></div>
<h2>All of them</h2>
<p>Ends this session, too: you sign in again afterwards.</p>
${context.forms.show(endSessions, { submit: 'Sign out everywhere' })}`,
});

const row = (session: Session, { person, forms }: RenderContext): Html => {
  const browser = session.browser === '' ? 'Unknown browser' : session.browser;
  const time = (at: string) => formatDateTime(new Date(at));
  return html`<tr><th scope="row">${browser}</th><td>${time(session.created_at)}</td>
<td>${time(session.last_seen_at)}</td><td>${time(session.expires_at)}</td>
<td>${
    session.id === person.session.id
      ? 'This browser'
      : forms.show(endSession, {
          params: { id: session.id },
          submit: 'End',
          submitOf: `the session of ${browser}`,
        })
  }</td></tr>`;
};

export const sessionRoutes = [sessionsPage, endSession, endSessions, signOut];
