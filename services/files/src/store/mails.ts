import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Tables } from './schema.ts';

export interface MailSender {
  tenant_id: string;
  address: string;
  dc: string;
}

/** Undefined for an unknown address. */
export const findSender = (db: Kysely<Tables>, address: string): Promise<MailSender | undefined> =>
  db.selectFrom('mail_sender').selectAll().where('address', '=', address).executeTakeFirst();

/** The tenant's senders for these centres. */
export const listSenders = (
  db: Kysely<Tables>,
  tenant: string,
  dcs: readonly { dc: string }[],
): Promise<Omit<MailSender, 'tenant_id'>[]> =>
  db
    .selectFrom('mail_sender')
    .select(['address', 'dc'])
    .where('tenant_id', '=', tenant)
    .where('dc', '=', sql<string>`any(${dcs.map(({ dc }) => dc)})`)
    .orderBy('address')
    .execute();

/** One of the addresses that belongs to another tenant. */
export const findAddressOfOther = (
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

/** Replaces the tenant's senders. */
export async function replaceSenders(
  db: Kysely<Tables>,
  tenant: string,
  senders: readonly Omit<MailSender, 'tenant_id'>[],
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

/** False for a duplicate, which already is a file. */
export async function claimMailedFile(
  db: Kysely<Tables>,
  tenant: string,
  mailed: MailedFile,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('mail_attachment')
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
    .selectFrom('mail_attachment')
    .selectAll()
    .where('tenant_id', '=', tenant_id)
    .where('file_id', '=', id)
    .executeTakeFirstOrThrow();

/** Takes the lease of the mailbox until then; false while another process holds it. */
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

/** Claims the daily cleanup; false when it is not due. */
export async function claimMailCleanup(
  db: Kysely<Tables>,
  { now, before }: { now: Date; before: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mailbox')
    .set({ cleaned_at: now })
    .where('cleaned_at', '<', before)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function releaseMailbox(db: Kysely<Tables>, due_at: Date): Promise<void> {
  await db.updateTable('mailbox').set({ due_at }).execute();
}
