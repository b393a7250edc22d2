import { expect, it } from 'vitest';
import { gatewayUnderTest, sandboxEnv } from './gateway-under-test.ts';
import { codeIn, genuineKey } from './requests.ts';

const gateway = await gatewayUnderTest();
const sandbox = await gatewayUnderTest({ env: sandboxEnv });
const jws = 'header.payload.signature';
for (const { services } of [gateway, sandbox]) {
  services.answers.set('custody.certificateJws', () => ({ ok: { jws } }));
}
const url = '/v1/certificates/POC-0123456789';
const authorization = `Bearer ${await gateway.issuer.token()}`;
const get = (accept?: string) =>
  gateway.app.inject({ url, headers: { authorization, ...(accept && { accept }) } });

it('a certificate comes signed to those who ask for that', async () => {
  const response = await get('application/jose');
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toBe('application/jose');
  expect(response.headers.vary).toBe('accept');
  expect(response.body).toBe(jws);
});

it.each([undefined, '*/*', 'application/json', 'application/jose;q=0.1, application/json'])(
  'and as JSON with Accept: %s',
  async (accept) => {
    const response = await get(accept);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.headers.vary).toBe('accept');
    expect(response.json()).toEqual({ echo: 'custody.certificate' });
  },
);

it('says as a problem that there is none yet', async () => {
  const detail = 'Not delivered yet.';
  gateway.services.answers.set('custody.certificateJws', () => ({
    refused: { code: 'certificate_pending', detail },
  }));
  expect(codeIn(await get('application/jose'))).toBe('certificate_pending');
});

it('is there on the sandbox and for API keys', async () => {
  const there = await sandbox.app.inject({
    url: `/api${url}`,
    headers: { 'x-api-key': sandbox.config.SVC_SANDBOX_KEY, accept: 'application/jose' },
  });
  expect(there.body).toBe(jws);
  const principal = { tenant_id: 'ten_a', client_id: 'key_1', scopes: ['certificates:read'] };
  gateway.services.answers.set('accounts.verifyApiKey', () => ({ ok: { principal } }));
  const response = await gateway.app.inject({ url, headers: { 'x-api-key': genuineKey } });
  expect(response.json()).toEqual({ echo: 'custody.certificate' });
});
