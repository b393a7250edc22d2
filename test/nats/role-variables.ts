/** Environment of each process of a test: logins and a secret of its own, and of no other role. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** For several roles in one process: a file of each role's value, as an installation mounts them. */
export function variablesTogether(
  of: (role: string) => NodeJS.ProcessEnv,
  folder: string,
): (roles: string) => NodeJS.ProcessEnv {
  const write = (role: string) => {
    mkdirSync(join(folder, role), { recursive: true });
    return Object.entries(of(role)).flatMap(([name, value]) => {
      if (value === undefined) return [[name, value]];
      writeFileSync(join(folder, role, name), value);
      return [
        [name, undefined],
        [`${name}_FILE`, join(folder, '{role}', name)],
      ];
    });
  };
  return (roles) =>
    roles.includes(',') ? Object.fromEntries(roles.split(',').flatMap(write)) : of(roles);
}
