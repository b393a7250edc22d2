/** A desk on a held clock, with stand-ins for the services behind it and a person of each role. */
import { accounts, sessionsTopic } from '@svc/contracts';
import { type HeldClock, heldClock } from '@svc/kit/clock';
import { createLogger } from '@svc/kit/log';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeEach, onTestFinished } from 'vitest';
import { buildDesk, type DeskAppParts } from '../src/app.ts';
import { readDeskConfig } from '../src/config.ts';
import { answerAll } from './answers.ts';
import { entriesOf } from './markup.ts';
import { everyRole, personOf, type Role } from './persons.ts';
import { type Call, createServices, type Services } from './services.ts';

export const start = '2026-11-02T08:00:00.000Z';
const origin = 'https://desk.example.test';

export interface DeskOptions
  extends Partial<Pick<DeskAppParts, 'table' | 'provider' | 'sandboxTransport' | 'metrics'>> {
  env?: Record<string, string>;
  /** Shared by several desks as their bus. */
  services?: Services;
}

/** A name with several values is sent once for each, as checkboxes are. */
export type Fields = Readonly<Record<string, string | readonly string[]>>;
type Headers = Readonly<Record<string, string | undefined>>;

interface Filled {
  page: string;
  /** Path of a form of the page; the page's own where none is given. */
  action?: string;
  /** Entries beside those that the page fills in. */
  fields?: Fields;
  role?: Role;
}

export interface UnderTest {
  app: FastifyInstance;
  services: Services;
  clock: HeldClock;
  lines: string[];
  /** Tokens and people of open sessions; `token-<role>` is one of each role. */
  sessions: Map<string, ReturnType<typeof personOf>>;
  get(path: string, token?: string): Promise<LightMyRequestResponse>;
  /** As a browser sends a form of a page of ours. */
  post(path: string, token: string, fields: Fields, headers?: Headers): Promise<Answer>;
  /** Opens a page, fills in a form of it and sends it. */
  send(filled: Filled): Promise<{ answer: Answer; sent: Fields; commands: Call[] }>;
  /** Clears calls and log, and sets answers, sessions and clock as at the start. */
  reset(): void;
}
type Answer = LightMyRequestResponse;

export const tokenOf = (role: Role): string => `token-${role}`;

export function deskUnderTest(options: DeskOptions = {}): UnderTest {
  const { env, services = createServices(), ...parts } = options;
  const clock = heldClock(start);
  const lines: string[] = [];
  const app = buildDesk({
    ...{ transport: services, clock, config: readDeskConfig(environment(env)) },
    log: createLogger({ name: 'desk' }, { write: (line: string) => lines.push(line) }),
    ...parts,
  });
  const sessions: UnderTest['sessions'] = new Map();
  const reset = () => {
    for (const list of [services.calls, lines]) list.length = 0;
    clock.set(new Date(start));
    resetSessions(services, sessions);
  };
  reset();
  const requests = requestsTo(app);
  const state = { app, services, clock, lines, sessions, reset };
  return { ...state, ...requests, send: sendWith(requests, services) };
}

/** One of each role, known to accounts; every other answer is that of `answerAll`. */
function resetSessions(services: Services, sessions: UnderTest['sessions']): void {
  sessions.clear();
  for (const role of everyRole) sessions.set(tokenOf(role), personOf(role));
  // People are cached for some seconds.
  for (const tenant_id of ['ten_demo', 'ten_carrier']) {
    services.broadcast(sessionsTopic, { tenant_id });
  }
  services.answers.clear();
  answerAll(services);
  services.answers.set('accounts.findPerson', ({ input }) => {
    const { token } = accounts.actions.findPerson.input.parse(input);
    return { ok: { person: sessions.get(token) ?? null } };
  });
}

/** For one test, which closes it. */
export function openDesk(options: DeskOptions = {}): UnderTest {
  const under = deskUnderTest(options);
  onTestFinished(() => under.app.close());
  return under;
}

const unlimited = { SVC_DESK_SESSION_LIMIT: '100000', SVC_DESK_ADDRESS_LIMIT: '100000' };

/** For all tests of a file, each of which finds it as new. */
export function useDesk({ env, ...options }: DeskOptions = {}): UnderTest {
  const under = deskUnderTest({ env: { ...unlimited, ...env }, ...options });
  beforeEach(under.reset);
  afterAll(() => under.app.close());
  return under;
}

export const environment = (env: Record<string, string> = {}) => ({
  SVC_SECRET: 'a secret of at least 32 characters, for tests',
  SVC_DESK_URL: origin,
  SVC_OIDC_ISSUER: 'https://id.example.test',
  SVC_OIDC_CLIENT_ID: 'desk',
  ...env,
});

type Requests = Pick<UnderTest, 'get' | 'post'>;

function requestsTo(app: FastifyInstance): Requests {
  const cookieOf = (token: string | undefined) => token && { cookie: `__Host-session=${token}` };
  return {
    get: (url, token) => app.inject({ url, headers: { ...cookieOf(token) } }),
    post: (url, token, fields, headers = {}) => {
      const sent = { origin, 'sec-fetch-site': 'same-origin', ...cookieOf(token), ...headers };
      const given = Object.entries(sent).filter(([, value]) => value !== undefined);
      return app.inject({
        method: 'POST',
        url,
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          ...Object.fromEntries(given),
        },
        body: encoded(fields),
      });
    },
  };
}

const sendWith =
  ({ get, post }: Requests, services: Services): UnderTest['send'] =>
  async ({ page, action = page, fields = {}, role = 'admin' }) => {
    const { body } = await get(page, tokenOf(role));
    const sent: Fields = { ...entriesOf(body, action), ...fields };
    services.calls.length = 0;
    const answer = await post(action, tokenOf(role), sent);
    return { answer, sent, commands: services.commands() };
  };

function encoded(fields: Fields): string {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const each of [value].flat()) body.append(name, each);
  }
  return body.toString();
}
