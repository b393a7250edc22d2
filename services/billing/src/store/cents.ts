import { type RawBuilder, sql } from 'kysely';

/** A bigint column as a number: whole cents up to 2^53 are exact. */
export const cents = (column: string): RawBuilder<number> =>
  sql<number>`${sql.ref(column)}::float8`;
