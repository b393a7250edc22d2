/** Go's own implementation (golang.org/x/mod/sumdb) agrees with every byte of a log of 100,000 entries. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { aptInstall } from '@svc/devnet/apt';
import { utf8 } from '@svc/proof/log/bytes';
import { signCheckpoint } from '@svc/proof/log/checkpoint';
import { hashLeaf, hashLength } from '@svc/proof/log/merkle';
import { formatVkey, generateSecret, parseSecret } from '@svc/proof/log/note-key';
import { tilePath } from '@svc/proof/log/tile';
import {
  appendLeaves,
  consistencyProof,
  inclusionProof,
  type TileReader,
  type TileWrite,
} from '@svc/proof/log/tree';
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
/**
 * From each size to the next: up to this one. `SVC_PROOF_SIZES=100000` takes every size, and some two minutes,
 * because each size has partial tiles of its own.
 */
const nextMax = Number(process.env.SVC_PROOF_SIZES ?? 2_000);
/** Between any two sizes, up to this one. */
const pairsMax = 100;
let folder = '';
afterAll(() => rm(folder, { recursive: true, force: true }));

it.skipIf(!hasGo)(
  'verifies checkpoint, tiles, 10,000 inclusions, and the consistency of each older size',
  async () => {
    folder = await mkdtemp(join(tmpdir(), 'agree-'));
    const signer = await parseSecret(await generateSecret('log.example', 1));
    const leaves = Array.from({ length: size }, (_, n) => hashLeaf(utf8(`entry ${n}`)));
    const { writes, root } = await appendLeaves(async () => new Uint8Array(), 0, leaves);
    for (const { tile, bytes } of writes) {
      const path = join(folder, tilePath(tile));
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, bytes);
    }
    const read = tilesOfAnySize(writes);
    const inclusion: Proof[] = [];
    for (let index = 3; index < size; index += 10) {
      inclusion.push([index, size, await inclusionProof(read, index, size)]);
    }
    const consistency: Proof[] = [];
    for (const [older, newer] of sizes()) {
      consistency.push([older, newer, await consistencyProof(read, older, newer)]);
    }
    await writeFile(join(folder, 'inclusion'), bytesOf(inclusion));
    await writeFile(join(folder, 'consistency'), bytesOf(consistency));
    await writeFile(join(folder, 'checkpoint'), await signCheckpoint({ size, root }, signer));
    await writeFile(join(folder, 'vkey'), formatVkey(signer.key));
    const GOCACHE = join(folder, 'cache');
    const env = { ...process.env, GO111MODULE: 'off', GOPATH: sources, GOCACHE };
    const program = join(import.meta.dirname, 'agree.go');
    const { stdout } = await run(go, ['run', program, folder], { env });
    expect(stdout).toBe(`agrees ${size} ${writes.length} 10000 ${consistency.length}\n`);
    expect(consistency.length).toBeGreaterThan(size);
  },
);

/** Each size to the last one, each to the next, and all pairs of the smallest. */
function* sizes(): Generator<[older: number, newer: number]> {
  for (let older = 1; older < size; older += 1) yield [older, size];
  for (let older = 1; older < Math.min(nextMax, size); older += 1) yield [older, older + 1];
  for (let newer = 3; newer <= pairsMax; newer += 1) {
    for (let older = 1; older < newer - 1; older += 1) yield [older, newer];
  }
}

type Proof = [first: number, second: number, hashes: readonly Uint8Array[]];

/** Two numbers and a count of hashes, of 32 bits each, and the hashes. */
const bytesOf = (proofs: readonly Proof[]): Buffer =>
  Buffer.concat(
    proofs.flatMap(([first, second, hashes]) => {
      const head = Buffer.alloc(12);
      for (const [n, value] of [first, second, hashes.length].entries()) {
        head.writeUInt32BE(value, 4 * n);
      }
      return [head, ...hashes];
    }),
  );

/** A partial tile is the beginning of the widest one. The last ones stay, each the same bytes again. */
function tilesOfAnySize(writes: readonly TileWrite[]): TileReader {
  const places = new Map(writes.map(({ tile, bytes }) => [`${tile.level} ${tile.index}`, bytes]));
  const recent = new Map<string, Uint8Array>();
  return async ({ level, index, width }) => {
    const widest = places.get(`${level} ${index}`) ?? new Uint8Array();
    if (widest.length === width * hashLength) return widest;
    const name = `${level} ${index} ${width}`;
    const part = recent.get(name) ?? widest.subarray(0, width * hashLength);
    recent.set(name, part);
    if (recent.size > 64) recent.delete([...recent.keys()][0] ?? '');
    return part;
  };
}
