/** Stops processes of an sshd without ending them: connections stay open and nothing is said. */
import { readdirSync, readFileSync } from 'node:fs';
import { type SftpServer, until } from '@svc/devnet';
import { commandLine, signal } from '@svc/devnet/processes';

/** The sessions of one user, as soon as it has one; without a name all there is. */
export async function freeze(server: SftpServer, user?: string): Promise<void> {
  const found = await until(
    () => {
      const pids = below(server.pid).filter((pid) => !user || isOf(pid, user));
      return pids.length > 0 ? pids : undefined;
    },
    { timeoutMs: 60_000, what: 'somebody who is logged in' },
  );
  for (const pid of found) signal(pid, 'SIGSTOP');
}

export async function thaw(server: SftpServer): Promise<void> {
  for (const pid of below(server.pid)) signal(pid, 'SIGCONT');
}

const isOf = (pid: number, user: string): boolean =>
  commandLine(pid)?.startsWith(`sshd: ${user}`) === true;

/** Descendants of a process. */
function below(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: parentOf(name) }));
  const children = (of: number): number[] =>
    parents.filter(({ parent }) => parent === of).flatMap((c) => [c.pid, ...children(c.pid)]);
  return children(pid);
}

function parentOf(pid: string): number {
  try {
    return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return 0;
  }
}
