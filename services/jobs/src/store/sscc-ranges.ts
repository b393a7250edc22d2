import type { SsccIssuer } from '@svc/contracts';
import { type Kysely, sql } from 'kysely';
import type { Tables } from './schema.ts';

/**
 * First of `count` serial references that no other parcel gets. The row of the range is locked
 * until the transaction ends, so that a booking that rolls back uses up no number.
 */
export async function takeSerials(
  db: Kysely<Tables>,
  { company_prefix, extension_digit }: SsccIssuer,
  count: number,
): Promise<number> {
  const { next_serial } = await db
    .insertInto('sscc_range')
    .values({ company_prefix, extension_digit, next_serial: String(count) })
    .onConflict((known) =>
      known.columns(['company_prefix', 'extension_digit']).doUpdateSet({
        next_serial: sql`sscc_range.next_serial + excluded.next_serial`,
      }),
    )
    .returning('next_serial')
    .executeTakeFirstOrThrow();
  return Number(next_serial) - count;
}
