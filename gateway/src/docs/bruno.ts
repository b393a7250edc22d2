/** A collection in the form that Bruno imports. */
import { type Collection, type CollectionRequest, tokenUrl } from './collection.ts';

export const brunoCollection = (collection: Collection) => ({
  version: '1',
  name: collection.name,
  items: collection.folders.map(({ name, description, requests }, i) => ({
    type: 'folder',
    name,
    seq: i + 1,
    root: { meta: { name }, docs: description },
    items: requests.map(item),
  })),
  root: {
    docs: collection.description,
    request: {
      auth: collection.isLive ? liveAuth : sandboxAuth,
      vars: { req: enabled(collection.variables) },
    },
  },
});

const enabled = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([name, value]) => ({ name, value, enabled: true }));

const item = (request: CollectionRequest, i: number) => ({
  type: 'http-request',
  name: request.name,
  seq: i + 1,
  request: {
    url: `{{baseUrl}}${request.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    method: request.method,
    headers: enabled(request.headers),
    params: [
      ...request.pathNames.map((name) => ({ name, value: '', type: 'path', enabled: true })),
      ...request.queryNames.map((name) => ({ name, value: '', type: 'query', enabled: false })),
    ],
    auth: { mode: 'inherit' },
    body: bodyOf(request.body),
    docs: request.description,
  },
});

function bodyOf(body: CollectionRequest['body']) {
  if (body === undefined) return { mode: 'none' };
  return body === 'file'
    ? { mode: 'file', file: [{ filePath: '', contentType: 'image/jpeg', selected: true }] }
    : { mode: 'json', json: JSON.stringify(body.json, null, 2) };
}

const sandboxAuth = {
  mode: 'apikey',
  apikey: { key: 'x-api-key', value: '{{apiKey}}', placement: 'header' },
};
const liveAuth = {
  mode: 'oauth2',
  oauth2: {
    grantType: 'client_credentials',
    accessTokenUrl: tokenUrl,
    clientId: '{{clientId}}',
    clientSecret: '{{clientSecret}}',
    credentialsPlacement: 'body',
    tokenPlacement: 'header',
    tokenHeaderPrefix: 'Bearer',
    autoFetchToken: true,
  },
};
