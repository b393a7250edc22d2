import { scenarios } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { gatewayUnderTest, sandboxEnv } from './gateway-under-test.ts';
import { problemIn } from './requests.ts';

const sandbox = await gatewayUnderTest({ env: sandboxEnv });
const live = await gatewayUnderTest();
const key = { 'x-api-key': sandbox.config.SVC_SANDBOX_KEY, 'idempotency-key': 'attempt-1' };
const body = { sku: 'LAB-STD', pickup_site_id: 'cli-0', dropoff_site_id: 'lab-0' };

const book = async (headers: Record<string, string>, payload: object = body) => {
  const post = { method: 'POST', headers: { ...key, ...headers }, payload } as const;
  const response = await sandbox.app.inject({ ...post, url: '/api/v1/jobs' });
  return { response, call: sandbox.services.callsOfUsers().at(-1) };
};

describe('svc-sandbox-scenario', () => {
  it('asks for one of its names, and is part of what the key names', async () => {
    const without = (await book({})).call;
    expect(without?.input).toEqual(body);
    for (const scenario of scenarios) {
      const { call } = await book({ 'svc-sandbox-scenario': scenario });
      expect(call?.input).toEqual({ ...body, scenario });
      expect(call?.meta.fingerprint).not.toBe(without?.meta.fingerprint);
    }
  });

  it('is refused with another name, and in the body', async () => {
    for (const name of ['', 'Failed', 'failed,delivered', 'no such']) {
      const { response } = await book({ 'svc-sandbox-scenario': name });
      expect(problemIn(response), name).toMatchObject({
        code: 'invalid_body',
        detail: expect.stringContaining(scenarios.join(', ')),
        errors: [{ pointer: '/headers/svc-sandbox-scenario' }],
      });
    }
    const { response } = await book({}, { ...body, scenario: 'failed' });
    expect(problemIn(response)).toMatchObject({ errors: [{ pointer: '/scenario' }] });
  });

  it('is refused by live, so that a test never sends a courier', async () => {
    const authorization = `Bearer ${await live.issuer.token()}`;
    const headers = { authorization, 'idempotency-key': 'a', 'svc-sandbox-scenario': 'none' };
    const post = { method: 'POST', url: '/v1/jobs', payload: body } as const;
    expect(problemIn(await live.app.inject({ ...post, headers }))).toMatchObject({
      code: 'invalid_body',
      errors: [{ pointer: '/headers/svc-sandbox-scenario' }],
    });
    expect(live.services.callsOfUsers()).toEqual([]);
  });

  it('stands in the document of the sandbox alone', async () => {
    const parametersOf = async ({ app }: typeof live) => {
      const { paths } = (await app.inject('/openapi.json')).json();
      return JSON.stringify(paths['/jobs'].post);
    };
    expect(await parametersOf(sandbox)).toContain('svc-sandbox-scenario');
    expect(await parametersOf(live)).not.toContain('scenario');
  });
});
