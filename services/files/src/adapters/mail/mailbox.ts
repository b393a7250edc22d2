/** Mailbox for manifests: imapflow, with size limits. The IMAP server parses MIME. */
import { createHash } from 'node:crypto';
import { ImapFlow, type MessageStructureObject } from 'imapflow';
import type { MailSettings } from '../../config.ts';
import { type Attachment, type Mail, messageSizeMax, tnefName } from '../../domain/mail/mail.ts';
import { mailServerOptions } from './server-options.ts';

/** Destination folders of processed messages. */
export type MailFolder = 'Taken' | 'SetAside';
const folders: readonly MailFolder[] = ['Taken', 'SetAside'];

export interface Mailbox {
  /** UIDs in the inbox, those not inspected yet first. */
  list(): Promise<number[]>;
  /** Undefined if the message was deleted. */
  inspect(uid: number): Promise<Mail | undefined>;
  fetchAttachment(uid: number, part: string): Promise<Buffer>;
  moveTo(uid: number, folder: MailFolder): Promise<void>;
  /** Deletes processed messages that arrived before that day. */
  deleteBefore(before: Date): Promise<void>;
  /** False after an error that broke the connection. */
  isUsable(): boolean;
  close(): Promise<void>;
}

/** Keyword of inspected messages: one that broke a connection is retried after all others. */
const inspectedFlag = 'SvcLookedAt';
const listedMax = 100;
const byUid = { uid: true };

export async function openMailbox({
  imapUrl,
  security,
}: Pick<MailSettings, 'imapUrl' | 'security'>): Promise<Mailbox> {
  const { isPlain, ...way } = mailServerOptions(imapUrl, { plain: 143, secure: 993 }, security);
  const client = new ImapFlow({
    ...way,
    ...(!way.secure && { doSTARTTLS: !isPlain }),
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 30_000,
    maxLineLength: 4 * 1024 * 1024,
    maxLiteralSize: messageSizeMax,
    maxResponseSize: messageSizeMax + 4 * 1024 * 1024,
  });
  // A connection error already rejects the pending call.
  client.on('error', () => undefined);
  await client.connect();
  for (const folder of folders) await client.mailboxCreate(folder);
  await client.mailboxOpen('INBOX');
  const search = async (query: object) => (await client.search(query, byUid)) || [];
  return {
    list: async () => {
      const fresh = await search({ unKeyword: inspectedFlag });
      const again = await search({ keyword: inspectedFlag });
      // Random rotation: a message that breaks the connection must not starve the rest.
      const from = Math.floor(Math.random() * again.length);
      return [...fresh, ...again.slice(from), ...again.slice(0, from)].slice(0, listedMax);
    },
    inspect: (uid) => inspectMessage(client, uid),
    fetchAttachment: async (uid, part) => {
      const found = await client.downloadMany(`${uid}`, [part], byUid);
      const content = found[part]?.content;
      if (!content) throw new Error('the mailbox does not give this attachment');
      return content;
    },
    moveTo: async (uid, folder) => {
      await client.messageMove(`${uid}`, folder, byUid);
    },
    deleteBefore: async (before) => {
      for (const folder of folders) {
        await client.mailboxOpen(folder);
        const old = await search({ before });
        if (old.length > 0) await client.messageDelete(old, byUid);
      }
    },
    isUsable: () => client.usable,
    close: async () => {
      await client.logout().catch(() => client.close());
    },
  };
}

/** Checks the size before it fetches the structure. */
async function inspectMessage(client: ImapFlow, uid: number): Promise<Mail | undefined> {
  await client.messageFlagsAdd(`${uid}`, [inspectedFlag], byUid);
  const wanted = ['from', 'authentication-results', 'auto-submitted', 'precedence', 'in-reply-to'];
  const query = { envelope: true, size: true, headers: wanted };
  const found = await client.fetchOne(`${uid}`, query, byUid);
  if (!found) return undefined;
  const size = found.size ?? Number.POSITIVE_INFINITY;
  const headers = readHeaders(found.headers?.toString('latin1') ?? '');
  const valuesOf = (name: string) => headers.filter((h) => h.name === name).map((h) => h.value);
  return {
    id: idOf(found.envelope?.messageId, `${uidValidityOf(client)}-${uid}`),
    size,
    from: (found.envelope?.from ?? []).map(({ address }) => (address ?? '').toLowerCase()),
    fromHeaders: valuesOf('from').length,
    authenticationResults: valuesOf('authentication-results'),
    origin: originOf(valuesOf),
    attachments: size > messageSizeMax ? [] : await listAttachments(client, uid),
  };
}

/** Auto-Submitted (RFC 3834), or the older Precedence header. */
function originOf(valuesOf: (header: string) => string[]): Mail['origin'] {
  const has = (header: string, form: RegExp) => valuesOf(header).some((value) => form.test(value));
  if (has('auto-submitted', /^auto-(replied|notified)/i)) return 'answer';
  const isMachines = has('auto-submitted', /^(?!no\b)/i) || has('precedence', /^(bulk|junk|list)/i);
  return isMachines || has('in-reply-to', /^<wf_/) ? 'machine' : 'other';
}

const idMax = 250;

const idOf = (messageId = '', place: string): string => {
  if (messageId === '') return `place:${place}`;
  if (messageId.length <= idMax) return messageId;
  return `sha256:${createHash('sha256').update(messageId).digest('hex')}`;
};

const uidValidityOf = ({ mailbox }: ImapFlow): bigint => (mailbox ? mailbox.uidValidity : 0n);

async function listAttachments(client: ImapFlow, uid: number): Promise<Attachment[]> {
  const found = await client.fetchOne(`${uid}`, { bodyStructure: true }, byUid);
  const structure = found ? found.bodyStructure : undefined;
  const parts = structure ? leavesOf(structure) : [];
  return parts.flatMap(({ part = '1', size = 0, type, dispositionParameters, parameters }) => {
    const given = dispositionParameters?.filename ?? parameters?.name;
    const name = type === 'application/ms-tnef' ? tnefName : given;
    return name ? [{ part, name, size }] : [];
  });
}

/** Leaf parts; attachments of an attached message are ignored. */
function leavesOf(node: MessageStructureObject): MessageStructureObject[] {
  if (node.type === 'message/rfc822' || !node.childNodes) return [node];
  return node.childNodes.flatMap(leavesOf);
}

/** In their order, unfolded. */
const readHeaders = (text: string): { name: string; value: string }[] =>
  text
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
    .flatMap((line) => {
      const colon = line.indexOf(':');
      if (colon <= 0) return [];
      return [
        { name: line.slice(0, colon).trim().toLowerCase(), value: line.slice(colon + 1).trim() },
      ];
    });
