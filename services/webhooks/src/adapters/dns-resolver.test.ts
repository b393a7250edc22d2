import { describe, expect, it } from 'vitest';
import { createResolve } from './dns-resolver.ts';

describe('the addresses of a name', () => {
  it('are known without a name server where the name is localhost', async () => {
    const resolve = createResolve(['127.0.0.1:1'], 1_000);
    expect(await resolve('api.localhost')).toEqual(['127.0.0.1', '::1']);
  });
});
