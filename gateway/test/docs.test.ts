import { errors } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { exampleFor } from '../src/docs/examples.ts';
import { isDocumented } from '../src/endpoint/path-and-audience.ts';
import { tagDescriptions } from '../src/endpoint/tags.ts';
import { routesOf } from '../src/routes/index.ts';
import { gatewayUnderTest, sandboxEnv } from './gateway-under-test.ts';
import { isAction } from './requests.ts';

const gateways = {
  live: await gatewayUnderTest(),
  sandbox: await gatewayUnderTest({ env: sandboxEnv }),
};

const documentedOf = (environment: 'live' | 'sandbox') =>
  routesOf(environment).filter(isDocumented);

describe.each(['live', 'sandbox'] as const)('the %s OpenAPI document', (environment) => {
  const { app, config } = gateways[environment];
  /** Both parts, which disagree in nothing. */
  const document = async () => {
    const customers = (await app.inject('/openapi.json')).json();
    const second = await app.inject('/openapi-operations.json');
    expect(second.statusCode).toBe(environment === 'live' ? 200 : 404);
    if (environment === 'sandbox') return customers;
    const { tags, paths, components } = second.json();
    expect(Object.keys(paths).filter((path) => path in customers.paths)).toEqual([]);
    expect(customers.components.schemas).toMatchObject(
      Object.fromEntries(
        Object.entries(components.schemas).filter(([name]) => name in customers.components.schemas),
      ),
    );
    const kinds = Object.keys({ ...customers.components, ...components });
    return {
      ...customers,
      tags: [...customers.tags, ...tags],
      paths: { ...customers.paths, ...paths },
      components: Object.fromEntries(
        kinds.map((kind) => [kind, { ...customers.components[kind], ...components[kind] }]),
      ),
    };
  };

  it('describes each of its tags, and no other', async () => {
    const { tags } = await document();
    const used = new Set(documentedOf(environment).map(({ tag }) => tag));
    const described = [...used].map((name) => ({ name, description: tagDescriptions[name] }));
    expect(tags).toEqual(expect.arrayContaining(described));
    expect(tags).toHaveLength(described.length);
    for (const { name, description } of tags) expect(description).not.toBe(name);
  });

  it('shows an example of every JSON body that it takes or answers', async () => {
    const { paths, webhooks } = await document();
    const operations = Object.values<Record<string, unknown>>({ ...paths, ...webhooks }).flatMap(
      (methods) => Object.values(methods).filter(isOperation),
    );
    expect(operations.length).toBeGreaterThan(40);
    const bare = operations.flatMap(({ operationId, requestBody, responses }) => {
      const answers = Object.entries(responses).filter(([status]) => status.startsWith('2'));
      const bodies = [requestBody ?? {}, ...answers.map(([, answer]) => answer)];
      return bodies
        .filter(({ content }) => /json|form/.test(Object.keys(content ?? {}).join()))
        .filter(({ content = {} }) =>
          Object.values(content).every((own) => own.example === undefined),
        )
        .map(() => operationId);
    });
    expect(bare).toEqual([]);
  });

  it('has every endpoint with its credential, input, answer and refusals', async () => {
    const { paths, servers, components } = await document();
    for (const route of documentedOf(environment)) {
      const operation = paths[route.path][route.method.toLowerCase()];
      expect(operation.operationId).toBe(route.operationId);
      expect(operation.responses).toHaveProperty(String(route.status));
      expect(Object.keys(operation.responses[429].headers)).toContain('retry-after');
      if (!isAction(route)) continue;
      for (const code of route.contract.refusals) {
        const { description } = operation.responses[errors[code].status];
        expect(description, route.operationId).toContain(`\`${code}\``);
      }
      expect(operation.security).not.toEqual([]);
      const { content = {} } = operation.requestBody ?? {};
      const types = {
        none: [],
        json: ['application/json'],
        image: ['image/png', 'image/jpeg'],
        feed: ['application/json', 'text/csv'],
        signed: ['application/json'],
        forwarded: ['application/json'],
      };
      expect(Object.keys(content)).toEqual(types[route.body]);
      expect(content['application/json']?.example).toEqual(exampleFor(route, environment));
      const inPath = operation.parameters.filter(
        (own: { in?: string; $ref?: string }) =>
          (components.parameters[own.$ref?.split('/').at(-1) ?? ''] ?? own).in === 'path',
      );
      expect(inPath).toHaveLength(route.pathNames.length);
      expect(JSON.stringify(operation)).not.toContain('courier_id');
    }
    const prefix = environment === 'live' ? '/v1' : '/api/v1';
    expect(servers[0].url).toBe(config.SVC_PUBLIC_URL + prefix);
    const schemes = environment === 'live' ? ['oauth2', 'apiKey'] : ['sandboxKey'];
    expect(Object.keys(components.securitySchemes)).toEqual(schemes);
  });
});

interface Body {
  content?: Record<string, { example?: unknown }>;
}
interface Operation {
  operationId: string;
  requestBody?: Body;
  responses: Record<string, Body>;
}
const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'operationId' in value;

describe('the documents', () => {
  const textOf = async (environment: keyof typeof gateways) =>
    (await gateways[environment].app.inject('/openapi.json')).body;

  it('have ranges as arrays of two, no open request and a stock feed with its members', async () => {
    const text = await textOf('live');
    expect(text).not.toContain('prefixItems');
    const { components, paths } = JSON.parse(text);
    expect(components.schemas.TemperatureTrace.properties.range_c).toMatchObject({
      type: ['array', 'null'],
      items: { type: 'number' },
      minItems: 2,
      maxItems: 2,
    });
    const bodyOf = (path: string) =>
      paths[path].post.requestBody.content['application/json'].schema;
    expect(Object.keys(bodyOf('/partner/stock-feed').properties)).toEqual([
      'site_id',
      'mode',
      'confirm_empty',
      'items',
    ]);
    expect(bodyOf('/jobs')).toMatchObject({
      additionalProperties: false,
      properties: { metadata: { additionalProperties: { type: 'string' } } },
    });
  });
});
