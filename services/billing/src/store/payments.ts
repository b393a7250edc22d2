import { type Kysely, sql } from 'kysely';
import type { Allocation, Funds } from '../domain/settle.ts';
import { cents } from './cents.ts';
import type { Tables } from './schema.ts';

export interface Payment {
  id: string;
  amount_cents: number;
  /** What no invoice needed yet. */
  left_cents: number;
  received_on: string;
  reference: string;
  recorded_at: Date;
  recorded_by: string;
}

export async function insertPayment(
  db: Kysely<Tables>,
  tenant: string,
  payment: Payment,
): Promise<void> {
  await db
    .insertInto('payment')
    .values({ tenant_id: tenant, ...payment })
    .execute();
}

/** Money of these tenants that no invoice needed yet, oldest first. */
export const lockUnspent = (
  db: Kysely<Tables>,
  tenants: readonly string[],
): Promise<(Funds & { tenant_id: string })[]> =>
  db
    .selectFrom('payment')
    .select(['tenant_id', 'id', cents('left_cents').as('left_cents')])
    .where('tenant_id', 'in', tenants)
    .where('left_cents', '>', sql<string>`0`)
    .orderBy('id')
    .forUpdate()
    .execute();

export async function insertAllocations(
  db: Kysely<Tables>,
  tenant: string,
  allocations: readonly Allocation[],
): Promise<void> {
  if (allocations.length === 0) return;
  await db
    .insertInto('allocation')
    .values(allocations.map((allocation) => ({ tenant_id: tenant, ...allocation })))
    .execute();
}

export async function spend(
  db: Kysely<Tables>,
  tenant: string,
  { payment_id, amount_cents }: Allocation,
): Promise<void> {
  await db
    .updateTable('payment')
    .set({ left_cents: sql`left_cents - ${amount_cents}` })
    .where('tenant_id', '=', tenant)
    .where('id', '=', payment_id)
    .execute();
}
