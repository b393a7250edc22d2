/** PDF of a statement: pending or stored. */
import type { Kysely } from 'kysely';
import type { Parties } from '../domain/tax-invoice.ts';
import type { Tables } from './schema.ts';

/** The first one stays. */
export async function saveStatementPdf(
  db: Kysely<Tables>,
  tenant: string,
  { id, parties, pdf_key }: { id: string; parties: Parties; pdf_key: string },
): Promise<void> {
  await db
    .insertInto('statement_pdf')
    .values({
      tenant_id: tenant,
      statement_id: id,
      parties: JSON.stringify(parties),
      pdf_key,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Undefined until the PDF is rendered. */
export const findStatementPdf = (
  db: Kysely<Tables>,
  tenant: string,
  id: string,
): Promise<{ parties: Parties; pdf_key: string } | undefined> =>
  db
    .selectFrom('statement_pdf')
    .select(['parties', 'pdf_key'])
    .where('tenant_id', '=', tenant)
    .where('statement_id', '=', id)
    .executeTakeFirst();
