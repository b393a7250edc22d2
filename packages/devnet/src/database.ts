import pg from 'pg';

/** The URL of another database of the same server, optionally as another role. */
export function databaseUrl(
  adminUrl: string,
  name: string,
  login?: { user: string; password: string },
): string {
  const url = new URL(adminUrl);
  url.pathname = `/${encodeURIComponent(name)}`;
  if (login !== undefined) {
    url.username = encodeURIComponent(login.user);
    url.password = encodeURIComponent(login.password);
  }
  return url.href;
}

/** Creates a database, as a copy of `template` when one is named, and returns its URL. */
export async function createDatabase(
  adminUrl: string,
  name: string,
  template = 'template0',
): Promise<string> {
  const [database, source] = [name, template].map(pg.escapeIdentifier);
  await run(adminUrl, `create database ${database} template ${source} strategy file_copy`);
  return databaseUrl(adminUrl, name);
}

/**
 * Drops all databases and roles whose names begin so, templates among them; ends whatever is
 * connected. Fine when there are none.
 */
export async function dropDatabases(adminUrl: string, prefix: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  const found = async (sql: string): Promise<string[]> => {
    const { rows } = await client.query<{ name: string }>(sql, [prefix]);
    return rows.map(({ name }) => pg.escapeIdentifier(name));
  };
  try {
    const databases = 'select datname as name from pg_database where starts_with(datname, $1)';
    for (const name of await found(databases)) {
      await client.query(`alter database ${name} is_template false`);
      await client.query(`drop database ${name} with (force)`);
    }
    const roles = await found(
      'select rolname as name from pg_roles where starts_with(rolname, $1)',
    );
    if (roles.length > 0) await client.query(`drop role ${roles.join(', ')}`);
  } finally {
    await client.end();
  }
}

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
