import { refused } from '@svc/kit/testing/service-test';
import { openCheckpoint } from '@svc/proof/log/checkpoint';
import { parseEntryBundle } from '@svc/proof/log/entry-bundle';
import { parseLogProof, provesLeaf } from '@svc/proof/log/log-proof';
import { hashLeaf } from '@svc/proof/log/merkle';
import { parseVkey } from '@svc/proof/log/note-key';
import { parsePolicy } from '@svc/proof/log/policy';
import { verifyConsistency } from '@svc/proof/log/proof';
import { type Tile, tileOf, tilePath } from '@svc/proof/log/tile';
import { consistencyProof, rootHash, type TileReader } from '@svc/proof/log/tree';
import { logEntryText } from '@svc/proof/verify/log-entry';
import { describe, expect, it } from 'vitest';
import { entriesOf, entryOf, logTest, origin } from './app.ts';

const app = logTest();

const head = async () => {
  const [{ vkey }] = await app.sql('select vkey from log.tree');
  return (await openCheckpoint((await app.log().checkpoint({})).note ?? '', parseVkey(vkey)))
    .checkpoint;
};
const bytesOf = async (tile: Tile) =>
  Buffer.from((await app.log().tile({ path: tilePath(tile) })).bytes, 'base64');
const read: TileReader = bytesOf;
const leafOf = (n: number) => hashLeaf(Buffer.from(logEntryText(entryOf(n))));
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

describe('the log', () => {
  it('starts with a signed checkpoint of no entries', async () => {
    await app.covered(0);
    expect(await head()).toMatchObject({ origin, size: 0 });
  });

  it('publishes checkpoints over submitted entries, each extending its predecessor', async () => {
    let before = await head();
    for (const [from, to] of [
      [0, 1],
      [1, 300],
      [300, 700],
    ] as const) {
      await app.submit(entriesOf(from, to));
      await app.covered(to);
      const after = await head();
      expect(hex(await rootHash(read, to))).toBe(hex(after.root));
      const proof = await consistencyProof(read, before.size, after.size);
      expect(verifyConsistency(before, after, proof)).toBe(true);
      before = after;
    }
  });

  it('keeps the order of an event, and serves the entries as they were hashed', async () => {
    const bundle = tileOf('entries', 2, 700);
    const entries = parseEntryBundle(await bytesOf(bundle), bundle.width);
    expect(entries.map((each) => Buffer.from(each).toString())).toEqual(
      entriesOf(512, 700).map(logEntryText),
    );
  });

  it('does not append an entry twice', async () => {
    await app.submit([entryOf(3), entryOf(700), entryOf(5)]);
    await app.covered(701);
    const indexes = await app.sql('select leaf_index from log.entry order by leaf_index');
    expect(indexes.map(({ leaf_index }) => Number(leaf_index))).toEqual(
      Array.from({ length: 701 }, (_, n) => n),
    );
  });

  it('proves the entries that it has, and no others', async () => {
    const leaves = [leafOf(0), leafOf(257), leafOf(700), leafOf(99_999)];
    const { proofs } = await app.log().proofs({ leaf_hashes: leaves.map(hex) });
    expect(proofs[3]).toBeNull();
    for (const [n, text] of proofs.slice(0, 3).entries()) {
      const proof = parseLogProof(text ?? '');
      expect(provesLeaf(proof, leaves[n] ?? leafOf(0))).toBe(true);
      expect(provesLeaf(proof, leafOf(1))).toBe(false);
      expect((text ?? '').length).toBeLessThan(2_048);
    }
  });

  it('shows its key in its policy, without witnesses', async () => {
    const policy = parsePolicy((await app.log().policy({})).text ?? '');
    expect(policy).toMatchObject({ quorum: 'none', witnesses: [] });
    expect(policy.logs[0]).toMatchObject({ key: { name: origin }, url: 'https://svc.example/log' });
  });

  it.each([
    'tile/0/002',
    'tile/1/000.p/3',
    'tile/3/000.p/1',
    'tile/entries/009.p/1',
    'tile/0/0',
    'tile/0/000.p/256',
    'tile/0/x000/001',
    'tile/../entries/000',
    `tile/0/${'x000/'.repeat(50)}000`,
  ])('refuses the tile path %s with not_found', async (path) => {
    expect(await app.call('tile', { path })).toEqual(refused('not_found'));
  });

  it('purges old checkpoints but the newest and the last cosigned one of each hour', async () => {
    app.clock.advanceMs(2 * 24 * 3_600_000);
    await app.sql(
      `insert into log.checkpoint select n, 'old', now() - interval '1 year', now()
         from generate_series(1000000, 1000200) n`,
    );
    await app.sql(
      "insert into log.cosignature select n, 'w', 'line' from generate_series(1000000, 1000050) n",
    );
    await app.running().runSchedule('log', 'purge-checkpoints');
    const kept = await app.sql('select size from log.checkpoint order by size');
    expect(kept).toHaveLength(101);
    expect(kept[0]).toEqual({ size: '1000050' });
    await app.sql("delete from log.checkpoint where note = 'old'");
  });
});
