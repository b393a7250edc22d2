import { createHash } from 'node:crypto';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type { Pool, PoolClient } from 'pg';

/** Statement names by SQL text: Postgres then parses and plans each text once per connection. */
const names = new Map<string, string>();
/** More texts than the queries of all services together: beyond, text is generated. */
const namesMax = 500;

function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= namesMax) return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  names.set(text, name);
  return name;
}

/** Kysely over one pg client (a transaction that the caller controls) or over a pool. */
export function kyselyOver<Tables>(target: Pool | PoolClient): Kysely<Tables> {
  const connection: DatabaseConnection = {
    executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
      const name = statementName(query.sql);
      const result = await target.query({
        text: query.sql,
        values: [...query.parameters],
        ...(name && { name }),
      });
      return { rows: result.rows, numAffectedRows: BigInt(result.rowCount ?? 0) };
    },
    streamQuery: () => {
      throw new Error('streaming is not supported here');
    },
  };
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driverOf(connection),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

const refuse = async (): Promise<never> => {
  throw new Error('the kit begins and ends transactions');
};

const driverOf = (connection: DatabaseConnection): Driver => ({
  init: async () => {},
  acquireConnection: async () => connection,
  beginTransaction: refuse,
  commitTransaction: refuse,
  rollbackTransaction: refuse,
  releaseConnection: async () => {},
  destroy: async () => {},
});
