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
import { type QueryResult as PgResult, Pool, type PoolClient } from 'pg';
import { isStalePlan } from './pool.ts';

/** Statement names by SQL text: Postgres then parses and plans each text once per connection. */
const names = new Map<string, string>();
/** More texts than the queries of all services together: beyond, text is generated. */
const namesMax = 500;
/** Number of times that all names were renewed. */
let generation = 0;

function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= namesMax) return known;
  const name = createHash('sha256').update(`${generation} ${text}`).digest('base64url');
  names.set(text, name.slice(0, 22));
  return names.get(text);
}

/** Under new names all statements are prepared again. */
export function renewNames(): void {
  names.clear();
  generation += 1;
}

/** Kysely over one pg client (a transaction that the caller controls) or over a pool. */
export function kyselyOver<Tables>(target: Pool | PoolClient): Kysely<Tables> {
  const execute = async (query: CompiledQuery, isRepeat = false): Promise<PgResult> => {
    const name = statementName(query.sql);
    const statement = { text: query.sql, values: [...query.parameters], ...(name && { name }) };
    try {
      return await target.query(statement);
    } catch (error) {
      if (name === undefined || !isStalePlan(error)) throw error;
      // Once for all of them: a migration rarely changes one alone.
      if (names.get(query.sql) === name) renewNames();
      // A transaction is aborted by now, and has to begin again (`isConflict`).
      if (isRepeat || !(target instanceof Pool)) throw error;
      return execute(query, true);
    }
  };
  const connection: DatabaseConnection = {
    executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
      const result = await execute(query);
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
