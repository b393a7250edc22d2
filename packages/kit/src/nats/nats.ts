/**
 * Connections to NATS: login, TLS, reconnects without limit. Which client, and why:
 * docs/architecture/requests.md.
 */
import {
  type Authenticator,
  type ConnectionOptions,
  connect,
  type NatsConnection,
  nkeyAuthenticator,
  usernamePasswordAuthenticator,
} from '@nats-io/transport-node';
import type { Logger } from '../observability/log.ts';
import type { ProcessConfig } from '../settings/config.ts';
import { natsNames } from './nats-subjects.ts';

const warningMs = 10_000;

export interface NatsLink {
  connection: NatsConnection;
  /** False from the moment the link is lost until it is back. */
  connected(): boolean;
  /** Called after each reconnect. */
  onReconnect(handler: () => void): void;
  close(): Promise<void>;
}

export interface NatsLogin {
  url: string;
  /** The user, and the first token of the names that it may use. */
  role: string;
  authenticator?: Authenticator;
  /** Certificates of the authority, in PEM. */
  authority?: string;
}

type LoginConfig = Pick<
  ProcessConfig,
  | 'SVC_NATS_URL'
  | 'SVC_NATS_SEED'
  | 'SVC_NATS_CALLS_SEED'
  | 'SVC_NATS_USER'
  | 'SVC_NATS_PASSWORD'
  | 'SVC_NATS_CA'
>;

interface NatsLogins {
  /** Login for streams. */
  facts: NatsLogin;
  /** Logins for calls: the first is called through, all are served. */
  calls: readonly CallsLogin[];
}

export interface CallsLogin extends NatsLogin {
  /** Whether processes of the previous version may run, to which this one must announce itself. */
  announces: boolean;
}

/** Undefined without SVC_NATS_URL. */
function natsLogins(config: LoginConfig, role: string): NatsLogins | undefined {
  const { SVC_NATS_URL: url, SVC_NATS_SEED: seed, SVC_NATS_CA: authority } = config;
  const { SVC_NATS_USER: user, SVC_NATS_PASSWORD: password } = config;
  if (!url) return undefined;
  const named = user ? usernamePasswordAuthenticator(user, password) : undefined;
  const loginWith = (text?: string): NatsLogin => {
    const authenticator = text ? nkeyAuthenticator(new TextEncoder().encode(text)) : named;
    return { url, role, ...(authenticator && { authenticator }), ...(authority && { authority }) };
  };
  const seeds = config.SVC_NATS_CALLS_SEED?.split(',');
  const calls = seeds?.map((each, index) => ({ ...loginWith(each), announces: index > 0 }));
  return { facts: loginWith(seed), calls: calls ?? [{ ...loginWith(seed), announces: true }] };
}

interface Connecting {
  role: string;
  /** Name of the connections in the server's monitoring. */
  name: string;
  usesStreams: boolean;
  log: Logger;
}

/**
 * The connections of a process; the stream connection is one of calls if the process uses no
 * streams. Separate even under the same login, so that bursts of events do not delay calls.
 */
export async function connectAll(config: LoginConfig, of: Connecting) {
  const logins = natsLogins(config, of.role);
  if (!logins) return undefined;
  const { name, log, usesStreams } = of;
  const calls = await Promise.all(
    logins.calls.map(async (login) => ({ login, link: await connectNats(login, name, log) })),
  );
  const own = usesStreams ? await connectNats(logins.facts, name, log) : undefined;
  return {
    calls,
    facts: own ?? calls[0]?.link,
    close: async () => {
      await Promise.all([own, ...calls.map(({ link }) => link)].map((link) => link?.close()));
    },
  };
}

/** Reconnects without limit; a hanging server is detected after two unanswered pings of 3 s. */
export const natsOptions = (
  { url, role, authenticator, authority }: NatsLogin,
  name: string,
): ConnectionOptions => ({
  servers: url.split(','),
  name,
  inboxPrefix: natsNames.inbox(role),
  ...(authenticator && { authenticator }),
  ...(authority && { tls: { ca: authority } }),
  // A server that restarts with other users refuses a login for a moment.
  ignoreAuthErrorAbort: true,
  maxReconnectAttempts: -1,
  reconnectTimeWait: 250,
  reconnectJitter: 100,
  waitOnFirstConnect: true,
  pingInterval: 3_000,
  maxPingOut: 2,
  timeout: 5_000,
  // Capturing a stack trace for each publish took an eighth of the relay's time (measured).
  noAsyncTraces: true,
});

export async function connectNats(login: NatsLogin, name: string, log: Logger): Promise<NatsLink> {
  const warning = setInterval(
    () => log.warn('nats: not connected yet; is the server up and the login right?'),
    warningMs,
  );
  const connection = await connect(natsOptions(login, name)).finally(() => clearInterval(warning));
  let up = true;
  const handlers: (() => void)[] = [];
  const watch = async () => {
    for await (const status of connection.status()) {
      // The server denied a subject: a declaration is missing, or this process is not itself.
      if (status.type === 'error') log.error({ err: status.error }, 'nats: refused');
      if (status.type === 'disconnect') {
        up = false;
        log.warn('nats: disconnected');
      }
      if (status.type === 'reconnect') {
        up = true;
        log.info('nats: reconnected');
        for (const handler of handlers) handler();
      }
    }
  };
  watch().catch((err: unknown) => log.error({ err }, 'nats: status watch ended'));
  return {
    connection,
    connected: () => up && !connection.isClosed(),
    onReconnect: (handler) => {
      handlers.push(handler);
    },
    close: async () => {
      if (!connection.isClosed()) await connection.close();
    },
  };
}
