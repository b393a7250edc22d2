import type { OpenIdProvider } from '@svc/devnet';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { deskUnderTest } from './desk-under-test.ts';
import { signInDesk, startProvider } from './sign-in-desk.ts';

let provider: OpenIdProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());

describe('the page after a sign-out', () => {
  it('leads to where the provider ends its session, and back', async () => {
    const { get } = await signInDesk(provider);
    const { body, statusCode } = await get('/signed-out');
    expect(statusCode).toBe(200);
    const [, href = ''] = /<a href="([^"]+)">Sign out at your provider</.exec(body) ?? [];
    const url = new URL(href.replaceAll('&amp;', '&'));
    expect(url.origin).toBe(provider.issuer);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'desk',
      post_logout_redirect_uri: 'http://localhost:8082/signed-out',
    });
    // The provider knows both: it asks the person, and refuses nothing.
    expect((await fetch(url)).status).toBe(200);
  });

  it('is shown while the provider is away', async () => {
    const { get } = await signInDesk({ issuer: 'http://127.0.0.1:1' });
    const { body, statusCode } = await get('/signed-out');
    expect(statusCode).toBe(200);
    expect(body).not.toContain('Sign out at your provider');
  });

  it('has no link where the provider offers no end of its session', async () => {
    const unasked = () => Promise.reject(new Error('nobody signs in'));
    const without = { begin: unasked, finish: unasked, end: async () => undefined };
    const { app, get } = await deskUnderTest({ provider: without });
    onTestFinished(() => app.close());
    expect((await get('/signed-out')).body).not.toContain('Sign out at your provider');
  });
});
