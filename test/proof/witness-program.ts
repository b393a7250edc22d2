/** A witness as others run it: the program of `npm run proof -- witness`, with key, memory and address of its own. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Child, freePort, startChild } from '@svc/devnet';
import { cosignatureType, formatVkey, generateSecret, parseSecret } from '@svc/proof/log/note-key';

const program = fileURLToPath(new URL('../../packages/proof/src/witness/main.ts', import.meta.url));

export type WitnessProgram = Awaited<ReturnType<typeof prepareWitness>>;

/** Not started yet: the log is configured with it first, and it asks the log for its key. */
export async function prepareWitness(parent: string, name: string) {
  const folder = join(parent, name);
  const key = join(folder, 'key');
  const stateIn = (name: string) => join(folder, name);
  await mkdir(folder);
  const [port, secret] = [await freePort(), await generateSecret(name, cosignatureType)];
  const signer = await parseSecret(secret);
  await writeFile(key, secret);
  const address = `http://127.0.0.1:${port}`;
  const outputs: string[] = [];
  let running: Child | undefined;
  return {
    name,
    vkey: formatVkey(signer.key),
    address,
    /** Resolves when it answers. */
    start: async (logUrl: string, memory = 'state'): Promise<void> => {
      const logFile = join(folder, `output-${outputs.length}`);
      outputs.push(logFile);
      const own = [
        '--log',
        logUrl,
        '--key',
        key,
        '--state',
        stateIn(memory),
        '--port',
        String(port),
      ];
      running = await startChild({
        command: process.execPath,
        args: [program, ...own],
        env: { ...process.env, SVC_LOG_LEVEL: 'warn' },
        logFile,
        ready: (output) => output.includes(`address  ${address}`),
        readyTimeoutMs: 60_000,
      });
    },
    kill: async (): Promise<void> => running?.kill(),
    /** Of all its processes. */
    output: async (): Promise<string> =>
      (await Promise.all(outputs.map((file) => readFile(file, 'utf8')))).join(''),
    /** Signed notes that it has kept, without the files that belong to them. */
    kept: async (kind: 'evidence' | 'unproved'): Promise<string[]> =>
      (await readdir(join(stateIn('state'), kind))).filter((each) => !each.includes('.')),
  };
}
