import { html } from '@svc/web/html';
import { mayOpen } from './access.ts';
import { roleLabels } from './labels.ts';
import { page } from './route.ts';

/** Where each role begins. */
export const homePage = page({
  path: '/',
  access: 'signed_in',
  nav: { label: 'Start', icon: 'house' },
  title: 'Start',
  asks: {},
  load: async ({ person }) => person,
  render: (person) => html`<h1>${person.tenant.name}</h1>
<p>You are signed in as ${person.user.name}, ${roleLabels[person.user.role].toLowerCase()}.</p>
<ul>
${mayOpen('ops:dispatch', person) ? html`<li><a href="/desk">Board of the day</a></li>` : undefined}
${mayOpen('jobs:read', person) ? html`<li><a href="/jobs">Jobs of your organisation</a></li>` : undefined}
<li><a href="/sessions">Where you are signed in</a></li>
</ul>`,
});
