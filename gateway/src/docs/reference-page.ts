import { type ErrorCode, errors } from '@svc/contracts';
import { docsUrl } from '../config.ts';
import { escaped } from '../pages/html.ts';
import { uploadOf } from '../routes/bodies.ts';
import { fullPath } from '../routes/full-path.ts';
import { otherTypes } from '../routes/representation.ts';
import type { GatewayRoute } from '../routes/route.ts';
import { exampleFor } from './examples.ts';
import type { Documented } from './openapi.ts';
import { page, prose } from './page.ts';
import { codesOf } from './refusals.ts';
import { inputSchemas, type ObjectSchema } from './schemas.ts';

/** Every endpoint of this environment on one page. */
export function referencePage({ config, routes }: Documented): string {
  const byTag = [...Map.groupBy(routes, (route) => route.tag)];
  const links = routes.map(
    (route) => `<li><a href="#${route.operationId}">${escaped(route.summary)}</a></li>`,
  );
  const sections = byTag.map(
    ([tag, members]) =>
      `<h2>${escaped(tag)}</h2>\n${members.map((route) => article(route, config)).join('\n')}`,
  );
  return page(
    `API reference (${config.SVC_ENVIRONMENT})`,
    `<p>JSON over HTTPS. The same as <a href="${escaped(config.SVC_PUBLIC_URL)}/openapi.json">OpenAPI
3.1</a>. What an error code means: <a href="${escaped(docsUrl(config))}/errors">error codes</a>. What
endpoints are sent: <a href="${escaped(docsUrl(config))}/events">events</a>.</p>
<nav aria-label="Endpoints"><ul>${links.join('\n')}</ul></nav>
${limits(config)}
${sections.join('\n')}`,
  );
}

type Config = Documented['config'];

function article(route: GatewayRoute, config: Config): string {
  const path = fullPath(route, config.SVC_ENVIRONMENT);
  const details = [
    ['Access', accessText(route, config)],
    ...(route.kind === 'action' ? inputDetails(route) : []),
    ['Answer', answerText(route)],
    ['Errors', errorLinks(codesOf(route, config.SVC_ENVIRONMENT), config)],
    ...(route.deprecated ? [['Deprecated', deprecationText(route.deprecated)]] : []),
  ].map(([term, text]) => `<dt>${term}</dt><dd>${text}</dd>`);
  return `<article id="${route.operationId}">
<h3>${escaped(route.summary)}</h3>
<p><code>${route.method} ${escaped(path)}</code></p>
${route.description ? `<p>${prose(route.description)}</p>` : ''}
<dl>${details.join('\n')}</dl>
${route.kind === 'action' ? exampleBody(exampleFor(route, config.SVC_ENVIRONMENT)) : ''}
</article>`;
}

function accessText({ access }: GatewayRoute, config: Config): string {
  if ('public' in access) return 'public';
  if (config.SVC_ENVIRONMENT === 'sandbox') return 'the published key in <code>x-api-key</code>';
  const scopes = access.scopes.map((scope) => `<code>${scope}</code>`);
  const token = `token with ${scopes.join(' or ')}`;
  return access.keyAllowed ? `${token}, or an API key` : token;
}

function answerText(route: GatewayRoute): string {
  const types = route.kind === 'action' ? otherTypes(route) : [];
  const named = types.map((type) => `<code>${type}</code>`).join(', ');
  const other = named && `, also as ${named} by <code>Accept</code>`;
  return `<code>${route.status}</code>${other}`;
}

function inputDetails(route: Extract<GatewayRoute, { kind: 'action' }>): string[][] {
  const { parameters, bodies } = inputSchemas(route);
  const names = (place: 'path' | 'query' | 'header') =>
    parameters.filter((p) => p.in === place).map((p) => `<code>${p.name}</code>`);
  const key = { none: undefined, accepted: 'accepted', required: 'required' }[route.idempotency];
  const uploaded = uploadOf(route)?.types.join(' or ');
  const rows: [string, string | undefined][] = [
    ['Path', names('path').join(', ')],
    ['Query', names('query').join(', ')],
    ['Headers', names('header').join(', ')],
    ['Body', uploaded ?? bodies.map(bodyFields).join('<br>')],
    ['Idempotency-Key', key],
  ];
  return rows.flatMap(([term, text]) => (text ? [[term, text]] : []));
}

function bodyFields({ properties, required }: ObjectSchema): string {
  const fields = Object.entries(properties).map(([name, { const: fixed }]) => {
    const value = typeof fixed === 'string' ? `: ${fixed}` : '';
    const need = required.includes(name) && value === '' ? ' (required)' : '';
    return `<code>${escaped(name + value)}</code>${need}`;
  });
  return fields.join(', ');
}

const errorLinks = (codes: readonly ErrorCode[], config: Config): string =>
  codes
    .toSorted((a, b) => errors[a].status - errors[b].status)
    .map(
      (code) =>
        `${errors[code].status} <a href="${escaped(docsUrl(config))}/errors#${code}">${code}</a>`,
    )
    .join(', ');

const deprecationText = ({ sunset, successor }: NonNullable<GatewayRoute['deprecated']>): string =>
  `withdrawn on ${sunset.toISOString().slice(0, 10)}; use <code>${escaped(successor)}</code>`;

const exampleBody = (example: unknown): string =>
  example === undefined
    ? ''
    : `<pre tabindex="0"><code>${escaped(JSON.stringify(example, null, 2))}</code></pre>`;

const limits = ({ SVC_LIVE_LIMIT: live, SVC_ANONYMOUS_LIMIT: anonymous, ...sandbox }: Config) => `
<h2 id="limits">Limits and repeats</h2>
<p>Every answer carries <code>x-ratelimit-limit</code>, <code>x-ratelimit-remaining</code> and
<code>x-ratelimit-reset</code> (seconds until there is more room). Live: ${live} requests a minute
per client, and a sixth more as a burst that comes back evenly over ten minutes;
<code>remaining</code> counts without the burst. All gateways keep one budget and tell each other
every 10 ms what they admitted, so at most two fifteenths of the limit per other gateway can pass
beyond it. Sandbox: exactly 60 a minute per caller. Without a credential ${anonymous} a minute per address
(IPv6: per /64), ${10 * anonymous} for public pages; as many failed authentications as that a minute,
and on the sandbox ${sandbox.SVC_SANDBOX_ADDRESS_LIMIT} requests a minute and
${sandbox.SVC_SANDBOX_SESSION_LIMIT} new sessions an hour. Over the limit: 429 with
<code>Retry-After</code>.</p>
<p>Every change takes an <code>Idempotency-Key</code>. Repeat it with the same body within 24 hours
and you get the first outcome again, with <code>idempotent-replayed: true</code>.</p>
<p>A request that carries both a bearer token and an API key is decided by the token.</p>`;
