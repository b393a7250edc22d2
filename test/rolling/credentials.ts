/** Secret and database password of a role, as its processes hold them; what each login opens. */
import { randomBytes } from 'node:crypto';
import { connect, nkeyAuthenticator } from '@nats-io/transport-node';
import { natsOptions } from '@svc/kit/nats';
import { loginUrl } from '@svc/kit/testing/database';
import { serviceNames } from '@svc/local/services';
import { Client } from 'pg';

export interface Credentials {
  secret: string;
  password: string;
}

const draw = () => randomBytes(32).toString('hex');
export const drawCredentials = (): Credentials => ({ secret: draw(), password: draw() });

export const isService = (role: string): boolean => serviceNames.some((name) => name === role);

/** Of a process that knows all of these; the first are in use. */
export const variablesOf = (role: string, held: readonly Credentials[]): NodeJS.ProcessEnv => ({
  SVC_SECRET: held.map(({ secret }) => secret).join(),
  ...(isService(role) && { SVC_DATABASE_PASSWORD: held.map(({ password }) => password).join() }),
});

/** Whether Postgres lets the service in with this password. */
export async function opensDatabase(url: string, service: string, password: string) {
  const client = new Client({ connectionString: loginUrl(url, service, password) });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}

/** Whether NATS lets the role in with its logins as these variables have them. */
export async function opensNats(role: string, login: NodeJS.ProcessEnv): Promise<boolean> {
  const { SVC_NATS_URL: url = '', SVC_NATS_CA: authority } = login;
  const once = { waitOnFirstConnect: false, maxReconnectAttempts: 0, ignoreAuthErrorAbort: false };
  const seeds = [login.SVC_NATS_CALLS_SEED, ...(isService(role) ? [login.SVC_NATS_SEED] : [])];
  const opened = seeds.map(async (seed) => {
    const authenticator = nkeyAuthenticator(new TextEncoder().encode(seed));
    const to = { url, role, authenticator, ...(authority && { authority }) };
    try {
      await (await connect({ ...natsOptions(to, role), ...once })).close();
      return true;
    } catch {
      return false;
    }
  });
  const answers = new Set(await Promise.all(opened));
  if (answers.size > 1)
    throw new Error(`${role}: one of its logins opens NATS, the other does not`);
  return answers.has(true);
}
