/**
 * Databases for tests. Each is a copy of a template that holds what the migrations of its services
 * make: a copy takes a fraction of the time of the migrations, and no test sees another's rows.
 *
 * Roles belong to the whole server, so a copy's runtime roles are its own: members of the template's,
 * whose rights over the copied objects they inherit.
 */
import { createHash, randomBytes } from 'node:crypto';
import { createDatabase, databaseUrl, dropDatabases } from '@svc/devnet';
import { Client, escapeIdentifier } from 'pg';
import { databaseRights, loginsSql, runtimeLogins, runtimeRole } from '../database/logins.ts';
import { migrate } from '../database/migrate.ts';
import { kitMigrations } from '../database/tables.ts';
import { createLogger } from '../observability/log.ts';
import type { ServiceDefinition } from '../service/service.ts';

type Migrated = Pick<ServiceDefinition, 'contract' | 'migrations'>;

export interface TestDatabaseOptions {
  /** A superuser's URL of the server. */
  adminUrl: string;
  services: readonly Migrated[];
  secret: string;
  environment?: 'live' | 'sandbox';
}

export interface TestDatabase {
  name: string;
  /** Address with the superuser's login. */
  url: string;
  /** Settings by which a host finds it, directly or through a proxy: migrated, without its bus. */
  env(url?: string): { SVC_POSTGRES_URL: string; SVC_DATABASE_URL: string };
  /** Password of a service's role. */
  password(service: string): string;
  drop(): Promise<void>;
}

/** The owner's URL, and the one that each service logs in to with its own role. */
export const databaseVariables = (url: string) => ({
  SVC_POSTGRES_URL: url,
  SVC_DATABASE_URL: Object.assign(new URL(url), { username: '', password: '' }).href,
});

/** The URL under which a service logs in with this password. */
export const loginUrl = (url: string, service: string, password: string): string =>
  runtimeLogins(url, service, { password })[0].url;

export async function createTestDatabase(options: TestDatabaseOptions): Promise<TestDatabase> {
  const { adminUrl, services, secret } = options;
  const template = await templateOf(options);
  const name = `t${randomBytes(6).toString('hex')}`;
  const url = await createDatabase(adminUrl, name, template);
  const roles = services.map(({ contract }) => {
    const own = runtimeRole(url, contract.name);
    const inherited = escapeIdentifier(`${template}_${contract.name}`);
    return `
      create role ${escapeIdentifier(own)} nologin in role ${inherited};
      ${loginsSql(own, runtimeLogins(url, contract.name, { secret }))}
      ${databaseRights(name, own)}`;
  });
  await asAdmin(adminUrl, (admin) => admin.query(roles.join('')));
  return {
    name,
    url,
    env: (through = url) => databaseVariables(through),
    password: (service) => runtimeLogins(url, service, { secret })[0].password,
    drop: () => dropDatabases(adminUrl, name),
  };
}

const digest = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 12);

/** This run of the suite has its own, for it may share a server; it drops them at its end. */
const prefix = (): string => process.env.SVC_TEST_TEMPLATES ?? 'template_';
const templates = new Map<string, Promise<string>>();

/** The name of the template for these services; made by whichever process comes first. */
function templateOf(options: TestDatabaseOptions): Promise<string> {
  const { adminUrl, services, environment } = options;
  const contents = services.map(({ contract, migrations }) => [contract.name, migrations]);
  const key = JSON.stringify([adminUrl, environment, kitMigrations, contents]);
  const made = templates.get(key) ?? makeTemplate(prefix() + digest(key), options);
  templates.set(key, made);
  return made;
}

const makeTemplate = (
  name: string,
  { adminUrl, services, secret, environment = 'live' }: TestDatabaseOptions,
): Promise<string> =>
  asAdmin(adminUrl, async (admin) => {
    await admin.query('select pg_advisory_lock(hashtext($1))', [name]);
    const { rows } = await admin.query<{ made: boolean }>(
      'select datistemplate as made from pg_database where datname = $1',
      [name],
    );
    if (rows[0]?.made) return name;
    await dropDatabases(adminUrl, name);
    const url = await createDatabase(adminUrl, name);
    const log = createLogger({ name: 'test', level: 'silent' });
    for (const { contract, migrations } of services) {
      await migrate({
        url,
        service: contract.name,
        migrations,
        environment,
        login: { secret },
        log,
      });
    }
    await admin.query(`alter database ${escapeIdentifier(name)} is_template true`);
    return name;
  });

async function asAdmin<T>(adminUrl: string, work: (admin: Client) => Promise<T>): Promise<T> {
  const admin = new Client({ connectionString: databaseUrl(adminUrl, 'postgres') });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}
