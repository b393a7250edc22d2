import { type Kysely, sql } from 'kysely';
import type { Allocation, UnspentPayment } from '../domain/allocation.ts';
import type { Tables } from './schema.ts';
import { centsColumn } from './schema.ts';

export interface PaymentRecord {
  id: string;
  amount_cents: number;
  /** Unallocated rest. */
  unallocated_cents: number;
  received_on: string;
  reference: string;
  recorded_at: Date;
  recorded_by: string;
}

export async function insertPayment(
  db: Kysely<Tables>,
  tenant: string,
  payment: PaymentRecord,
): Promise<void> {
  await db
    .insertInto('payment')
    .values({ tenant_id: tenant, ...payment })
    .execute();
}

/** Locks payments of these tenants that have an unallocated rest, oldest first. */
export const lockUnspent = (
  db: Kysely<Tables>,
  tenants: readonly string[],
): Promise<(UnspentPayment & { tenant_id: string })[]> =>
  db
    .selectFrom('payment')
    .select(['tenant_id', 'id', centsColumn('unallocated_cents').as('unallocated_cents')])
    .where('tenant_id', 'in', tenants)
    .where('unallocated_cents', '>', sql<string>`0`)
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

export async function spendPayment(
  db: Kysely<Tables>,
  tenant: string,
  { payment_id, amount_cents }: Allocation,
): Promise<void> {
  await db
    .updateTable('payment')
    .set({ unallocated_cents: sql`unallocated_cents - ${amount_cents}` })
    .where('tenant_id', '=', tenant)
    .where('id', '=', payment_id)
    .execute();
}
