import { describe, expect, it } from 'vitest';
import { authUrl, docsUrl, readGatewayConfig } from '../src/config.ts';

const secret = { SVC_SECRET: 'x'.repeat(32) };

describe('configuration', () => {
  it('needs a secret and nothing else', () => {
    const config = readGatewayConfig(secret);
    expect(config).toMatchObject({ SVC_ENVIRONMENT: 'live', SVC_HTTP_PORT: 8080 });
    expect(docsUrl(config)).toBe('http://127.0.0.1:8080/docs');
    expect(authUrl(config)).toBe('http://127.0.0.1:8080');
  });

  it('takes addresses with or without a slash at the end', () => {
    const config = readGatewayConfig({ ...secret, SVC_PUBLIC_URL: 'https://api.example.test/' });
    expect(docsUrl(config)).toBe('https://api.example.test/docs');
  });

  it.each([
    ['no secret', { SVC_SECRET: '' }],
    ['a short secret', { SVC_SECRET: 'short' }],
    ['an address of another kind', { SVC_PUBLIC_URL: 'ftp://x' }],
    ['a live key as the published one', { SVC_SANDBOX_KEY: 'svc_live_x' }],
    ['every proxy trusted', { SVC_TRUSTED_PROXIES: 'true' }],
    ['an unknown environment', { SVC_ENVIRONMENT: 'staging' }],
  ])('refuses to start with %s', (_name, env) => {
    const [variable = ''] = Object.keys(env);
    expect(() => readGatewayConfig({ ...secret, ...env })).toThrow(variable);
  });
});
