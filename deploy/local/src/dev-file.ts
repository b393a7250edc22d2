/** `.svc/dev.json`: where everything is, for scripts; there only while the stack runs. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LiveCredentials } from './seed.ts';
import type { SftpAccess } from './sftp.ts';

/** Data of `npm start`; `SVC_DATA_DIR` puts it elsewhere. */
export const dataDir = (): string => process.env.SVC_DATA_DIR ?? join(process.cwd(), '.svc');

export interface DevFile extends LiveCredentials {
  live: { base_url: string };
  sandbox: { base_url: string; api_key: string; public_url: string };
  auth: { auth_url: string };
  public_url: string;
  docs_url: string;
  /** Pages for people. */
  desk: { url: string };
  sites: { demo: { pickup: string; dropoff: string } };
  /** The transparency log, and the key of the witness that is run for demonstration. */
  log: { url: string; witness: string };
  sftp: SftpAccess;
  infra: {
    postgres: 'embedded' | 'url';
    nats: 'server' | 'url' | 'in-process';
    sftp: 'openssh' | 'ssh2';
  };
  pids: number[];
}

const devFile = () => join(dataDir(), 'dev.json');

export function writeDevFile(content: DevFile): void {
  writeFileSync(devFile(), `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
}

export const removeDevFile = (): void => rmSync(devFile(), { force: true });

/** A small file of secrets that must survive restarts. */
export function kept<T>(name: string): { read(): T | undefined; write(value: T): void } {
  const path = join(dataDir(), name);
  return {
    read: () => {
      try {
        return JSON.parse(readFileSync(path, 'utf8'));
      } catch {
        return undefined;
      }
    },
    write: (value) => {
      mkdirSync(dataDir(), { recursive: true });
      writeFileSync(path, JSON.stringify(value), { mode: 0o600 });
    },
  };
}
