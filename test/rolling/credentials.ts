/** Secret and database password of a role, as its processes hold them; what each login opens. */
import { randomBytes } from 'node:crypto';
import { natsOptions } from '@svc/kit/nats';
import { loginUrl } from '@svc/kit/testing/database';
import { serviceNames } from '@svc/local/services';
import { connect, nkeyAuthenticator } from 'nats';
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

/** Whether NATS lets the role in with its login as these variables have it. */
export async function opensNats(role: string, login: NodeJS.ProcessEnv): Promise<boolean> {
  const { SVC_NATS_URL: url = '', SVC_NATS_SEED: seed, SVC_NATS_CA: authority } = login;
  const authenticator = nkeyAuthenticator(new TextEncoder().encode(seed));
  const options = natsOptions({ url, role, authenticator, ...(authority && { authority }) }, role);
  const once = { waitOnFirstConnect: false, maxReconnectAttempts: 0, ignoreAuthErrorAbort: false };
  try {
    await (await connect({ ...options, ...once })).close();
    return true;
  } catch {
    return false;
  }
}
