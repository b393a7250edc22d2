/** An empty database, which the migrations of a version fill; each service has a password of its own. */
import { randomBytes } from 'node:crypto';
import { createDatabase, dropDatabases } from '@svc/devnet';
import { databaseVariables, type TestDatabase } from '@svc/kit/testing/database';

export async function createEmptyDatabase(adminUrl: string): Promise<TestDatabase> {
  const name = `t${randomBytes(6).toString('hex')}`;
  const url = await createDatabase(adminUrl, name);
  const passwords = new Map<string, string>();
  return {
    name,
    url,
    env: (through = url) => databaseVariables(through),
    password: (service) => {
      const password = passwords.get(service) ?? randomBytes(16).toString('hex');
      passwords.set(service, password);
      return password;
    },
    drop: () => dropDatabases(adminUrl, name),
  };
}
