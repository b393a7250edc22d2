import { jobs } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../src/docs/openapi.ts';
import { bothEnvironments, read } from '../src/routes/route.ts';
import { gatewayUnderTest } from './gateway-under-test.ts';

const planted = read(jobs, 'list', {
  operationId: 'listOldJobs',
  path: '/old-jobs',
  environments: bothEnvironments,
  scope: 'jobs:read',
  tag: 'Jobs',
  summary: 'List jobs as before',
  deprecated: {
    since: new Date('2027-01-01T00:00:00Z'),
    sunset: new Date('2027-07-01T00:00:00Z'),
    successor: 'https://api.example.test/v2/jobs',
  },
});
const gateway = await gatewayUnderTest({ table: [planted] });

describe('a deprecated endpoint', () => {
  it('says since when, until when, and what comes instead', async () => {
    const headers = { authorization: `Bearer ${await gateway.issuer.token()}` };
    const expected = {
      deprecation: '@1798761600',
      sunset: 'Thu, 01 Jul 2027 00:00:00 GMT',
      link: '<https://api.example.test/v2/jobs>; rel="successor-version"',
    };
    const answered = await gateway.app.inject({ url: '/v1/old-jobs', headers });
    expect(answered.statusCode).toBe(200);
    expect(answered.headers).toMatchObject(expected);
    const refused = await gateway.app.inject({ url: '/v1/old-jobs' });
    expect(refused.statusCode).toBe(401);
    expect(refused.headers).toMatchObject(expected);
  });

  it('is marked in the OpenAPI document', () => {
    const document = openApiDocument({ config: gateway.config, routes: [planted] });
    expect(document).toMatchObject({ paths: { '/old-jobs': { get: { deprecated: true } } } });
  });
});
