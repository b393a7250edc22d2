import { publicEvents } from '@svc/contracts';
import { docsUrl } from '../config.ts';
import { escaped } from '../pages/html.ts';
import { exampleOf } from './events.ts';
import { fieldTree } from './fields.ts';
import type { Documented } from './openapi.ts';
import { page, prose } from './page.ts';
import { jsonSchemaOf } from './schemas.ts';

/** The event catalogue, one section per type. */
export function eventsPage({ config }: Documented): string {
  const links = publicEvents.map(({ type }) => `<li><a href="#${type}">${type}</a></li>`);
  return page(
    'Events',
    `<p>What endpoints receive and <code>GET /events</code> lists. Every event has <code>id</code>,
<code>type</code>, <code>created_at</code>, <code>tenant_id</code>, <code>job_id</code>,
<code>sequence</code> and <code>data</code>; a delivery that comes twice has the same <code>id</code>.
Endpoints: <a href="${escaped(docsUrl(config))}">reference</a>.</p>
<nav aria-label="Events"><ul>${links.join('\n')}</ul></nav>
${publicEvents.map(section).join('\n')}`,
  );
}

function section(event: (typeof publicEvents)[number]): string {
  return `<section id="${event.type}">
<h2><code>${event.type}</code></h2>
<p>${prose(event.description)}</p>
<h3>Data</h3>
${fieldTree(jsonSchemaOf(event.data, 'output'))}
<h3>Example</h3>
<pre tabindex="0"><code>${escaped(JSON.stringify(exampleOf(event), null, 2))}</code></pre>
</section>`;
}
