/** A collection in Postman's format v2.1, which Insomnia and others import as well. */
import { type Collection, type CollectionRequest, tokenUrl } from './collection.ts';

export const postmanCollection = (collection: Collection) => ({
  info: {
    name: collection.name,
    description: collection.description,
    schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
  },
  variable: pairs(collection.variables),
  ...(collection.isLive ? liveAccess : sandboxAccess),
  item: collection.folders.map(({ name, description, requests }) => ({
    name,
    description,
    item: requests.map(item),
  })),
});

const pairs = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([key, value]) => ({ key, value }));

const item = ({ name, description, method, path, ...request }: CollectionRequest) => {
  const segments = path.slice(1).replaceAll(/\{(\w+)\}/g, ':$1');
  const { pathNames, queryNames, headers, body } = request;
  return {
    name,
    request: {
      method,
      description,
      header: pairs(headers),
      url: {
        raw: `{{baseUrl}}/${segments}`,
        host: ['{{baseUrl}}'],
        path: segments.split('/'),
        variable: pathNames.map((key) => ({ key, value: '' })),
        query: queryNames.map((key) => ({ key, value: '', disabled: true })),
      },
      ...(body && { body: bodyOf(body) }),
    },
  };
};

const bodyOf = (body: NonNullable<CollectionRequest['body']>) =>
  body === 'file'
    ? { mode: 'file', file: {} }
    : {
        mode: 'raw',
        raw: JSON.stringify(body.json, null, 2),
        options: { raw: { language: 'json' } },
      };

const sandboxAccess = {
  auth: {
    type: 'apikey',
    apikey: pairs({ key: 'x-api-key', value: '{{apiKey}}', in: 'header' }),
  },
};

/** A script and not Postman's own OAuth 2.0, whose tokens are fetched by hand. */
const fetchToken = `const validUntil = Number(pm.collectionVariables.get('tokenUntil') ?? 0);
if (Date.now() > validUntil) {
  const fields = { grant_type: 'client_credentials', client_id: '{{clientId}}', client_secret: '{{clientSecret}}' };
  const urlencoded = Object.entries(fields).map(([key, value]) => ({ key, value: pm.variables.replaceIn(value) }));
  const url = pm.variables.replaceIn('${tokenUrl}');
  pm.sendRequest({ url, method: 'POST', body: { mode: 'urlencoded', urlencoded } }, (error, answer) => {
    if (error || answer.code !== 200) throw new Error('No token: check clientId and clientSecret.');
    const { access_token, expires_in } = answer.json();
    pm.collectionVariables.set('token', access_token);
    pm.collectionVariables.set('tokenUntil', Date.now() + (expires_in - 60) * 1000);
  });
}`;
const liveAccess = {
  auth: { type: 'bearer', bearer: pairs({ token: '{{token}}' }) },
  event: [
    { listen: 'prerequest', script: { type: 'text/javascript', exec: fetchToken.split('\n') } },
  ],
};
