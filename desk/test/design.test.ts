import { expect, it } from 'vitest';
import { openDesk, tokenOf } from './desk-under-test.ts';

const development = {
  SVC_OIDC_ISSUER: 'http://127.0.0.1:8090',
  SVC_DESK_URL: 'http://localhost:8082',
};

it.each([
  ['asks for no password', development, 200],
  ['asks for passwords', {}, 404],
] as const)('the desk whose provider %s shows its components, or 404', async (_, env, status) => {
  const { get } = openDesk({ env });
  expect((await get('/design', tokenOf('viewer'))).statusCode).toBe(status);
});
