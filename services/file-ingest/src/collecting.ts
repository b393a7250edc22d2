/** Looks into the mailbox and makes files of what lies there. */
import { createHash } from 'node:crypto';
import type { Fault } from '@svc/contracts';
import { newId } from '@svc/kit/ids';
import { createStorage } from '@svc/kit/storage';
import type { MailSettings } from './config.ts';
import type { ExchangeContext } from './define.ts';
import { safeName } from './domain/file.ts';
import { type Attachment, judgeMail, type Mail, senderOf } from './domain/mail/mail.ts';
import { type Mailbox, openMailbox } from './mailbox.ts';
import { storageKeyOf } from './reading.ts';
import { advanceFile, insertFile } from './store/files.ts';
import {
  claimMailbox,
  claimMailedFile,
  claimMailSweep,
  findSender,
  releaseMailbox,
  type Sender,
} from './store/mails.ts';
import type { Tools } from './tools.ts';

type Collector = Pick<Tools, 'context' | 'storage'>;

/** A process that dies leaves the mailbox to others after this long. */
const claimMs = 60_000;

/** Visits the mailbox when it is due. False when it is not. */
export async function collectMail(
  context: ExchangeContext,
  settings: MailSettings,
): Promise<boolean> {
  const { transaction, config, clock } = context;
  const until = () => new Date(clock.now().getTime() + claimMs);
  const isOurs = await transaction(({ db, now }) => claimMailbox(db, { now, until: until() }));
  if (!isOurs) return false;
  const tools = { context, storage: createStorage(config.SVC_FILES_URL) };
  const keep = () => transaction(({ db }) => releaseMailbox(db, until()));
  try {
    await visit(tools, settings, keep);
  } finally {
    const next = new Date(clock.now().getTime() + config.SVC_MAIL_POLL_MS);
    await transaction(({ db }) => releaseMailbox(db, next));
  }
  return true;
}

async function visit(
  tools: Collector,
  settings: MailSettings,
  keep: () => Promise<void>,
): Promise<void> {
  const mailbox = await openMailbox(settings);
  try {
    for (const uid of await mailbox.list()) {
      await keep();
      // One that cannot be handled keeps no other waiting; it stays where it is.
      await collect(tools, { mailbox, uid, settings }).catch((err: unknown) => {
        tools.context.log.warn({ err, uid }, 'e-mail not handled');
      });
      if (!mailbox.isUsable()) return;
    }
    await sweep(tools, mailbox);
  } finally {
    await mailbox.close();
  }
}

const dayMs = 24 * 60 * 60_000;

/** Messages are kept as long as files on the SFTP server. */
async function sweep({ context }: Collector, mailbox: Mailbox): Promise<void> {
  const { transaction, config } = context;
  const isOurs = await transaction(({ db, now }) =>
    claimMailSweep(db, { now, before: new Date(now.getTime() - dayMs) }),
  );
  const keptSince = context.clock.now().getTime() - config.SVC_SFTP_KEEP_DAYS * dayMs;
  if (isOurs) await mailbox.sweep(new Date(keptSince));
}

interface Visit {
  mailbox: Mailbox;
  uid: number;
  settings: MailSettings;
}

/** Done twice it has its effect once; only then the message leaves the inbox. */
export async function collect(tools: Collector, { mailbox, uid, settings }: Visit): Promise<void> {
  const mail = await mailbox.look(uid);
  if (!mail) return;
  const address = senderOf(mail);
  const sender = address ? await findSender(tools.context.db, address) : undefined;
  const verdict = judgeMail(mail, { sender: sender?.address, policy: settings.policy });
  if ('setAside' in verdict || !sender) {
    const reason = 'setAside' in verdict ? verdict.setAside : 'unknown_sender';
    tools.context.log.warn({ uid, reason }, 'e-mail set aside');
    return mailbox.file(uid, 'SetAside');
  }
  if ('fault' in verdict) await refuse(tools, { mail, sender, fault: verdict.fault });
  else {
    for (const attachment of verdict.manifests) {
      const bytes = await mailbox.fetch(uid, attachment.part);
      await keepAttachment(tools, { mail, sender, attachment, bytes });
    }
  }
  await mailbox.file(uid, 'Taken');
}

/** The message itself stands as a file that is bad as a whole: it is answered as one. */
const refuse = (
  { context }: Collector,
  { mail, sender, fault }: { mail: Mail; sender: Sender; fault: Fault },
): Promise<void> =>
  context.transaction(async ({ db, now }) => {
    const { tenant_id, dc, address } = sender;
    const id = newId('wf_', now);
    const mailed = { message_id: mail.id, content: '', file_id: id, sender: address };
    if (!(await claimMailedFile(db, tenant_id, mailed))) return;
    const file = { id, dc, name: 'message', look: null };
    await insertFile(db, tenant_id, { ...file, step: 'answering', source: 'mail', now });
    const progress = { from: 'answering', to: 'answering', now } as const;
    await advanceFile(db, { tenant_id, id }, { ...progress, more: { faults: [fault] } });
  });

interface Kept {
  mail: Mail;
  sender: Sender;
  attachment: Attachment;
  bytes: Buffer;
}

/** The bytes first: a file that is known can be read. */
async function keepAttachment(
  { context, storage }: Collector,
  { mail, sender, attachment, bytes }: Kept,
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
    const file = { id, dc, name: safeName(attachment.name), look: null };
    await insertFile(db, tenant_id, { ...file, step: 'reading', source: 'mail', now });
    return true;
  });
  if (!isNew) await storage.remove(key);
}
