/** Dovecot on 127.0.0.1, over one Maildir; any name with the password opens it. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { aptInstall } from './apt.ts';
import type { TlsCertificate } from './certificates.ts';
import { startChild } from './child.ts';
import { freePort } from './ports.ts';
import { stopOrphan } from './processes.ts';
import { findProgram } from './programs.ts';

/** Dovecot drops to other users: that needs root. */
export const canRunDovecot = (): boolean =>
  process.getuid?.() === 0 && findProgram('dovecot') !== undefined;

/** Installs Dovecot with apt; false when that is not possible here. */
export const installDovecot = async (): Promise<boolean> =>
  (await aptInstall('dovecot-imapd')) && canRunDovecot();

interface Box {
  /** Holds the Maildir as `box`. */
  dir: string;
  password: string;
  /** Numeric id of the system user that owns the mail. */
  owner: number;
}

/** Starts without TLS: `securePort` is closed until a certificate is shown. */
export async function startDovecot(box: Box) {
  const { dir } = box;
  await stopOrphan(join(dir, 'run', 'master.pid'), dir);
  const [port, securePort] = [await freePort(), await freePort()];
  const serve = () =>
    startChild({
      command: findProgram('dovecot') ?? 'dovecot',
      args: ['-F', '-c', join(dir, 'dovecot.conf')],
      logFile: join(dir, 'dovecot.log'),
      ready: (output) => output.includes('starting up'),
    });
  const configure = async (shown: TlsCertificate | undefined) => {
    if (shown) await writePair(dir, shown);
    const isSecure = shown !== undefined;
    await writeFile(join(dir, 'dovecot.conf'), settings(box, { port, securePort, isSecure }));
  };
  await configure(undefined);
  let running = await serve();
  const restore = async () => {
    running = await serve();
  };
  return {
    ...{ port, securePort, restore },
    pid: () => running.pid,
    stop: () => running.stop(),
    show: async (certificate: TlsCertificate | undefined) => {
      await configure(certificate);
      await running.stop();
      await restore();
    },
  };
}

async function writePair(dir: string, { certificate, privateKey }: TlsCertificate): Promise<void> {
  await writeFile(join(dir, 'tls.pem'), certificate);
  await writeFile(join(dir, 'tls.key'), privateKey, { mode: 0o600 });
}

const ssl = (dir: string) => `ssl = yes
ssl_cert = <${dir}/tls.pem
ssl_key = <${dir}/tls.key`;

interface Listening {
  port: number;
  securePort: number;
  isSecure: boolean;
}

const settings = (
  { dir, password, owner }: Box,
  { port, securePort, isSecure }: Listening,
): string => `
protocols = imap
listen = 127.0.0.1
base_dir = ${dir}/run
state_dir = ${dir}/state
log_path = /dev/stderr
${isSecure ? ssl(dir) : 'ssl = no'}
disable_plaintext_auth = no
mail_location = maildir:${dir}/box
first_valid_uid = 1
passdb {
  driver = static
  args = password=${password}
}
userdb {
  driver = static
  args = uid=${owner} gid=${owner} home=${dir}/box
}
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = ${isSecure ? securePort : 0}
    ssl = yes
  }
}
`;
