/** Movements of statements: the invoices and payments that their balance is the sum of. */
import { type Kysely, sql } from 'kysely';
import type { StatementMovement, StatementRecord } from '../domain/statement.ts';
import type { Tables } from './schema.ts';
import { centsColumn } from './schema.ts';

/**
 * Movements that no earlier statement has. Both the statement and every writer of a movement lock
 * the account first, so the sums contain exactly what is committed by then.
 */
export async function insertMovements(
  db: Kysely<Tables>,
  statements: readonly Pick<StatementRecord, 'tenant_id' | 'id'>[],
): Promise<void> {
  const stated = JSON.stringify(statements.map(({ tenant_id, id }) => ({ tenant_id, id })));
  await sql`
    insert into statement_movement
    select s.tenant_id, s.id,
           row_number() over (partition by s.tenant_id order by m.happened_on, m.subject),
           m.kind, m.subject, m.happened_on, m.reference, m.amount_cents
      from json_to_recordset(${stated}::json) as s(tenant_id text, id text)
     cross join lateral (
       select 'invoice' as kind, id as subject,
              (issued_at at time zone 'Africa/Johannesburg')::date as happened_on,
              number as reference, amount_cents + vat_cents as amount_cents
         from invoice where tenant_id = s.tenant_id and number is not null
       union all
       select 'payment', id, received_on, reference, -amount_cents
         from payment where tenant_id = s.tenant_id) m
     where not exists (
       select from statement_movement k
        where k.tenant_id = s.tenant_id and k.kind = m.kind and k.subject = m.subject offset 0)
    `.execute(db);
}

/** In order; up to `max` of them. */
export const listMovements = (
  db: Kysely<Tables>,
  tenant: string,
  { id, max }: { id: string; max?: number },
): Promise<StatementMovement[]> =>
  db
    .selectFrom('statement_movement')
    .select(['kind', 'subject', 'reference', centsColumn('amount_cents').as('amount_cents')])
    .select(sql<string>`to_char(happened_on, 'YYYY-MM-DD')`.as('happened_on'))
    .where('tenant_id', '=', tenant)
    .where('statement_id', '=', id)
    .orderBy('position')
    .$if(max !== undefined, (some) => some.limit(max ?? 0))
    .execute();

export async function countMovements(
  db: Kysely<Tables>,
  tenant: string,
  id: string,
): Promise<number> {
  const { n } = await db
    .selectFrom('statement_movement')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('tenant_id', '=', tenant)
    .where('statement_id', '=', id)
    .executeTakeFirstOrThrow();
  return n;
}
