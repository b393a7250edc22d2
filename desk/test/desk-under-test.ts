/** A desk on a held clock, with stand-ins for the services behind it and a person of each role. */
import { accounts } from '@svc/contracts';
import { type HeldClock, heldClock } from '@svc/kit/clock';
import { createLogger } from '@svc/kit/log';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { buildDesk, type DeskAppParts } from '../src/app.ts';
import { readDeskConfig } from '../src/config.ts';
import { answerAll } from './answers.ts';
import { everyRole, personOf, type Role } from './persons.ts';
import { createServices, type Services } from './services.ts';

export const start = '2026-11-02T08:00:00.000Z';
const origin = 'https://desk.example.test';

interface Options {
  env?: Record<string, string>;
  table?: DeskAppParts['table'];
  provider?: DeskAppParts['provider'];
  sandboxTransport?: DeskAppParts['sandboxTransport'];
  clock?: HeldClock;
  metrics?: DeskAppParts['metrics'];
  /** Shared by several desks as their bus. */
  services?: Services;
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
  post(
    path: string,
    token: string,
    fields: Fields,
    headers?: Headers,
  ): Promise<LightMyRequestResponse>;
}

/** A name with several values is sent once for each, as checkboxes are. */
type Fields = Readonly<Record<string, string | readonly string[]>>;
type Headers = Readonly<Record<string, string | undefined>>;

export const tokenOf = (role: Role): string => `token-${role}`;

export async function deskUnderTest(options: Options = {}): Promise<UnderTest> {
  const clock = options.clock ?? heldClock(start);
  const services = options.services ?? createServices();
  const sessions = new Map(everyRole.map((role) => [tokenOf(role), personOf(role)]));
  services.answers.set('accounts.findPerson', ({ input }) => {
    const { token } = accounts.actions.findPerson.input.parse(input);
    return { ok: { person: sessions.get(token) ?? null } };
  });
  answerAll(services);
  const lines: string[] = [];
  const app = buildDesk({
    config: readDeskConfig(environment(options.env)),
    transport: services,
    clock,
    log: createLogger({ name: 'desk' }, { write: (line: string) => lines.push(line) }),
    ...(options.metrics && { metrics: options.metrics }),
    ...(options.table && { table: options.table }),
    ...(options.provider && { provider: options.provider }),
    ...(options.sandboxTransport && { sandboxTransport: options.sandboxTransport }),
  });
  await app.ready();
  return { app, services, clock, lines, sessions, ...requestsTo(app) };
}

export const environment = (env: Record<string, string> = {}) => ({
  SVC_SECRET: 'a secret of at least 32 characters, for tests',
  SVC_DESK_URL: origin,
  SVC_OIDC_ISSUER: 'https://id.example.test',
  SVC_OIDC_CLIENT_ID: 'desk',
  ...env,
});

function requestsTo(app: FastifyInstance): Pick<UnderTest, 'get' | 'post'> {
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

function encoded(fields: Fields): string {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const each of [value].flat()) body.append(name, each);
  }
  return body.toString();
}

/** The hidden fields of the form that is sent to a path; throws where the page has none. */
export function hiddenFields(markup: string, action: string): Record<string, string> {
  const [, rest] = markup.split(`action="${action}"`);
  const [form] = rest?.split('</form>') ?? [];
  if (form === undefined) throw new Error(`no form is sent to ${action}`);
  const fields = form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g);
  return Object.fromEntries(
    [...fields].map(([, name = '', value = '']) => [name, unescaped(value)]),
  );
}

const characters = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' } as const;
const unescaped = (value: string): string =>
  Object.entries(characters).reduce((text, [entity, sign]) => text.replaceAll(entity, sign), value);
