import { expect, it } from 'vitest';
import { createResolve } from './dns-resolver.ts';

it('the name localhost resolves without a name server', async () => {
  const resolve = createResolve(['127.0.0.1:1'], 1_000);
  expect(await resolve('api.localhost')).toEqual(['127.0.0.1', '::1']);
});
