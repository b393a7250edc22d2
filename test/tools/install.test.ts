/** The installation runs what the repository names: Node by its checksum, pnpm by the lock file. */
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const script = new URL('../../scripts/install.mjs', import.meta.url).href;
const { nodeFault }: { nodeFault(file?: string): string | undefined } = await import(script);

it('the Node of node_modules is the one of checksums.json', () => {
  expect(nodeFault()).toBeUndefined();
});

it.skipIf(process.platform !== 'linux')('another program in its place is refused', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'node-'));
  const file = join(folder.path, 'node');
  await writeFile(file, '#!/bin/sh\n');
  expect(nodeFault(file)).toMatch(/is not Node \d+\.\d+\.\d+: its SHA-256 is [0-9a-f]{64}$/);
});
