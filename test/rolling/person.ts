/** A person who signed in to the desk once, and looks at pages while processes are replaced. */
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '@svc/devnet';
import { expect, onTestFinished } from 'vitest';
import { hiddenFields } from '../../desk/test/markup.ts';
import { signInAt } from '../../desk/test/provider-browser.ts';

export interface SignedInPerson {
  /** The page as it is answered, redirects not followed. */
  get(path: string): Promise<Response>;
  /** The hidden fields of a form, as a page that is open keeps them. */
  formOn(path: string, action: string): Promise<Record<string, string>>;
  post(path: string, fields: Readonly<Record<string, string>>): Promise<Response>;
  /** These pages in turn. */
  startVisits(paths: readonly string[]): RunningVisits;
}

interface RunningVisits {
  /** Resolves when each page was answered once more. */
  more(): Promise<unknown>;
  /** How often a page was not shown, by path and status. */
  finish(): Promise<Record<string, number>>;
}

const pauseMs = 200;
/** Longer than a desk waits for a service. */
const answerMs = 20_000;

type Ask = (path: string, cookie: string, request?: RequestInit) => Promise<Response>;

const askAt =
  (url: string): Ask =>
  (path, cookie, request = {}) =>
    fetch(url + path, {
      redirect: 'manual',
      signal: AbortSignal.timeout(answerMs),
      ...request,
      headers: { cookie, origin: url },
    });

/** From this path to the provider, as this person, and back; answers what the desk then answers. */
async function throughProvider(ask: Ask, path: string, email: string): Promise<Response> {
  const begun = await ask(path, '');
  const back = await signInAt(begun.headers.get('location') ?? '', email);
  const finished = await ask(back.pathname + back.search, cookieOf(begun));
  expect(finished.status).toBe(303);
  return finished;
}

export async function signInPerson(url: string, email: string): Promise<SignedInPerson> {
  const ask = askAt(url);
  return personOf(ask, await throughProvider(ask, '/sign-in', email));
}

interface Acceptance {
  /** Of the invitation. */
  token: string;
  email: string;
}

/** As a provider of production needs it: nobody is known there without an invitation. */
export async function acceptInvitation(
  url: string,
  { token, email }: Acceptance,
): Promise<SignedInPerson> {
  const ask = askAt(url);
  const identified = await throughProvider(ask, `/invitations/${token}/sign-in`, email);
  const form = { method: 'POST', body: new URLSearchParams() };
  const accepted = await ask('/invitation', cookieOf(identified), form);
  expect(accepted.status).toBe(303);
  return personOf(ask, accepted);
}

/** With the session that was opened. */
function personOf(ask: Ask, opened: Response): SignedInPerson {
  const session = cookieOf(opened);
  const get = (path: string) => ask(path, session);
  return {
    get,
    formOn: async (path, action) => hiddenFields(await (await get(path)).text(), action),
    post: (path, fields) =>
      ask(path, session, { method: 'POST', body: new URLSearchParams(fields) }),
    startVisits: (paths) => startVisits(get, paths),
  };
}

/** A redirect, as to the sign-in, counts as a failure. */
export function startVisits(get: SignedInPerson['get'], paths: readonly string[]): RunningVisits {
  const failures: Record<string, number> = {};
  let pages = 0;
  let finishing = false;
  const visiting = (async () => {
    for (; !finishing; pages += 1) {
      const path = paths[pages % paths.length] ?? '/';
      const answer = await get(path).then(
        async ({ status, body }) => {
          await body?.cancel();
          return String(status);
        },
        ({ name }: Error) => name,
      );
      const key = `${path} ${answer}`;
      if (answer !== '200') failures[key] = (failures[key] ?? 0) + 1;
      await pause(pauseMs);
    }
  })();
  const end = async () => {
    finishing = true;
    await visiting;
  };
  onTestFinished(end);
  return {
    more: () => {
      const wanted = pages + paths.length;
      return until(() => pages >= wanted, { timeoutMs: 60_000, what: 'more pages' });
    },
    finish: async () => {
      await end();
      return failures;
    },
  };
}

/** Of the cookies that an answer sets and does not clear. */
const cookieOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0] ?? '')
    .filter((pair) => !pair.endsWith('='))
    .join('; ');
