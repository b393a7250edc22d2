/** The endpoints as requests that tools for trying an API can send; Postman and Bruno read them. */
import { authUrl, type GatewayConfig, prefixOf } from '../config.ts';
import type { ActionRoute, GatewayRoute } from '../routes/route.ts';
import { type Tag, tagDescriptions } from '../routes/tags.ts';
import { exampleFor } from './examples.ts';
import type { Documented } from './openapi.ts';

export interface CollectionRequest {
  name: string;
  description: string;
  method: string;
  /** Below the base URL, with `{name}` for parameters. */
  path: string;
  pathNames: readonly string[];
  queryNames: readonly string[];
  headers: Readonly<Record<string, string>>;
  /** JSON, or the bytes of a file that the user chooses. */
  body: { json: unknown } | 'file' | undefined;
}

export interface Collection {
  name: string;
  description: string;
  /** Values that the user sets once; requests name them as `{{name}}`. */
  variables: Readonly<Record<string, string>>;
  isLive: boolean;
  folders: readonly { name: Tag; description: string; requests: readonly CollectionRequest[] }[];
}

/** Where a client of live fetches its token. */
export const tokenUrl = '{{authUrl}}/oauth/token';

export function collectionOf({ config, routes }: Documented): Collection {
  const isLive = config.SVC_ENVIRONMENT === 'live';
  const actions = routes.filter(isAction);
  return {
    name: `Healthcare courier logistics, ${config.SVC_ENVIRONMENT}`,
    description: isLive
      ? 'Set clientId and clientSecret; the access token is fetched with them.'
      : 'Works as it is: the published key is filled in, and the session is yours alone.',
    variables: variablesOf(config),
    isLive,
    folders: [...Map.groupBy(actions, ({ tag }) => tag)].map(([name, own]) => ({
      name,
      description: tagDescriptions[name],
      requests: own.map((route) => requestOf(route, config)),
    })),
  };
}

const isAction = (route: GatewayRoute): route is ActionRoute => route.kind === 'action';

function variablesOf(config: GatewayConfig): Record<string, string> {
  const baseUrl = config.SVC_PUBLIC_URL + prefixOf(config.SVC_ENVIRONMENT);
  return config.SVC_ENVIRONMENT === 'live'
    ? { baseUrl, authUrl: authUrl(config), clientId: '', clientSecret: '' }
    : { baseUrl, apiKey: config.SVC_SANDBOX_KEY, session: 'my-collection' };
}

function requestOf(route: ActionRoute, config: GatewayConfig): CollectionRequest {
  const { SVC_ENVIRONMENT: environment } = config;
  const body = bodyOf(route, exampleFor(route, environment));
  return {
    name: route.summary,
    description: route.description ?? '',
    method: route.method,
    path: route.path,
    pathNames: route.pathNames,
    queryNames: Object.keys(route.query),
    headers: {
      ...(environment === 'sandbox' && { 'svc-sandbox-session': '{{session}}' }),
      ...(route.idempotency !== 'none' && { 'idempotency-key': '{{$guid}}' }),
      ...(body === 'file' && { 'content-type': 'image/jpeg' }),
      ...(route.body === 'signed' && { 'svc-timestamp': '', 'svc-signature': '' }),
    },
    body,
  };
}

const bodyOf = ({ body }: ActionRoute, example: unknown): CollectionRequest['body'] => {
  if (body === 'none') return undefined;
  return body === 'image' ? 'file' : { json: example ?? {} };
};
