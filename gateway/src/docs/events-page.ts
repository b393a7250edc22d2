import { publicEvents } from '@svc/contracts';
import { docsUrl } from '../config.ts';
import { escaped } from '../pages/html.ts';
import { exampleOf } from './events.ts';
import type { Documented } from './openapi.ts';
import { page, prose } from './page.ts';
import { type JsonSchema, jsonSchemaOf } from './schemas.ts';

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
  const { properties } = jsonSchemaOf(event.data, 'output');
  const fields = Object.entries<JsonSchema>(Object(properties)).map(
    ([name, schema]) => `<dt><code>${name}</code></dt><dd>${escaped(typeText(schema))}</dd>`,
  );
  return `<section id="${event.type}">
<h2><code>${event.type}</code></h2>
<p>${prose(event.description)}</p>
<h3>Data</h3>
<dl>${fields.join('\n')}</dl>
<h3>Example</h3>
<pre tabindex="0"><code>${escaped(JSON.stringify(exampleOf(event), null, 2))}</code></pre>
</section>`;
}

/** A JSON schema in words: `one of "driver", "vehicle"`, `array of string`. */
function typeText(schema: JsonSchema): string {
  const { type, const: fixed, enum: values, anyOf, items, format, properties } = schema;
  if (fixed !== undefined) return JSON.stringify(fixed);
  if (Array.isArray(values))
    return `one of ${values.map((value) => JSON.stringify(value)).join(', ')}`;
  if (Array.isArray(anyOf)) return anyOf.map(typeText).join(' or ');
  if (type === 'array') return `array of ${typeText(Object(items))}`;
  if (type === 'object') return `object: ${Object.keys(Object(properties)).join(', ')}`;
  const text = type === undefined ? 'any' : [type].flat().join(' or ');
  return format === undefined ? text : `${text} (${format})`;
}
