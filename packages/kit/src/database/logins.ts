/**
 * Logins of a service, one per password. Rights belong to the role `<database>_<service>`; a process
 * logs in as `<database>_<service>_<id>`, a member of it that is named by its password. So the
 * password in use and the next one are valid side by side while replicas change over
 * (docs/architecture/data.md).
 */
import { createHmac } from 'node:crypto';
import { type Client, escapeIdentifier, escapeLiteral } from 'pg';
import { databaseName } from './owner.ts';

/** A service without a password of its own gets one derived from the secret. */
export interface LoginSettings {
  /** One, or several with commas between them: the first is in use, all are valid. */
  password?: string | undefined;
  secret?: string | undefined;
}

interface Login {
  name: string;
  password: string;
  /** Under which the service runs. */
  url: string;
}

export const passwordLengthMin = 16;

/** Holds the rights of a service in this database. */
export const runtimeRole = (url: string, service: string): string =>
  `${databaseName(url)}_${service}`;

/** The one in use first. */
export function runtimeLogins(
  url: string,
  service: string,
  { password, secret }: LoginSettings,
): readonly [Login, ...Login[]] {
  const role = runtimeRole(url, service);
  const login = (each: string): Login => {
    const name = `${role}_${keyed(each, 'login').slice(0, idLength)}`;
    const target = new URL(url);
    target.username = name;
    target.password = encodeURIComponent(each);
    return { name, password: each, url: target.href };
  };
  if (password !== undefined) {
    const [first, ...others] = passwordsIn(password);
    return [login(first), ...others.map(login)];
  }
  if (!secret) throw new Error('Set SVC_DATABASE_PASSWORD to the password of the runtime role.');
  return [login(keyed(secret, `role ${role}`))];
}

const idLength = 8;

const keyed = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');

/**
 * A password that an installation has chosen may contain a comma: short parts are not passwords.
 */
function passwordsIn(text: string): readonly [string, ...string[]] {
  const [first = '', ...others] = text.split(',');
  const isList = [first, ...others].every((part) => part.length >= passwordLengthMin);
  return isList ? [first, ...others] : [text];
}

/** Rights on the database itself, which a copy made from a template does not inherit. */
export function databaseRights(database: string, role: string): string {
  const name = escapeIdentifier(database);
  return `
    grant connect on database ${name} to ${escapeIdentifier(role)};
    revoke connect, temporary on database ${name} from public;
    ${closeOthers}`;
}

/**
 * Databases that every server has, and that a login of one service has no use for. Closed where their
 * owner migrates; another migration that does it at this moment is no failure.
 */
const closeOthers = `
  do $$
  declare other text;
  begin
    for other in
      select datname from pg_database
       where datname in ('postgres', 'template1') and datname <> current_database()
         and pg_has_role(datdba, 'usage') and has_database_privilege('public', oid, 'connect')
    loop
      execute format('revoke connect on database %I from public', other);
    end loop;
  exception when internal_error then null;
  end $$;`;

/** Statements that make a login for each password. */
export const loginsSql = (role: string, logins: readonly Login[]): string =>
  logins
    .map(
      ({ name, password }) =>
        `create role ${escapeIdentifier(name)} login password ${escapeLiteral(password)}
           in role ${escapeIdentifier(role)};`,
    )
    .join('\n');

/** Ensures the role and these logins of it; drops those whose password is no longer listed. */
export async function ensureLogins(
  client: Client,
  role: string,
  logins: readonly [Login, ...Login[]],
): Promise<void> {
  const roles = await client.query<{ rolcanlogin: boolean }>(
    'select rolcanlogin from pg_roles where rolname = $1',
    [role],
  );
  if (roles.rowCount === 0) await client.query(`create role ${escapeIdentifier(role)} nologin`);
  const [{ password }, ...others] = logins;
  // Earlier versions log in as the role itself: while there are two passwords, it keeps its own.
  if (roles.rows[0]?.rolcanlogin && others.length === 0) {
    await client.query(`alter role ${escapeIdentifier(role)} password ${escapeLiteral(password)}`);
  }
  const { rows } = await client.query<{ name: string }>(
    `select rolname as name from pg_roles
      where starts_with(rolname, $1) and right(rolname, $2) ~ '^[0-9a-f]+$'
        and length(rolname) = length($1) + $2`,
    [`${role}_`, idLength],
  );
  const present = rows.map(({ name }) => name);
  const wanted = logins.map(({ name }) => name);
  await client.query(
    loginsSql(
      role,
      logins.filter(({ name }) => !present.includes(name)),
    ),
  );
  for (const name of present.filter((each) => !wanted.includes(each))) {
    await client.query(`drop role ${escapeIdentifier(name)}`);
  }
}
