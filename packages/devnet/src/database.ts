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
  await run(adminUrl, `create database ${database} template ${source}`);
  return databaseUrl(adminUrl, name);
}

/** Drops a database and ends whatever is connected to it; fine when it does not exist. */
export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  await run(adminUrl, `drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
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
