/** Sign-in of `npm start`: a provider for development, with a button for each demonstration user. */
import { freePort, requirePort, startOpenIdProvider } from '@svc/devnet';
import { liveTenants } from './seed-tenants.ts';
import { type DeskSettings, deskUrl } from './settings.ts';

const usualPort = 8082;

/**
 * Starts the OpenID provider, and answers the settings of the desk; a port that is set must be
 * free, the usual one need not be.
 */
export async function startSignIn(): Promise<DeskSettings & { stop(): Promise<void> }> {
  const { SVC_DESK_PORT: wanted } = process.env;
  const httpPort = wanted
    ? await requirePort(Number(wanted), 'SVC_DESK_PORT')
    : await requirePort(usualPort, 'SVC_DESK_PORT').catch(() => freePort());
  const { issuer, clientId, stop } = await startOpenIdProvider({
    redirectUris: [`${deskUrl({ httpPort })}/sign-in/callback`],
    people: demonstrationPeople,
  });
  return { httpPort, issuer, clientId, stop };
}

export const demonstrationPeople = liveTenants.flatMap(({ users = [] }) =>
  users.map(({ name, email }) => ({ role: name, email })),
);
