/** Environment of each process of a test: logins and a secret of its own, and of no other role. */
import { randomBytes } from 'node:crypto';
import { operatorRole } from '@svc/kit/nats-subjects';
import type { TestDatabase } from '@svc/kit/testing/database';
import type { SecuredNats } from '@svc/local/secured-nats';

export function roleVariables(nats: SecuredNats, database: TestDatabase) {
  const secrets = new Map<string, string>();
  const secretOf = (role: string): string => {
    const secret = secrets.get(role) ?? randomBytes(32).toString('hex');
    secrets.set(role, secret);
    return secret;
  };
  const withoutDatabase = { SVC_POSTGRES_URL: undefined, SVC_DATABASE_URL: undefined };
  return (role: string): NodeJS.ProcessEnv => ({
    ...nats.login(role),
    SVC_SECRET: secretOf(role),
    ...(['gateway', 'desk', operatorRole].includes(role)
      ? withoutDatabase
      : { SVC_POSTGRES_URL: undefined, SVC_DATABASE_PASSWORD: database.password(role) }),
  });
}
