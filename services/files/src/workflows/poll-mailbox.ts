/** Mailbox poller: classifies messages and inserts their attachments as files. */
import { createHash } from 'node:crypto';
import type { Fault } from '@svc/contracts';
import { newId } from '@svc/kit/ids';
import { type Mailbox, openMailbox } from '../adapters/mail/mailbox.ts';
import type { MailSettings } from '../config.ts';
import { type FilesWorkerContext, openStorage } from '../define.ts';
import { safeName, storageKeyOf } from '../domain/file.ts';
import { type Attachment, classifyMail, type Mail, senderOf } from '../domain/mail/mail.ts';
import { insertFile } from '../store/files.ts';
import {
  claimMailbox,
  claimMailCleanup,
  claimMailedFile,
  findSender,
  type MailSender,
  releaseMailbox,
} from '../store/mails.ts';
import type { ExchangeDependencies } from './exchange-dependencies.ts';
import { refuseFile } from './refuse-file.ts';

type MailboxDependencies = Pick<ExchangeDependencies, 'context' | 'storage'>;

/** Lease of the mailbox, ms; after a crash another replica takes over. */
const claimMs = 60_000;

/** Polls the mailbox when it is due. False when it is not. */
export async function pollMailbox(
  context: FilesWorkerContext,
  settings: MailSettings,
): Promise<boolean> {
  const { transaction, config, clock } = context;
  const until = () => new Date(clock.now().getTime() + claimMs);
  const isOurs = await transaction(({ db, now }) => claimMailbox(db, { now, until: until() }));
  if (!isOurs) return false;
  const deps = { context, storage: openStorage(config) };
  const keep = () => transaction(({ db }) => releaseMailbox(db, until()));
  try {
    await processInbox(deps, settings, keep);
  } finally {
    const next = new Date(clock.now().getTime() + config.SVC_MAIL_POLL_MS);
    await transaction(({ db }) => releaseMailbox(db, next));
  }
  return true;
}

async function processInbox(
  deps: MailboxDependencies,
  settings: MailSettings,
  keep: () => Promise<void>,
): Promise<void> {
  const mailbox = await openMailbox(settings);
  try {
    for (const uid of await mailbox.list()) {
      await keep();
      // A message that fails stays in the inbox and does not block the others.
      await processMessage(deps, { mailbox, uid, settings }).catch((err: unknown) => {
        deps.context.log.warn({ err, uid }, 'handling an e-mail failed; it stays in the inbox');
      });
      if (!mailbox.isUsable()) return;
    }
    await cleanUp(deps, mailbox);
  } finally {
    await mailbox.close();
  }
}

const dayMs = 24 * 60 * 60_000;

/** Daily; messages have the retention of files on the SFTP server. */
async function cleanUp({ context }: MailboxDependencies, mailbox: Mailbox): Promise<void> {
  const { transaction, config } = context;
  const isOurs = await transaction(({ db, now }) =>
    claimMailCleanup(db, { now, before: new Date(now.getTime() - dayMs) }),
  );
  const keptSince = context.clock.now().getTime() - config.SVC_SFTP_KEEP_DAYS * dayMs;
  if (isOurs) await mailbox.deleteBefore(new Date(keptSince));
}

interface MessageInput {
  mailbox: Mailbox;
  uid: number;
  settings: MailSettings;
}

/** Idempotent by Message-ID and content. The message leaves the inbox after the commit. */
export async function processMessage(
  deps: MailboxDependencies,
  { mailbox, uid, settings }: MessageInput,
): Promise<void> {
  const mail = await mailbox.inspect(uid);
  if (!mail) return;
  const address = senderOf(mail);
  const sender = address ? await findSender(deps.context.db, address) : undefined;
  const verdict = classifyMail(mail, { sender: sender?.address, policy: settings.policy });
  if ('quarantined' in verdict || !sender) {
    const reason = 'quarantined' in verdict ? verdict.quarantined : 'unknown_sender';
    deps.context.log.warn({ uid, reason }, 'e-mail moved to SetAside without a reply');
    return mailbox.moveTo(uid, 'SetAside');
  }
  if ('fault' in verdict) await insertRefusedMessage(deps, { mail, sender, fault: verdict.fault });
  else {
    for (const attachment of verdict.manifests) {
      const bytes = await mailbox.fetchAttachment(uid, attachment.part);
      await insertAttachment(deps, { mail, sender, attachment, bytes });
    }
  }
  await mailbox.moveTo(uid, 'Taken');
}

/** A refused message is inserted as a file with a file-level fault, and answered like one. */
const insertRefusedMessage = (
  { context }: MailboxDependencies,
  { mail, sender, fault }: { mail: Mail; sender: MailSender; fault: Fault },
): Promise<void> =>
  context.transaction(async (trx) => {
    const { db, now } = trx;
    const { tenant_id, dc, address } = sender;
    const id = newId('wf_', now);
    const mailed = { message_id: mail.id, content: '', file_id: id, sender: address };
    if (!(await claimMailedFile(db, tenant_id, mailed))) return;
    const file = { id, dc, name: 'message', stat: null };
    await insertFile(db, tenant_id, { ...file, step: 'answering', source: 'mail', now });
    await refuseFile(trx, { tenant_id, id, dc }, { from: 'answering', fault });
  });

interface AttachmentInput {
  mail: Mail;
  sender: MailSender;
  attachment: Attachment;
  bytes: Buffer;
}

/** Stores the bytes before the row: every file row has its bytes. */
async function insertAttachment(
  { context, storage }: MailboxDependencies,
  { mail, sender, attachment, bytes }: AttachmentInput,
): Promise<void> {
  const { tenant_id, dc, address } = sender;
  const id = newId('wf_', context.clock.now());
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const content = `${attachment.part}:${sha256}`;
  const mailed = { message_id: mail.id, content, file_id: id, sender: address };
  const key = storageKeyOf({ tenant_id, id });
  await storage.put(key, bytes, 'text/csv');
  const isNew = await context.transaction(async ({ db, now }) => {
    if (!(await claimMailedFile(db, tenant_id, mailed))) return false;
    const file = { id, dc, name: safeName({ id, name: attachment.name }), stat: null };
    await insertFile(db, tenant_id, { ...file, step: 'reading', source: 'mail', now });
    return true;
  });
  if (!isNew) await storage.remove(key);
}
