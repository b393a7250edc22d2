/**
 * A mailbox and a way out, for e-mail that comes and is answered: Dovecot serves IMAP, smtp-server
 * takes what is sent. What comes in is laid into the mailbox as a delivering host would do it.
 */
import { existsSync } from 'node:fs';
import { chown, mkdir, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { startChild } from './child.ts';
import { aptInstall } from './nats.ts';
import { freePort } from './ports.ts';
import { openWay } from './postgres-place.ts';
import { stopLeftover } from './processes.ts';
import { type Sent, startSmtp } from './smtp.ts';

const dovecot = '/usr/sbin/dovecot';
/** Of nobody, on Debian: mail of the box belongs to it. */
const uid = 65_534;
const login = 'files';
const password = 'in-development';

export interface MailServer {
  imapUrl: string;
  smtpUrl: string;
  /** Of Dovecot. */
  pid(): number;
  /** Lays a message into the mailbox, as one that came then. */
  deliver(raw: string, at?: Date): Promise<void>;
  /** How many messages lie in a folder of the mailbox. */
  count(folder?: string): Promise<number>;
  /** What was sent, in order. */
  sent: Sent[];
  /** From now on answers each message so (an SMTP code), or takes it again. */
  refuse(code: number | undefined): void;
  /** The mailbox goes; mail still comes in. */
  cut(): Promise<void>;
  /** It is back where it was. */
  restore(): Promise<void>;
  stop(): Promise<void>;
  /** Stops it and deletes the mail. */
  remove(): Promise<void>;
}

/** Dovecot drops to other users: that needs root. */
export const canRunDovecot = (): boolean => process.getuid?.() === 0 && existsSync(dovecot);

/** Installs Dovecot with apt; false when that is not possible here. */
export const installDovecot = (): boolean => aptInstall('dovecot-imapd') && canRunDovecot();

/** Starts both on 127.0.0.1, or gives undefined where Dovecot cannot run. */
export async function startMail(options: { dir: string }): Promise<MailServer | undefined> {
  if (!canRunDovecot()) return undefined;
  const dir = resolve(options.dir);
  const box = await makeBox(dir);
  await stopLeftover(join(dir, 'run', 'master.pid'), dir);
  const port = await freePort();
  await writeFile(join(dir, 'dovecot.conf'), settings(dir, port));
  const serve = () =>
    startChild({
      command: dovecot,
      args: ['-F', '-c', join(dir, 'dovecot.conf')],
      logFile: join(dir, 'dovecot.log'),
      ready: (output) => output.includes('starting up'),
    });
  let imap = await serve();
  const smtp = await startSmtp();
  const stop = async () => {
    await smtp.close();
    await imap.stop();
  };
  return {
    imapUrl: `imap://${login}:${password}@127.0.0.1:${port}`,
    smtpUrl: `smtp://127.0.0.1:${smtp.port}`,
    pid: () => imap.pid,
    cut: () => imap.stop(),
    restore: async () => {
      imap = await serve();
    },
    ...box,
    ...smtp,
    stop,
    remove: async () => {
      await stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** A Maildir: whatever is renamed into `new` has come. */
async function makeBox(dir: string): Promise<Pick<MailServer, 'deliver' | 'count'>> {
  const box = join(dir, 'box');
  await mkdir(dir, { recursive: true });
  await openWay(dir);
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

const settings = (dir: string, port: number): string => `
protocols = imap
listen = 127.0.0.1
base_dir = ${dir}/run
state_dir = ${dir}/state
log_path = /dev/stderr
ssl = no
disable_plaintext_auth = no
mail_location = maildir:${dir}/box
first_valid_uid = 1
passdb {
  driver = static
  args = password=${password}
}
userdb {
  driver = static
  args = uid=${uid} gid=${uid} home=${dir}/box
}
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
`;
