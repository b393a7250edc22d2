/** Certificates for tests, made by openssl: an authority, and one that it signed for a name. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Certificates {
  ca: string;
  cert: string;
  key: string;
}

export function certificatesFor(name: string): Certificates {
  const dir = mkdtempSync(join(tmpdir(), 'tls-'));
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: dir, stdio: 'pipe' });
  const read = (file: string) => readFileSync(join(dir, file), 'utf8');
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  try {
    const authority = ['-x509', '-subj', '/CN=Test authority', '-days', '2'];
    openssl('req', ...newKey, ...authority, '-keyout', 'ca.key', '-out', 'ca.pem');
    openssl('req', ...newKey, '-subj', `/CN=${name}`, '-keyout', 'key.pem', '-out', 'request.pem');
    writeFileSync(join(dir, 'names'), `subjectAltName=DNS:${name}`);
    const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2'];
    const named = ['-extfile', 'names', '-out', 'cert.pem'];
    openssl('x509', '-req', '-in', 'request.pem', ...signed, ...named);
    return { ca: read('ca.pem'), cert: read('cert.pem'), key: read('key.pem') };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
