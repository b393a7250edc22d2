import fc from 'fast-check';
import { expect, it } from 'vitest';
import { concat, toHex } from '../../src/log/bytes.ts';
import { appendLeaf, emptyRange, emptyRoot, hashLeaf, rootOf } from '../../src/log/merkle.ts';
import { verifyConsistency, verifyInclusion } from '../../src/log/proof.ts';
import { tilePath, tilesOf } from '../../src/log/tile.ts';
import { consistencyProof, inclusionProof, rootHash } from '../../src/log/tree.ts';
import { leavesOf, NaiveTree, Tiles } from './trees.ts';

const sizeMax = 300;
const leaves = leavesOf(sizeMax);
const naive = new NaiveTree(leaves);

/** One leaf more each time: the partial tiles of every size are there. */
async function grown(): Promise<Tiles> {
  const tiles = new Tiles();
  for (const leaf of leaves) await tiles.append([leaf]);
  return tiles;
}

it('has the roots of RFC 6962 that others publish', () => {
  // The test vectors of certificate-transparency-go, merkle/rfc6962.
  const inputs = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657'];
  inputs.push('606162636465666768696a6b6c6d6e6f');
  const roots = inputs.reduce<{ range: typeof emptyRange; roots: string[] }>(
    ({ range, roots: known }, input) => {
      const next = appendLeaf(range, hashLeaf(Uint8Array.from(Buffer.from(input, 'hex'))));
      return { range: next, roots: [...known, toHex(rootOf(next))] };
    },
    { range: emptyRange, roots: [] },
  ).roots;
  expect(toHex(emptyRoot)).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(roots[0]).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d');
  expect(roots[7]).toBe('5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328');
});

it('proves every leaf of every size to 300 as the definition does', async () => {
  const tiles = await grown();
  for (let size = 1; size <= sizeMax; size += 1) {
    const head = { size, root: naive.root(0, size) };
    expect(await rootHash(tiles.read, size)).toEqual(head.root);
    for (let index = 0; index < size; index += 1) {
      const proof = await inclusionProof(tiles.read, index, size);
      const same = toHex(concat(...proof)) === toHex(concat(...naive.path(index, 0, size)));
      const hash = naive.root(index, index + 1);
      if (!same || !verifyInclusion({ index, hash }, proof, head)) {
        expect.fail(`leaf ${index} of ${size}`);
      }
    }
  }
});

it('proves every size to 300 consistent with every older one as the definition does', async () => {
  const tiles = await grown();
  for (let size = 0; size <= sizeMax; size += 1) {
    const newer = { size, root: naive.root(0, size) };
    for (let older = 0; older <= size; older += 1) {
      const proof = await consistencyProof(tiles.read, older, size);
      const same = toHex(concat(...proof)) === toHex(concat(...naive.proof(older, size)));
      const head = { size: older, root: naive.root(0, older) };
      if (!same || !verifyConsistency(head, newer, proof)) expect.fail(`${older} of ${size}`);
    }
  }
});

it('proves random leaves and sizes to 100,000', async () => {
  const many = leavesOf(100_000);
  const large = new NaiveTree(many);
  const tiles = new Tiles();
  const sizes = fc.sample(fc.integer({ min: 1, max: many.length }), { numRuns: 40, seed: 7 });
  for (const size of [...new Set([...sizes, 65_536, many.length])].sort((a, b) => a - b)) {
    await tiles.append(many.slice(tiles.size, size));
    const head = { size, root: large.root(0, size) };
    expect(tiles.root).toEqual(head.root);
    for (const of of fc.sample(fc.nat(size - 1), { numRuns: 25, seed: size })) {
      const leaf = { index: of, hash: many[of] ?? emptyRoot };
      const proof = await inclusionProof(tiles.read, of, size);
      expect(verifyInclusion(leaf, proof, head)).toBe(true);
      const between = await consistencyProof(tiles.read, of, size);
      expect(verifyConsistency({ size: of, root: large.root(0, of) }, head, between)).toBe(true);
    }
  }
  const written = [...tilesOf(many.length)].map(tilePath);
  expect(written.every((path) => tiles.files.has(path))).toBe(true);
});

it('writes the same tiles however the leaves are batched', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 90 }), { maxLength: 8 }), async (cuts) => {
      const tiles = new Tiles();
      for (const cut of cuts) await tiles.append(leaves.slice(tiles.size, tiles.size + cut));
      await tiles.append(leaves.slice(tiles.size));
      const whole = new Tiles();
      await whole.append(leaves);
      for (const [path, bytes] of whole.files) expect(tiles.files.get(path)).toEqual(bytes);
      expect(tiles.root).toEqual(whole.root);
    }),
    { numRuns: 50 },
  );
});

const size = fc.integer({ min: 1, max: sizeMax });

it('refuses an inclusion proof in which one thing is changed', async () => {
  const tiles = await grown();
  await fc.assert(
    fc.asyncProperty(size, fc.nat(), fc.nat(), async (total, at, bit) => {
      const index = at % total;
      const proof = await inclusionProof(tiles.read, index, total);
      const hash = naive.root(index, index + 1);
      const head = { size: total, root: naive.root(0, total) };
      const flipped = proof.map((each, n) => (n === bit % proof.length ? flip(each, bit) : each));
      const other = { index: (index + 1) % total, hash };
      const wrong: Parameters<typeof verifyInclusion>[] = [
        [{ index, hash: flip(hash, bit) }, proof, head],
        [{ index, hash }, [...proof, hash], head],
        [{ index: total, hash }, proof, head],
      ];
      if (proof.length > 0) wrong.push([{ index, hash }, flipped, head]);
      if (proof.length > 0) wrong.push([{ index, hash }, proof.slice(1), head]);
      if (total > 1) wrong.push([other, proof, head]);
      expect(wrong.filter((parts) => verifyInclusion(...parts))).toEqual([]);
    }),
  );
});

it('refuses a consistency proof in which one thing is changed', async () => {
  const tiles = await grown();
  await fc.assert(
    fc.asyncProperty(size, fc.nat(), fc.nat(), async (total, at, bit) => {
      const older = 1 + (at % total);
      const proof = await consistencyProof(tiles.read, older, total);
      const [before, after] = [
        { size: older, root: naive.root(0, older) },
        { size: total, root: naive.root(0, total) },
      ];
      const flipped = proof.map((each, n) => (n === bit % proof.length ? flip(each, bit) : each));
      const wrong: Parameters<typeof verifyConsistency>[] = [
        [{ ...before, root: flip(before.root, bit) }, after, proof],
        [before, { ...after, root: flip(after.root, bit) }, proof],
        [before, after, [...proof, before.root]],
        [{ ...before, size: total + 1 }, after, proof],
      ];
      if (proof.length > 0) wrong.push([before, after, flipped]);
      expect(wrong.filter((parts) => verifyConsistency(...parts))).toEqual([]);
    }),
  );
});

const flip = (bytes: Uint8Array, bit: number): Uint8Array =>
  bytes.map((byte, n) => (n === bit % bytes.length ? byte ^ (1 << (bit % 8)) : byte));
