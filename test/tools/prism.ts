/** Stoplight's Prism between client and gateway: another program's opinion of every exchange. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, startChild } from '@svc/devnet';
import type { Stage } from '../../journeys/environment.ts';
import type { Document } from '../../journeys/openapi.ts';

export interface Prism {
  /** Where its clients ask, without a slash at the end. */
  baseUrl: string;
  stop(): Promise<void>;
}

/** Header in which Prism says what of a request or its answer is not as documented. */
export const violationsHeader = 'sl-violations';

export async function startPrism({ baseUrl }: Stage, document: Document): Promise<Prism> {
  const dir = await mkdtemp(join(tmpdir(), 'prism-'));
  const file = join(dir, 'openapi.json');
  await writeFile(file, JSON.stringify(document));
  const port = await freePort();
  const program = fileURLToPath(import.meta.resolve('@stoplight/prism-cli/dist/index.js'));
  const child = await startChild({
    command: process.execPath,
    args: [program, 'proxy', file, baseUrl, '--port', `${port}`],
    logFile: join(dir, 'log'),
    readyTimeoutMs: 60_000,
    ready: (output) => output.includes('Prism is listening'),
  });
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    stop: async () => {
      await child.stop();
      await rm(dir, { recursive: true });
    },
  };
}
