/** The docker command line; DOCKER_HOST names the daemon, as usual. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

interface DockerOptions {
  /** Standard input. */
  input?: string | Uint8Array;
  /** Also shown while it runs. */
  shown?: boolean;
}

/** Standard output of `docker …`; rejects with standard error if it fails. */
export async function docker(
  args: readonly string[],
  { input = '', shown = false }: DockerOptions = {},
): Promise<string> {
  const child = spawn('docker', args);
  const exited = once(child, 'exit');
  if (shown) {
    child.stdout.pipe(process.stderr);
    child.stderr.pipe(process.stderr);
  }
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await exited;
  if (code !== 0) throw new Error(`docker ${args[0]} failed (${code}): ${errors.trim()}`);
  return out.trim();
}

/** Whether a daemon answers. */
export const hasDaemon = (): Promise<boolean> =>
  docker(['version', '--format', '{{.Server.Version}}']).then(Boolean, () => false);
