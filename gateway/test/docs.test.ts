import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { errors } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { routesOf } from '../src/routes/index.ts';
import { contrast, themesIn } from './contrast.ts';
import { gatewayUnderTest, sandboxEnv } from './gateway-under-test.ts';
import { isAction } from './requests.ts';

const run = promisify(execFile);
const redocly = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));
const gateways = {
  live: await gatewayUnderTest(),
  sandbox: await gatewayUnderTest({ env: sandboxEnv }),
};

describe.each(['live', 'sandbox'] as const)('the %s OpenAPI document', (environment) => {
  const { app, config } = gateways[environment];
  const document = async () => (await app.inject('/openapi.json')).json();

  it('is valid', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'openapi-'));
    const file = join(folder, 'openapi.json');
    await writeFile(file, JSON.stringify(await document()));
    const env = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const lint = [redocly, 'lint', file, '--extends=recommended-strict'];
    await expect(run(process.execPath, lint, { env, cwd: folder })).resolves.toBeDefined();
    await rm(folder, { recursive: true });
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
      };
      expect(Object.keys(content)).toEqual(types[route.body]);
      expect(content['application/json']?.example).toEqual(route.example);
      const inPath = operation.parameters.filter((p: { in: string }) => p.in === 'path');
      expect(inPath).toHaveLength(route.pathNames.length);
      expect(JSON.stringify(operation)).not.toContain('courier_id');
    }
    const prefix = environment === 'live' ? '/v1' : '/api/v1';
    expect(servers[0].url).toBe(config.SVC_PUBLIC_URL + prefix);
    const schemes = environment === 'live' ? ['oauth2', 'apiKey'] : ['sandboxKey'];
    expect(Object.keys(components.securitySchemes)).toEqual(schemes);
  });
});

describe.each(['/docs', '/docs/errors'])('%s', (url) => {
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
