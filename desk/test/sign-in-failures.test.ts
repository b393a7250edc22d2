import type { OpenIdProvider } from '@svc/devnet';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { tokenOf } from './desk-under-test.ts';
import { signInAt } from './provider-browser.ts';
import { signInDesk, startProvider } from './sign-in-desk.ts';

let provider: OpenIdProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());

describe('sign-ins of an address that fail', () => {
  it('are counted; above the limit the provider is not asked, and later a sign-in succeeds', async () => {
    const limit = { SVC_DESK_SIGN_IN_LIMIT: '1' };
    const { begin, finish, clock, services } = await signInDesk(provider, limit);
    const { address, state } = await begin();
    const returned = await signInAt(address, 'unverified@demo.example');
    expect((await finish(returned, state)).statusCode).toBe(403);
    const asked = services.calls.length;
    const second = await begin();
    const good = await signInAt(second.address, 'admin@demo.example');
    const refused = await finish(good, second.state);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '61']);
    expect(refused.body).toContain('Those who are signed in are not concerned');
    expect(services.calls).toHaveLength(asked);
    clock.advanceMs(61_000);
    expect((await finish(good, second.state)).statusCode).toBe(303);
  });

  it('are not counted where the provider is away', async () => {
    const leaving = await startProvider();
    const { begin, finish } = await signInDesk(leaving, { SVC_DESK_SIGN_IN_LIMIT: '1' });
    const { address, state } = await begin();
    const returned = await signInAt(address, 'admin@demo.example');
    await leaving.stop();
    for (let n = 0; n < 3; n += 1) expect((await finish(returned, state)).statusCode).toBe(503);
  });
});

describe('the way back', () => {
  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '/\t/evil.example/',
    '/.//evil.example',
    '/jobs/..%2f..',
    '/jobs/../..//evil.example',
    'javascript:alert(1)',
    '/nowhere',
    '/sign-out',
    '/sign-in',
    'jobs',
  ])('is the start page for %j', async (wanted) => {
    const { get } = await signInDesk(provider);
    const cookie = `__Host-session=${tokenOf('admin')}`;
    const answer = await get(`/sign-in?${new URLSearchParams({ return_to: wanted })}`, cookie);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/']);
  });
});

describe('a provider that is away', () => {
  it('is a page with 503, and is asked again at the next sign-in', async () => {
    const gone = await startProvider();
    await gone.stop();
    const { get, services } = await signInDesk(gone);
    const answer = await get('/sign-in');
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '10']);
    expect(answer.body).toContain('Sign-in is not available at the moment');
    expect(services.calls).toEqual([]);
    const port = Number(new URL(gone.issuer).port);
    const back = await startProvider({ port });
    onTestFinished(() => back.stop());
    expect((await get('/sign-in')).statusCode).toBe(303);
  });

  it('between the two steps is a 503, too', async () => {
    const leaving = await startProvider();
    const { begin, finish } = await signInDesk(leaving);
    const { address, state } = await begin();
    const returned = await signInAt(address, 'admin@demo.example');
    await leaving.stop();
    expect((await finish(returned, state)).statusCode).toBe(503);
  });
});
