/** Debian packages that a machine lacks. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const script =
  'apt-get -qq update; exec apt-get -qq install -y --no-install-recommends "$@" >/dev/null';

/**
 * Installs packages; false where there is no apt or no right to use it. One caller on the machine at
 * a time: apt refuses a second one.
 */
export async function aptInstall(...packages: string[]): Promise<boolean> {
  if (process.getuid?.() !== 0) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return run('flock', ['/var/lock/svc-apt', 'sh', '-c', script, 'sh', ...packages], { env }).then(
    () => true,
    () => false,
  );
}
