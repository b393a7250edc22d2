import { describe, expect, it } from 'vitest';
import { gatewayUnderTest } from './gateway-under-test.ts';

const headersOf = async (url: string, env?: Record<string, string>) =>
  (await (await gatewayUnderTest(env && { env })).app.inject(url)).headers;
const name = 'strict-transport-security';

describe('an answer', () => {
  it.each(['/v1/health', '/v1/jobs', '/nothing', '/v1/jobs/%zz', '/docs'])(
    'keeps clients on https where that is our address: %s',
    async (url) => {
      expect((await headersOf(url))[name]).toBe('max-age=31536000');
    },
  );

  it('says nothing of the sort where we are reached over http', async () => {
    const env = { SVC_PUBLIC_URL: 'http://127.0.0.1:8080' };
    expect(await headersOf('/v1/health', env)).not.toHaveProperty(name);
  });
});
