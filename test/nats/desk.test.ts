/** The desk as a process of its own: its user on NATS may send what its pages ask, and no more. */
import { freePort, startOpenIdProvider } from '@svc/devnet';
import { deskUrl } from '@svc/local/settings';
import { demonstrationPeople } from '@svc/local/sign-in';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { hiddenFields } from '../../desk/test/markup.ts';
import { signInAt } from '../../desk/test/provider-browser.ts';
import { type Stage, startStage } from '../journeys/environment.ts';

const processes = ['accounts', 'pricing', 'jobs', 'desk'];

describe.skipIf(inject('natsUrl') === undefined)('the desk on NATS', () => {
  let stage: Stage;
  let url: string;
  let stopProvider: () => Promise<void>;
  beforeAll(async () => {
    const httpPort = await freePort();
    url = deskUrl({ httpPort });
    const { issuer, clientId, stop } = await startOpenIdProvider({
      redirectUris: [`${url}/sign-in/callback`],
      people: demonstrationPeople,
    });
    stopProvider = stop;
    const desk = { httpPort, issuer, clientId };
    stage = await startStage({ topology: 'a process per service', processes, desk });
  });
  afterAll(async () => {
    await stopProvider?.();
    // Throws where NATS refused anything.
    await stage?.stop();
  });

  const get = (path: string, cookie = '') =>
    fetch(url + path, { redirect: 'manual', headers: { cookie } });
  const cookieOf = (answer: Response, name: string): string =>
    answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0] ?? '')
      .find((pair) => pair.startsWith(name)) ?? '';

  it.each([
    ['dispatcher@carrier.example', '/desk'],
    ['admin@demo.example', '/jobs'],
  ])('lets %s sign in, see %s, and sign out', async (email, path) => {
    const begun = await get('/sign-in');
    const returned = await signInAt(begun.headers.get('location') ?? '', email);
    const state = cookieOf(begun, '__Host-sign-in-');
    const session = cookieOf(
      await get(returned.pathname + returned.search, state),
      '__Host-session',
    );
    for (const each of ['/', path, '/sessions']) {
      expect((await get(each, session)).status, each).toBe(200);
    }
    const fields = hiddenFields(await (await get('/', session)).text(), '/sign-out');
    const ended = await fetch(`${url}/sign-out`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: session, origin: url },
      body: new URLSearchParams(fields),
    });
    expect([ended.status, ended.headers.get('location')]).toEqual([303, '/signed-out']);
    expect((await get('/', session)).status).toBe(303);
  });
});
