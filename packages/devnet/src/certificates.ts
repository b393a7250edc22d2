/** Certificates for servers on this machine, signed by an authority of our own: openssl makes them. */
import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

/** PEM. */
export interface TlsCertificate {
  certificate: string;
  privateKey: string;
}

export interface Authority {
  /** Certificate of the authority, the trust anchor of the issued ones. */
  certificate: string;
  /** For hosts by their names or addresses; with fewer than no days it ended before today. */
  issue(host: string | readonly string[], days?: number): Promise<TlsCertificate>;
}

const run = promisify(execFile);
const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** Keeps what it makes in `dir`. */
export async function createAuthority(options: {
  dir: string;
  /** Days of validity of the authority itself. */
  days?: number;
}): Promise<Authority> {
  const dir = resolve(options.dir);
  await mkdir(dir, { recursive: true });
  const [own, ownKey] = [join(dir, 'ca.pem'), join(dir, 'ca.key')];
  const subject = ['-subj', '/CN=Private authority', '-days', String(options.days ?? 7)];
  await run('openssl', ['req', '-x509', ...newKey, '-keyout', ownKey, '-out', own, ...subject]);
  return openAuthority(dir);
}

/** The one that `folder` keeps. */
export async function openAuthority(folder: string): Promise<Authority> {
  const dir = resolve(folder);
  const [own, ownKey] = [join(dir, 'ca.pem'), join(dir, 'ca.key')];
  let issued = 0;
  return {
    certificate: await readFile(own, 'utf8'),
    issue: async (host, days = 7) => {
      issued += 1;
      const file = (ending: string) => join(dir, `${issued}.${ending}`);
      const [key, request, certificate] = [file('key'), file('csr'), file('pem')];
      const hosts = [host].flat();
      const alternatives = hosts.map((each) => `${isIP(each) ? 'IP' : 'DNS'}:${each}`).join(',');
      const name = ['-subj', `/CN=${hosts[0]}`, '-addext', `subjectAltName=${alternatives}`];
      await run('openssl', ['req', ...newKey, '-keyout', key, '-out', request, ...name]);
      const signer = ['-CA', own, '-CAkey', ownKey, '-days', String(days)];
      const copied = ['-copy_extensions', 'copy', '-in', request, '-out', certificate];
      await run('openssl', ['x509', '-req', ...signer, ...copied]);
      return {
        certificate: await readFile(certificate, 'utf8'),
        privateKey: await readFile(key, 'utf8'),
      };
    },
  };
}
