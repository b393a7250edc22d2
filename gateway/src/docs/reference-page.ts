/** The reference, a page per resource of the API; Markdown. */
import { type ErrorCode, errors } from '@svc/contracts';
import { prefixOf } from '../config.ts';
import { fullPath, isDocumented } from '../endpoint/path-and-audience.ts';
import { otherTypes } from '../endpoint/representation.ts';
import type { GatewayRoute } from '../endpoint/route.ts';
import { type Tag, tagDescriptions } from '../endpoint/tags.ts';
import { requestExample } from './curl.ts';
import { type Documented, openApiDocument } from './openapi.ts';
import { codesOf } from './refusals.ts';
import { documentForm, operationForm, resourceSections, shapes } from './shapes.ts';

interface ReferencePage {
  name: string;
  title: string;
  markdown: string;
}

type Config = Documented['config'];

/** One page per tag, and one with every resource that responses contain. */
export function referencePages(documented: Documented): ReferencePage[] {
  const { config, routes } = documented;
  const { paths, components } = documentForm.parse(openApiDocument(documented));
  const operationOf = ({ path, method }: GatewayRoute) =>
    operationForm.parse(paths[path]?.[method.toLowerCase()]);
  const byTag = [...Map.groupBy(routes.filter(isDocumented), (route) => route.tag)];
  const pages = byTag.map(([tag, members]) => ({
    name: nameOf(tag),
    title: tag,
    markdown: [
      tagDescriptions[tag],
      members.map((route) => `- [${route.summary}](#${route.operationId})`).join('\n'),
      ...members.map((route) => section(route, config, shapes(operationOf(route), components))),
    ].join('\n\n'),
  }));
  const resources = {
    name: 'resources',
    title: 'Resources',
    markdown: `Every object that responses contain.\n\n${resourceSections(components)}`,
  };
  return [...pages, resources];
}

const nameOf = (tag: Tag): string => tag.toLowerCase().replaceAll(' ', '-');

function section(route: GatewayRoute, config: Config, shape: string): string {
  const path = fullPath(route, config.SVC_ENVIRONMENT);
  const rows = [
    ['Access', accessText(route, config)],
    ['Idempotency-Key', keyText(route)],
    ['Answer', answerText(route)],
    ['Errors', errorLinks(codesOf(route, config.SVC_ENVIRONMENT))],
    ['Deprecated', deprecationText(route)],
  ].filter(([, text]) => text !== '');
  return [
    `## ${route.summary} {#${route.operationId}}`,
    `\`${route.method} ${path}\``,
    route.description ?? '',
    rows.map(([term, text]) => `- **${term}**: ${text}`).join('\n'),
    requestExample(route, config),
    shape,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function accessText({ access }: GatewayRoute, config: Config): string {
  if ('public' in access) return 'public';
  if (config.SVC_ENVIRONMENT === 'sandbox') return 'the published key in `x-api-key`';
  const token = `token with ${access.scopes.map((scope) => `\`${scope}\``).join(' or ')}`;
  return access.keyAllowed ? `${token}, or an API key` : token;
}

function answerText(route: GatewayRoute): string {
  const types = route.kind === 'action' ? otherTypes(route) : [];
  const named = types.map((type) => `\`${type}\``).join(', ');
  return `\`${route.status}\`${named && `, also as ${named} by \`Accept\``}`;
}

const keyText = (route: GatewayRoute): string =>
  route.kind === 'action'
    ? { none: '', accepted: 'accepted', required: 'required' }[route.idempotency]
    : '';

const errorLinks = (codes: readonly ErrorCode[]): string =>
  codes
    .toSorted((a, b) => errors[a].status - errors[b].status)
    .map((code) => `${errors[code].status} [${code}](/docs/errors#${code})`)
    .join(', ');

function deprecationText({ deprecated }: GatewayRoute): string {
  if (!deprecated) return '';
  const { sunset, successor } = deprecated;
  return `withdrawn on ${sunset.toISOString().slice(0, 10)}; use \`${successor}\``;
}

/** Base URL of this environment. */
export const baseUrlOf = (config: Config): string =>
  config.SVC_PUBLIC_URL + prefixOf(config.SVC_ENVIRONMENT);
