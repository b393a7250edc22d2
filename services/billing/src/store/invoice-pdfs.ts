/** PDF of an issued invoice: pending or stored. */
import type { Kysely } from 'kysely';
import type { Parties } from '../domain/tax-invoice.ts';
import type { Tables } from './schema.ts';

/** The first one stays. */
export async function savePdf(
  db: Kysely<Tables>,
  tenant: string,
  pdf: { id: string; parties: Parties; pdf_key: string },
): Promise<void> {
  await db
    .updateTable('invoice')
    .set({ parties: JSON.stringify(pdf.parties), pdf_key: pdf.pdf_key })
    .where('tenant_id', '=', tenant)
    .where('id', '=', pdf.id)
    .where('pdf_key', 'is', null)
    .execute();
}

/** Undefined until the PDF is rendered. */
export async function findPdf(
  db: Kysely<Tables>,
  tenant: string,
  id: string,
): Promise<{ parties: Parties; pdf_key: string } | undefined> {
  const found = await db
    .selectFrom('invoice')
    .select(['parties', 'pdf_key'])
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found?.parties || !found.pdf_key) return undefined;
  return { parties: found.parties, pdf_key: found.pdf_key };
}
