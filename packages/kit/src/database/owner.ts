/**
 * Owner roles: the objects of a service belong to a role of their own that cannot log in and is no
 * superuser, so that a SECURITY DEFINER function runs with the rights over its own schema alone.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Client, escapeIdentifier, escapeLiteral } from 'pg';

export const databaseName = (url: string): string =>
  decodeURIComponent(new URL(url).pathname.slice(1));

/** Schema in which graphile-worker keeps a service's timers and tasks. */
export const workerSchema = (service: string): string => `${service}_worker`;

/** ms */
const lockPollMs = 100;

/**
 * Advisory lock of the session: one migration at a time in a database. It is polled: a session that
 * waits for a lock holds a snapshot, and `create index concurrently` in the session that has the lock
 * would wait for that, a deadlock.
 */
export async function lockMigrations(client: Client): Promise<void> {
  const sql = "select pg_try_advisory_lock(hashtext('svc-migrate')) as locked";
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>(sql);
    if (rows[0]?.locked) return;
    await pause(lockPollMs);
  }
}

/**
 * The owner of these schemas, and of all that databases made before have in them; it is named by the
 * first. Returns the role's name. `client` may create roles, and owns what it finds or is superuser.
 */
export async function ensureOwner(
  client: Client,
  url: string,
  schemas: readonly [string, ...string[]],
): Promise<string> {
  const name = `${databaseName(url)}_${schemas[0]}_owner`;
  const owner = escapeIdentifier(name);
  const known = await client.query('select 1 from pg_roles where rolname = $1', [name]);
  if (known.rowCount === 0) await client.query(`create role ${owner} nologin`);
  const { rows } = await client.query<{ rolsuper: boolean }>(
    'select rolsuper from pg_roles where rolname = current_user',
  );
  // Since Postgres 16 the creator of a role may administer it, but not act as it.
  if (!rows[0]?.rolsuper) await client.query(`grant ${owner} to current_user`);
  await client.query(`grant create on database ${escapeIdentifier(databaseName(url))} to ${owner}`);
  for (const schema of schemas) {
    await client.query(
      `create schema if not exists ${escapeIdentifier(schema)} authorization ${owner}`,
    );
    await takeOver(client, schema, owner);
  }
  return name;
}

/** Indexes, row types and sequences of columns change hands with their table. */
const foreignObjectsSql = (schema: string, owner: string) => `
  with wanted as (select ${escapeLiteral(schema)}::regnamespace as schema,
                         ${escapeLiteral(owner)}::regrole as owner)
  select format('schema %s', nspname::regnamespace) as object, 0 as place
    from pg_namespace, wanted where oid = wanted.schema and nspowner <> wanted.owner
  union all
  select format('%s %s', case relkind when 'v' then 'view' when 'm' then 'materialized view'
                                      when 'S' then 'sequence' when 'c' then 'type'
                                      else 'table' end, oid::regclass), 1
    from pg_class c, wanted
   where relnamespace = wanted.schema and relowner <> wanted.owner and relkind in ('r','p','v','m','S','c')
     and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid
                        and relkind = 'S' and deptype in ('a', 'i'))
  union all
  select format('routine %s', oid::regprocedure), 1
    from pg_proc, wanted where pronamespace = wanted.schema and proowner <> wanted.owner
  union all
  select format('type %s', oid::regtype), 1
    from pg_type, wanted
   where typnamespace = wanted.schema and typowner <> wanted.owner and typtype in ('e', 'd')
   order by place`;

async function takeOver(client: Client, schema: string, owner: string): Promise<void> {
  const { rows } = await client.query<{ object: string }>(
    foreignObjectsSql(escapeIdentifier(schema), owner),
  );
  for (const { object } of rows) await client.query(`alter ${object} owner to ${owner}`);
}

/** Ensures the owner of one schema; returns the URL whose sessions act as it. */
export async function ownerSessions(url: string, schema: string): Promise<string> {
  const client = new Client({ connectionString: url, application_name: `${schema}:migrate` });
  await client.connect();
  try {
    await lockMigrations(client);
    return sessionsAs(url, await ensureOwner(client, url, [schema]));
  } finally {
    await client.end();
  }
}

/** The URL whose sessions act as `role` from their first statement on. */
export function sessionsAs(url: string, role: string): string {
  const target = new URL(url);
  const given = target.searchParams.get('options') ?? '';
  const value = role.replaceAll(/[\\\s]/g, '\\$&');
  target.searchParams.set('options', `${given} -c role=${value}`.trim());
  return target.href;
}
