import { type Kysely, sql } from 'kysely';
import type { PriceBook } from '../domain/price-book.ts';
import type { Tables } from './schema.ts';

/** Cache of books by content digest, so that environments in one process never mix. */
const known = new Map<string, PriceBook>();

/** The current book, cached by digest: a request reads only the digest of the current one. */
export async function getCurrentBook(db: Kysely<Tables>): Promise<PriceBook> {
  const current = await db
    .selectFrom('price_book')
    .select('digest')
    .where('current', '=', sql.lit(true))
    .executeTakeFirst();
  if (!current) throw new Error('no price book has been imported yet');
  return known.get(current.digest) ?? (await loadBook(db, current.digest));
}

async function loadBook(db: Kysely<Tables>, digest: string): Promise<PriceBook> {
  const { content } = await db
    .selectFrom('price_book')
    .select('content')
    .where('digest', '=', digest)
    .executeTakeFirstOrThrow();
  known.set(digest, content);
  return content;
}

export async function findBook(
  db: Kysely<Tables>,
  version: string,
): Promise<PriceBook | undefined> {
  const stored = await db
    .selectFrom('price_book')
    .select('content')
    .where('version', '=', version)
    .executeTakeFirst();
  return stored?.content;
}

/** Imports wait for each other; readers do not wait. */
export async function lockBooks(db: Kysely<Tables>): Promise<void> {
  await sql`lock table price_book in share row exclusive mode`.execute(db);
}

export async function insertBook(
  db: Kysely<Tables>,
  book: PriceBook,
  importedAt: Date,
): Promise<void> {
  const content = JSON.stringify(book);
  await db
    .insertInto('price_book')
    .values({
      version: book.version,
      digest: sql<string>`encode(sha256(convert_to(${content}, 'UTF8')), 'hex')`,
      content,
      imported_at: importedAt,
      current: false,
    })
    .execute();
}

export async function makeCurrent(db: Kysely<Tables>, version: string): Promise<void> {
  await db
    .updateTable('price_book')
    .set({ current: false })
    .where('current', '=', sql.lit(true))
    .where('version', '!=', version)
    .execute();
  await db
    .updateTable('price_book')
    .set({ current: true })
    .where('current', '=', false)
    .where('version', '=', version)
    .execute();
}
