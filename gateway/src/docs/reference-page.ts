import { type ErrorCode, errors } from '@svc/contracts';
import { docsUrl } from '../config.ts';
import { escaped } from '../pages/html.ts';
import { fullPath } from '../routes/full-path.ts';
import { otherTypes } from '../routes/representation.ts';
import type { GatewayRoute } from '../routes/route.ts';
import { type Documented, openApiDocument } from './openapi.ts';
import { page, prose } from './page.ts';
import { codesOf } from './refusals.ts';
import { documentForm, operationForm, resourceSections, shapes } from './shapes.ts';

/** Every endpoint of this environment on one page. */
export function referencePage(documented: Documented): string {
  const { config, routes } = documented;
  const { paths, components } = documentForm.parse(openApiDocument(documented));
  const operationOf = ({ path, method }: GatewayRoute) =>
    operationForm.parse(paths[path]?.[method.toLowerCase()]);
  const byTag = [...Map.groupBy(routes, (route) => route.tag)];
  const links = routes.map(
    (route) => `<li><a href="#${route.operationId}">${escaped(route.summary)}</a></li>`,
  );
  const sections = byTag.map(
    ([tag, members]) =>
      `<h2>${escaped(tag)}</h2>\n${members
        .map((route) => article(route, config, shapes(operationOf(route), components)))
        .join('\n')}`,
  );
  return page(
    `API reference (${config.SVC_ENVIRONMENT})`,
    `<p>JSON over HTTPS. The same as <a href="${escaped(config.SVC_PUBLIC_URL)}/openapi.json">OpenAPI
3.1</a>. What an error code means: <a href="${escaped(docsUrl(config))}/errors">error codes</a>. What
endpoints are sent: <a href="${escaped(docsUrl(config))}/events">events</a>.</p>
<nav aria-label="Endpoints"><ul>${links.join('\n')}</ul></nav>
${limits(config)}
${sections.join('\n')}
<h2>Resources</h2>
${resourceSections(components, docsUrl(config))}`,
  );
}

type Config = Documented['config'];

function article(route: GatewayRoute, config: Config, shape: string): string {
  const path = fullPath(route, config.SVC_ENVIRONMENT);
  const details = [
    ['Access', accessText(route, config)],
    ...(keyText(route) ? [['Idempotency-Key', keyText(route)]] : []),
    ['Answer', answerText(route)],
    ['Errors', errorLinks(codesOf(route, config.SVC_ENVIRONMENT), config)],
    ...(route.deprecated ? [['Deprecated', deprecationText(route.deprecated)]] : []),
  ].map(([term, text]) => `<dt>${term}</dt><dd>${text}</dd>`);
  return `<article id="${route.operationId}">
<h3>${escaped(route.summary)}</h3>
<p><code>${route.method} ${escaped(path)}</code></p>
${route.description ? `<p>${prose(route.description)}</p>` : ''}
<dl>${details.join('\n')}</dl>
${shape}
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

const keyText = (route: GatewayRoute): string | undefined =>
  route.kind === 'action'
    ? { none: undefined, accepted: 'accepted', required: 'required' }[route.idempotency]
    : undefined;

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
