/** Connection to NATS: login, TLS, reconnects without limit. */
import {
  type Authenticator,
  type ConnectionOptions,
  connect,
  type NatsConnection,
  nkeyAuthenticator,
  usernamePasswordAuthenticator,
} from 'nats';
import type { ProcessConfig } from './config.ts';
import type { Logger } from './log.ts';
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
  'SVC_NATS_URL' | 'SVC_NATS_SEED' | 'SVC_NATS_USER' | 'SVC_NATS_PASSWORD' | 'SVC_NATS_CA'
>;

/** Undefined without SVC_NATS_URL. */
export function natsLogin(config: LoginConfig, role: string): NatsLogin | undefined {
  const { SVC_NATS_URL: url, SVC_NATS_SEED: seed, SVC_NATS_CA: authority } = config;
  const { SVC_NATS_USER: user, SVC_NATS_PASSWORD: password } = config;
  if (!url) return undefined;
  const named = user ? usernamePasswordAuthenticator(user, password) : undefined;
  const authenticator = seed ? nkeyAuthenticator(new TextEncoder().encode(seed)) : named;
  return { url, role, ...(authenticator && { authenticator }), ...(authority && { authority }) };
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
      if (status.type === 'error') log.error({ reason: status.data }, 'nats: refused');
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
