/** Which invoices still need their PDF, and who makes it. */
import { type Kysely, sql } from 'kysely';
import type { Parties } from '../domain/tax-invoice.ts';
import type { Tables } from './schema.ts';

interface PrintKey {
  tenant_id: string;
  id: string;
}

/** Claims at most one until `until`; whoever dies over it leaves it to the next. */
export async function claimUnprinted(
  db: Kysely<Tables>,
  now: Date,
  until: Date,
): Promise<PrintKey | undefined> {
  const { rows } = await sql<PrintKey>`
    update invoice set printing_until = ${until}
     where (tenant_id, id) in (
       select tenant_id, id from invoice
        where number is not null and pdf_key is null
          and (printing_until is null or printing_until <= ${now})
        order by issued_at limit 1 for update skip locked)
    returning tenant_id, id`.execute(db);
  return rows[0];
}

export async function savePrinted(
  db: Kysely<Tables>,
  tenant: string,
  print: { id: string; parties: Parties; pdf_key: string },
): Promise<void> {
  await db
    .updateTable('invoice')
    .set({
      parties: JSON.stringify(print.parties),
      pdf_key: print.pdf_key,
      printing_until: null,
    })
    .where('tenant_id', '=', tenant)
    .where('id', '=', print.id)
    .execute();
}

/** Undefined while the PDF is being made. */
export async function findPrint(
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
