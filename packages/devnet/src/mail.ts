/**
 * A mailbox and a way out, for incoming e-mail and its replies: Dovecot serves IMAP, smtp-server
 * receives what is sent. Incoming messages are laid into the mailbox as a delivering host would do
 * it.
 */
import { chown, mkdir, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { TlsCertificate } from './certificates.ts';
import { canRunDovecot, startDovecot } from './dovecot.ts';
import { allowTraversal } from './postgres-folder.ts';
import { type Sent, startSmtp } from './smtp.ts';

/** Account that owns the mailbox: `nobody` on Debian. */
const uid = 65_534;
const login = 'files';
const password = 'in-development';

export interface MailServer {
  imapUrl: string;
  smtpUrl: string;
  /** The same over TLS, from the first byte or from STARTTLS on, by a name that can be certified. */
  secure: { imapsUrl: string; smtpsUrl: string; imapUrl: string; smtpUrl: string };
  /** Sets the server's certificate; undefined turns TLS off, as at the start. */
  show(server: 'imap' | 'smtp', certificate: TlsCertificate | undefined): Promise<void>;
  /** Process id of Dovecot. */
  pid(): number;
  /** Delivers a message into the mailbox, with this time of arrival. */
  deliver(raw: string, at?: Date): Promise<void>;
  /** Number of messages in a folder of the mailbox. */
  count(folder?: string): Promise<number>;
  /** Sent messages, in order. */
  sent: Sent[];
  /** From now on refuses each message with this SMTP code, or accepts again. */
  refuse(code: number | undefined): void;
  /** The mailbox goes; mail still comes in. */
  cut(): Promise<void>;
  /** Ends `cut`. */
  restore(): Promise<void>;
  stop(): Promise<void>;
  /** Stops it and deletes the mail. */
  remove(): Promise<void>;
}

/** Starts both on 127.0.0.1, or gives undefined where Dovecot cannot run. */
export async function startMail(options: { dir: string }): Promise<MailServer | undefined> {
  if (!canRunDovecot()) return undefined;
  const dir = resolve(options.dir);
  const box = await makeBox(dir);
  const imap = await startDovecot({ dir, password, owner: uid });
  const { show: showSmtp, ...smtp } = await startSmtp();
  const stop = async () => {
    await smtp.close();
    await imap.stop();
  };
  const account = `${login}:${password}`;
  return {
    imapUrl: `imap://${account}@127.0.0.1:${imap.port}`,
    smtpUrl: `smtp://127.0.0.1:${smtp.port}`,
    secure: {
      imapsUrl: `imaps://${account}@localhost:${imap.securePort}`,
      imapUrl: `imap://${account}@localhost:${imap.port}`,
      smtpsUrl: `smtps://localhost:${smtp.securePort}`,
      smtpUrl: `smtp://localhost:${smtp.port}`,
    },
    show: (server, certificate) => (server === 'imap' ? imap.show : showSmtp)(certificate),
    pid: imap.pid,
    cut: imap.stop,
    restore: imap.restore,
    ...box,
    ...smtp,
    stop,
    remove: async () => {
      await stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** A Maildir: a file that is renamed into `new` is a delivered message. */
async function makeBox(dir: string): Promise<Pick<MailServer, 'deliver' | 'count'>> {
  const box = join(dir, 'box');
  await mkdir(dir, { recursive: true });
  await allowTraversal(dir);
  for (const folder of ['', 'new', 'cur', 'tmp']) {
    await mkdir(join(box, folder), { recursive: true });
    await chown(join(box, folder), uid, uid);
  }
  let delivered = 0;
  return {
    deliver: async (raw, at = new Date()) => {
      delivered += 1;
      const name = `${delivered}.P${process.pid}.devnet`;
      const written = join(box, 'tmp', name);
      await writeFile(written, raw);
      await chown(written, uid, uid);
      await utimes(written, at, at);
      await rename(written, join(box, 'new', name));
    },
    count: async (folder) => {
      const place = folder ? join(box, `.${folder}`) : box;
      const found = await Promise.all(['new', 'cur'].map((name) => files(join(place, name))));
      return found.flat().length;
    },
  };
}

const files = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);
