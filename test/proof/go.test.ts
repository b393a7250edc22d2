/** Go's own implementation (golang.org/x/mod/sumdb) agrees with every byte of a log of 100,000 entries. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { aptInstall } from '@svc/devnet/apt';
import { toBase64, utf8 } from '@svc/tlog/bytes';
import { signCheckpoint } from '@svc/tlog/checkpoint';
import { hashLeaf } from '@svc/tlog/merkle';
import { formatVkey, generateSecret, parseSecret } from '@svc/tlog/note-key';
import { tilePath } from '@svc/tlog/tile';
import { appendLeaves, consistencyProof, inclusionProof, type TileReader } from '@svc/tlog/tree';
import { afterAll, expect, it } from 'vitest';

const run = promisify(execFile);
const go = '/usr/bin/go';
const sources = '/usr/share/gocode';

/** Debian's Go with golang-golang-x-mod-dev; installed with apt where that can be done. */
async function requireGo(): Promise<boolean> {
  const isThere = () => existsSync(go) && existsSync(join(sources, 'src/golang.org/x/mod/sumdb'));
  if (!isThere()) await aptInstall('golang-go', 'golang-golang-x-mod-dev');
  return isThere();
}

// Where Go cannot be had this counts as skipped, and is named at the end.
const hasGo = await requireGo();
const size = 100_000;
let folder = '';
afterAll(() => rm(folder, { recursive: true, force: true }));

it.skipIf(!hasGo)(
  'verifies checkpoint, tiles, 10,000 inclusions and every consistency',
  async () => {
    folder = await mkdtemp(join(tmpdir(), 'agree-'));
    const signer = await parseSecret(await generateSecret('log.example', 1));
    const tiles = new Map<string, Uint8Array>();
    const read: TileReader = async (tile) => tiles.get(tilePath(tile)) ?? new Uint8Array(0);
    const leaves = Array.from({ length: size }, (_, n) => hashLeaf(utf8(`entry ${n}`)));
    const { writes, root } = await appendLeaves(read, 0, leaves);
    for (const { tile, bytes } of writes) {
      const path = tilePath(tile);
      tiles.set(path, bytes);
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), bytes);
    }
    const texts = (hashes: readonly Uint8Array[]) => hashes.map(toBase64);
    const inclusion: unknown[] = [];
    for (let index = 3; index < size; index += 10) {
      inclusion.push({ Index: index, Hashes: texts(await inclusionProof(read, index, size)) });
    }
    const consistency: unknown[] = [];
    for (let older = 1; older < size; older += older < 300 ? 1 : 997) {
      consistency.push({ Size: older, Hashes: texts(await consistencyProof(read, older, size)) });
    }
    const proofs = JSON.stringify({ Inclusion: inclusion, Consistency: consistency });
    await writeFile(join(folder, 'proofs.json'), proofs);
    await writeFile(join(folder, 'checkpoint'), await signCheckpoint({ size, root }, signer));
    await writeFile(join(folder, 'vkey'), formatVkey(signer.key));
    const env = {
      ...process.env,
      GO111MODULE: 'off',
      GOPATH: sources,
      GOCACHE: join(folder, 'cache'),
    };
    const { stdout } = await run(go, ['run', join(import.meta.dirname, 'agree.go'), folder], {
      env,
    });
    expect(stdout).toBe(
      `agrees ${size} ${writes.length} ${inclusion.length} ${consistency.length}\n`,
    );
    expect(inclusion).toHaveLength(10_000);
  },
);
