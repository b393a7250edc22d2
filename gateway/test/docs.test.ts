import { hash } from 'node:crypto';
import { errors, feedEvent, publicEvents } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { exampleFor } from '../src/docs/examples.ts';
import { routesOf } from '../src/routes/index.ts';
import { tagDescriptions } from '../src/routes/tags.ts';
import { contrast, themesIn } from './contrast.ts';
import { gatewayUnderTest, sandboxEnv } from './gateway-under-test.ts';
import { isAction } from './requests.ts';

const gateways = {
  live: await gatewayUnderTest(),
  sandbox: await gatewayUnderTest({ env: sandboxEnv }),
};

describe.each(['live', 'sandbox'] as const)('the %s OpenAPI document', (environment) => {
  const { app, config } = gateways[environment];
  const document = async () => (await app.inject('/openapi.json')).json();

  it('describes each of its tags, and no other', async () => {
    const { tags } = await document();
    const used = new Set(routesOf(environment).map(({ tag }) => tag));
    expect(tags).toEqual([...used].map((name) => ({ name, description: tagDescriptions[name] })));
    for (const { name, description } of tags) expect(description).not.toBe(name);
  });

  it('has every endpoint with its credential, input, answer and refusals', async () => {
    const { paths, servers, components } = await document();
    for (const route of routesOf(environment)) {
      const operation = paths[route.path][route.method.toLowerCase()];
      expect(operation.operationId).toBe(route.operationId);
      expect(operation.responses).toHaveProperty(String(route.status));
      expect(operation.responses).toHaveProperty('429');
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

describe('the documents', () => {
  const textOf = async (environment: keyof typeof gateways) =>
    (await gateways[environment].app.inject('/openapi.json')).body;

  it('name sites of their environment in examples', async () => {
    const [live, sandbox] = await Promise.all([textOf('live'), textOf('sandbox')]);
    expect(live).toContain('"site_demo_cli-0"');
    expect(live).not.toMatch(/"(cli|lab|ph)-0"/);
    expect(sandbox).toContain('"pickup_site_id":"cli-0"');
  });

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
      'items',
    ]);
    expect(bodyOf('/jobs')).toMatchObject({
      additionalProperties: false,
      properties: { metadata: { additionalProperties: { type: 'string' } } },
    });
  });
});

describe.each(['/docs', '/docs/errors', '/docs/events'])('%s', (url) => {
  const text = async () => (await gateways.live.app.inject(url)).body;

  it('lets nothing but its own style take effect', async () => {
    const { headers } = await gateways.live.app.inject(url);
    const style = /<style>([\s\S]*)<\/style>/.exec(await text())?.[1] ?? '';
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).toContain(hash('sha256', style, 'base64'));
    expect(headers['x-content-type-options']).toBe('nosniff');
    const links = (await text()).matchAll(/(?:href|src)="(https?:\/\/[^/"]+)/g);
    const foreign = [...links].map(([, origin]) => origin);
    expect(new Set(foreign)).toEqual(new Set(['https://api.example.test']));
    expect(await text()).not.toMatch(/<script|style=|onload|@import|url\(/i);
  });

  it('can be read on a phone', async () => {
    expect(await text()).toContain('name="viewport" content="width=device-width');
    expect(await text()).toContain('<html lang="en">');
  });

  it('has contrast AA in light and dark', async () => {
    const themes = themesIn(await text());
    expect(themes).toHaveLength(2);
    for (const { ink, soft, link, paper, code } of themes) {
      for (const colour of [ink, soft, link]) expect(contrast(colour, paper)).toBeGreaterThan(4.5);
      expect(contrast(ink, code)).toBeGreaterThan(4.5);
    }
  });
});

describe('the pages', () => {
  it('explain every error code at its anchor', async () => {
    const { body } = await gateways.live.app.inject('/docs/errors');
    for (const code of Object.keys(errors)) expect(body).toContain(`<section id="${code}">`);
  });

  it('explain every event that subscribers receive, with its data and an example', async () => {
    const { body } = await gateways.live.app.inject('/docs/events');
    for (const { type, data, example } of publicEvents) {
      const [, section = ''] = body.split(`<section id="${type}">`);
      const [own = ''] = section.split('</section>');
      for (const name of Object.keys(Object(example)))
        expect(own).toContain(`<code>${name}</code>`);
      const [, shown = ''] = /<pre[^>]*><code>(.*)<\/code><\/pre>/s.exec(own) ?? [];
      const event = JSON.parse(shown.replaceAll('&quot;', '"').replaceAll('&#39;', "'"));
      expect(feedEvent.parse(event)).toEqual({ ...event, type });
      expect(data.parse(event.data)).toEqual(example);
    }
    const { body: reference } = await gateways.live.app.inject('/docs');
    expect(reference).toContain('/docs/events"');
  });

  it('show what is taken and answered as fields with types, and lead to each resource', async () => {
    const { body } = await gateways.live.app.inject('/docs');
    const [, own = ''] = body.split('<article id="createQuote">');
    expect(own).toMatch(/<code>sku<\/code><\/dt>\s*<dd><p class="type">string.*required/);
    expect(own).toContain('SKU of the price book');
    expect(own).toContain('href="#schema-Quote"');
    const targets = [...body.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    const ids = new Set([...body.matchAll(/id="([^"]+)"/g)].map(([, id]) => id));
    expect(targets.filter((id) => !ids.has(id))).toEqual([]);
  });

  it('list every endpoint of their environment', async () => {
    for (const environment of ['live', 'sandbox'] as const) {
      const { body } = await gateways[environment].app.inject('/docs');
      for (const route of routesOf(environment)) {
        expect(body).toContain(`<article id="${route.operationId}">`);
      }
      expect(body.includes('id="listSites"')).toBe(environment === 'live');
    }
  });
});
