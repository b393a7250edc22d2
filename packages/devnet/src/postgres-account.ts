import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export type Account = { uid: number; gid: number };

/**
 * The account that Postgres must run as: undefined means our own. Postgres refuses to run as
 * root, and initdb requires a named account, so root uses one that every system has.
 */
export function serverAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = accounts.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (Number(uid) > 0 && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(
    'Postgres cannot run as root, and there is no account "postgres" or "nobody" to run it as: ' +
      'start as an ordinary user, or set SVC_POSTGRES_URL to a server of your own',
  );
}

/** Whether the account may enter the folder; a parent such as /root (mode 700) may forbid it. */
export function canEnter(folder: string, account: Account): boolean {
  const script = 'cd -- "$0"';
  return spawnSync('/bin/sh', ['-c', script, folder], { ...account, cwd: '/' }).status === 0;
}
