/** Headers of every answer, those of a deprecated endpoint, and health. */
import { jobs } from '@svc/contracts';
import { expect, it } from 'vitest';
import { openApiDocument } from '../src/docs/openapi.ts';
import { bothEnvironments, read } from '../src/endpoint/declaration.ts';
import { gatewayUnderTest } from './gateway-under-test.ts';
import { codeIn } from './requests.ts';

const planted = read(jobs, 'list', {
  ...{ operationId: 'listOldJobs', path: '/old-jobs', summary: 'List jobs as before' },
  ...{ environments: bothEnvironments, scope: 'jobs:read', tag: 'Jobs' },
  deprecated: {
    since: new Date('2027-01-01T00:00:00Z'),
    sunset: new Date('2027-07-01T00:00:00Z'),
    successor: 'https://api.example.test/v2/jobs',
  },
});

it('a deprecated endpoint says since when, until when, and what comes instead', async () => {
  const { app, config, issuer } = await gatewayUnderTest({ table: [planted] });
  const authorization = `Bearer ${await issuer.token()}`;
  for (const [headers, status] of [[{ authorization }, 200] as const, [{}, 401] as const]) {
    const answer = await app.inject({ url: '/v1/old-jobs', headers });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers).toMatchObject({
      deprecation: '@1798761600',
      sunset: 'Thu, 01 Jul 2027 00:00:00 GMT',
      link: '<https://api.example.test/v2/jobs>; rel="successor-version"',
    });
  }
  const document = openApiDocument({ config, routes: [planted] });
  expect(document).toMatchObject({ paths: { '/old-jobs': { get: { deprecated: true } } } });
});

it('every answer keeps clients on https, where that is our address', async () => {
  const name = 'strict-transport-security';
  const { app } = await gatewayUnderTest();
  for (const url of ['/v1/health', '/v1/jobs', '/nothing', '/v1/jobs/%zz', '/docs']) {
    expect((await app.inject(url)).headers[name], url).toBe('max-age=31536000');
  }
  const local = await gatewayUnderTest({ env: { SVC_PUBLIC_URL: 'http://127.0.0.1:8080' } });
  expect((await local.app.inject('/v1/health')).headers).not.toHaveProperty(name);
});

it('health is that of pricing and of writes: the environment, the version and the price book', async () => {
  const { app, services } = await gatewayUnderTest();
  const ok = {
    status: 'ok',
    environment: 'live',
    api_version: 'v1',
    price_book_version: '2026-11',
  };
  expect((await app.inject('/v1/health')).json()).toEqual({ ...ok, writes: 'ok' });
  const full = await gatewayUnderTest();
  full.services.answers.set('jobs.checkWrites', () => ({ fault: 'unavailable' }));
  expect((await full.app.inject('/v1/health')).json()).toEqual({ ...ok, writes: 'degraded' });
  const away = await gatewayUnderTest();
  away.services.answers.set('pricing.currentVersion', () => ({ fault: 'unavailable' }));
  const response = await away.app.inject('/v1/health');
  expect(codeIn(response)).toBe('unavailable');
  expect(response.headers['retry-after']).toBe('1');
  expect(services.calls).toHaveLength(2);
});
