import { errors, isErrorCode } from '@svc/contracts';
import type { Reply } from '@svc/kit/transport';
import { beforeEach, describe, expect, it } from 'vitest';
import { gatewayUnderTest, type UnderTest } from './gateway-under-test.ts';
import { codeIn, problemIn } from './requests.ts';

let gateway: UnderTest;
let headers: Record<string, string>;

beforeEach(async () => {
  gateway = await gatewayUnderTest();
  headers = {
    authorization: `Bearer ${await gateway.issuer.token()}`,
    'content-type': 'application/json',
    'idempotency-key': 'attempt-1',
  };
});

const post = (payload: string | Buffer, more: Record<string, string> = {}) =>
  gateway.app.inject({
    method: 'POST',
    url: '/v1/jobs',
    headers: { ...headers, ...more },
    payload,
  });
const get = (url: string) => gateway.app.inject({ method: 'GET', url, headers });

describe('a request body', () => {
  it('that is empty is the empty object', async () => {
    expect((await post('')).statusCode).toBe(201);
    const { 'content-type': _type, ...rest } = headers;
    await gateway.app.inject({ method: 'POST', url: '/v1/jobs/job_1/cancel', headers: rest });
    expect(gateway.services.callsOfUsers().map(({ input }) => input)).toEqual([
      {},
      { id: 'job_1' },
    ]);
  });

  it('is not looked at when the credential is bad', async () => {
    const response = await post('{"sku":', { authorization: 'Bearer nonsense' });
    expect(codeIn(response)).toBe('invalid_token');
  });
});

describe("a service's reply", () => {
  const reply = (answer: Reply) => gateway.services.answers.set('jobs.book', () => answer);

  it('that is a refusal gets the status of its code', async () => {
    for (const code of Object.keys(errors).filter(isErrorCode)) {
      reply({ refused: { code, detail: 'Because.' } });
      expect(problemIn(await post('{}'))).toMatchObject({ code, detail: 'Because.' });
    }
  });

  it('of bad input names each field with a pointer', async () => {
    reply({
      invalid: [
        { path: ['pickup_site_id'], code: 'invalid_type', message: 'expected string' },
        { path: ['metadata', 'a/b~c'], code: 'too_big', message: 'too long' },
        { path: [], code: 'custom', message: 'send quote_id or sku' },
      ],
    });
    expect(problemIn(await post('{}'))).toMatchObject({
      code: 'invalid_body',
      errors: [
        { pointer: '/pickup_site_id', code: 'invalid_type', detail: 'expected string' },
        { pointer: '/metadata/a~1b~0c', code: 'too_big', detail: 'too long' },
        { pointer: '', code: 'custom', detail: 'send quote_id or sku' },
      ],
    });
  });

  it('of a bad query value names the parameter', async () => {
    const invalid = [{ path: ['limit'], code: 'too_big', message: 'at most 100' }];
    gateway.services.answers.set('jobs.list', () => ({ invalid }));
    expect(problemIn(await get('/v1/jobs?limit=101'))).toMatchObject({
      code: 'invalid_body',
      errors: [{ pointer: '/query/limit' }],
    });
    expect(gateway.services.callsOfUsers().at(-1)?.input).toEqual({ limit: 101 });
  });

  it('tells at most fifty faults', async () => {
    const issue = { path: ['x'], code: 'c', message: 'm' };
    reply({ invalid: Array.from({ length: 500 }, () => issue) });
    expect(problemIn(await post('{}')).errors).toHaveLength(50);
  });

  it('that it is unavailable is 503 with Retry-After', async () => {
    reply({ fault: 'unavailable' });
    const response = await post('{}');
    expect(codeIn(response)).toBe('unavailable');
    expect(response.headers['retry-after']).toMatch(/^[1-9]\d*$/);
  });

  it('that cannot be had at all is 500, and logged once', async () => {
    gateway.services.answers.set('jobs.book', () => {
      throw new Error('secret table "tenant" is on fire');
    });
    const response = await post('{}');
    expect(codeIn(response)).toBe('internal');
    expect(response.body).not.toContain('fire');
    expect(gateway.lines.filter((line) => line.includes('on fire'))).toHaveLength(1);
  });
});

describe('a path', () => {
  it('that nothing is served at is 404 not_found, with or without credential', async () => {
    for (const url of ['/', '/v1', '/v1/', '/v1/nothing', '/v2/jobs', '/api/v1/jobs']) {
      expect(codeIn(await get(url)), url).toBe('not_found');
      expect(codeIn(await gateway.app.inject({ method: 'GET', url })), url).toBe('not_found');
    }
  });

  it.each(['%zz', '%', '%c3%28', '%ff'])('with the bad encoding %s is 400', async (id) => {
    expect(codeIn(await get(`/v1/jobs/${id}`))).toBe('invalid_body');
    expect(gateway.lines.at(-1)).toContain('"route":"malformed"');
  });

  it('does not let a body overrule its id', async () => {
    const url = '/v1/jobs/job_1/cancel';
    const payload = { id: 'job_2', reason: 'r' };
    const response = await gateway.app.inject({ method: 'POST', url, headers, payload });
    expect(problemIn(response)).toMatchObject({ errors: [{ pointer: '/id' }] });
    expect(gateway.services.callsOfUsers()).toEqual([]);
  });

  it('answers HEAD like GET, without the body', async () => {
    const response = await gateway.app.inject({ method: 'HEAD', url: '/v1/jobs/job_1', headers });
    expect(response.statusCode).toBe(200);
    expect(response.body).toBe('');
    expect(response.headers['content-length']).toBe('19');
  });

  it('is not chosen by accept-version', async () => {
    const versioned = { ...headers, 'accept-version': '9.x' };
    const response = await gateway.app.inject({ url: '/v1/jobs', headers: versioned });
    expect(response.statusCode).toBe(200);
  });
});
