import type { StatementFilter } from '@svc/contracts';
import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import { type StatementRecord, statementNotFound } from '../domain/statement.ts';
import { isBeyond, readPage } from './page.ts';
import type { Tables } from './schema.ts';
import { centsColumn } from './schema.ts';

export async function insertStatements(
  db: Kysely<Tables>,
  statements: readonly StatementRecord[],
): Promise<void> {
  await db
    .insertInto('statement')
    .values([...statements])
    .execute();
}

const matches =
  (tenant: string, { period }: Pick<StatementFilter, 'period'>) =>
  ({ eb, and }: ExpressionBuilder<Tables, 'statement'>) =>
    and([
      eb('statement.tenant_id', '=', tenant),
      ...(period === undefined ? [] : [eb('statement.period', '=', period)]),
    ]);

const columns = [
  'tenant_id',
  'id',
  'period',
  'issued_at',
  centsColumn('opening_cents').as('opening_cents'),
  centsColumn('invoiced_cents').as('invoiced_cents'),
  centsColumn('received_cents').as('received_cents'),
] as const;

/** Throws `statement_not_found`. */
export async function getStatement(
  db: Kysely<Tables>,
  tenant: string,
  id: string,
): Promise<StatementRecord> {
  const found = await db
    .selectFrom('statement')
    .select(columns)
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) throw statementNotFound();
  return found;
}

/** Newest month first. */
export const listStatements = (db: Kysely<Tables>, tenant: string, filter: StatementFilter) =>
  readPage(filter, (range) =>
    db
      .selectFrom('statement')
      .select(columns)
      .where(matches(tenant, filter))
      .where(isBeyond('statement', tenant, range))
      .orderBy('statement.period', range.order)
      .limit(range.count)
      .execute(),
  );

export async function countStatements(
  db: Kysely<Tables>,
  tenant: string,
  filter: Pick<StatementFilter, 'period'>,
): Promise<number> {
  const { total } = await db
    .selectFrom('statement')
    .select(sql<number>`count(*)::int`.as('total'))
    .where(matches(tenant, filter))
    .executeTakeFirstOrThrow();
  return total;
}
