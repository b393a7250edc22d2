import { type Html, html } from '@svc/web/html';
import { mayOpen } from '../../route/access.ts';
import { page, type RenderContext } from '../../route/route.ts';
import { docsLink } from '../../view/secret-view.ts';

export const sandboxHome = page({
  path: '/',
  access: 'jobs:read',
  nav: { label: 'Start', icon: 'house' },
  title: 'Sandbox',
  asks: {},
  load: async ({ person }) => person,
  render: (person, context) => html`<h1>Sandbox of ${person.tenant.name}</h1>
<p>Everybody in your organisation sees the same fictional jobs here. They go after six hours in which nobody asked for them.</p>
<ul>
<li><a href="/jobs">Jobs, samples among them</a></li>
${mayOpen('jobs:write', person) ? html`<li><a href="/book">Book a test job</a></li>` : undefined}
${mayOpen('webhooks:manage', person) ? html`<li><a href="/webhooks">Webhooks</a> and <a href="/events">events</a> of them</li>` : undefined}
</ul>
${mayOpen('admin:users', person) ? forPrograms(context) : undefined}`,
});

/** The session opens everything here, so it is for those who may everything. */
function forPrograms({ sandbox, docsUrl }: RenderContext): Html | undefined {
  if (!sandbox) return undefined;
  const { apiUrl, key, session } = sandbox;
  return html`<h2>For your programs</h2>
<p>A program that sends this key and this session works on the data that these pages show. The key is published: what keeps your data apart is the session. No key of live is taken here, and live does not take this one.</p>
<dl>
<dt>Address</dt><dd><code>${apiUrl}</code></dd>
<dt>Key</dt><dd><code>x-api-key: ${key}</code></dd>
<dt>Session</dt><dd><code>svc-sandbox-session: ${session}</code></dd>
</dl>
<p>${docsLink(docsUrl, '/start', 'First steps on the sandbox')}: 60 requests a minute, these pages among them.</p>`;
}
