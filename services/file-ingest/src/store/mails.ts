import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Tables } from './schema.ts';

export interface Sender {
  tenant_id: string;
  address: string;
  dc: string;
}

/** Who may send for whom; undefined for an address that nobody named. */
export const findSender = (db: Kysely<Tables>, address: string): Promise<Sender | undefined> =>
  db.selectFrom('mail_sender').selectAll().where('address', '=', address).executeTakeFirst();

/** An address of these that is somebody else's already. */
export const findTaken = (
  db: Kysely<Tables>,
  tenant: string,
  addresses: readonly string[],
): Promise<{ address: string } | undefined> =>
  db
    .selectFrom('mail_sender')
    .select('address')
    .where('address', '=', sql<string>`any(${addresses})`)
    .where('tenant_id', '<>', tenant)
    .executeTakeFirst();

/** Replaces what was named before. */
export async function putSenders(
  db: Kysely<Tables>,
  tenant: string,
  senders: readonly Omit<Sender, 'tenant_id'>[],
): Promise<void> {
  await db.deleteFrom('mail_sender').where('tenant_id', '=', tenant).execute();
  if (senders.length === 0) return;
  await db
    .insertInto('mail_sender')
    .values(senders.map((sender) => ({ tenant_id: tenant, ...sender })))
    .execute();
}

export interface MailedFile {
  message_id: string;
  /** Place and SHA-256 of the attachment; empty for the message itself. */
  content: string;
  file_id: string;
  sender: string;
}

/** False when it came before: then it is a file already. */
export async function claimMailedFile(
  db: Kysely<Tables>,
  tenant: string,
  mailed: MailedFile,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('mailed_file')
    .values({ tenant_id: tenant, ...mailed })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export const getMailedFile = (
  db: Kysely<Tables>,
  { tenant_id, id }: { tenant_id: string; id: string },
): Promise<MailedFile> =>
  db
    .selectFrom('mailed_file')
    .selectAll()
    .where('tenant_id', '=', tenant_id)
    .where('file_id', '=', id)
    .executeTakeFirstOrThrow();

/** True when it is the caller's to look into, until then. */
export async function claimMailbox(
  db: Kysely<Tables>,
  { now, until }: { now: Date; until: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mailbox')
    .set({ due_at: until })
    .where('due_at', '<=', now)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** True when it is the caller's to remove what is old. */
export async function claimMailSweep(
  db: Kysely<Tables>,
  { now, before }: { now: Date; before: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mailbox')
    .set({ swept_at: now })
    .where('swept_at', '<', before)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function releaseMailbox(db: Kysely<Tables>, due_at: Date): Promise<void> {
  await db.updateTable('mailbox').set({ due_at }).execute();
}
