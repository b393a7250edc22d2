/** Naive trees: every hash by the recursive definition of RFC 6962, section 2.1. */
import { utf8 } from '../../src/log/bytes.ts';
import { emptyRoot, hashLeaf, hashNode, splitOf } from '../../src/log/merkle.ts';
import { generateSecret, parseSecret, signatureType } from '../../src/log/note-key.ts';
import { tilePath } from '../../src/log/tile.ts';
import { appendLeaves, type TileReader } from '../../src/log/tree.ts';

export const leavesOf = (size: number): Uint8Array[] =>
  Array.from({ length: size }, (_, n) => hashLeaf(utf8(`entry ${n}`)));

export class NaiveTree {
  readonly #leaves: readonly Uint8Array[];
  readonly #known = new Map<string, Uint8Array>();

  constructor(leaves: readonly Uint8Array[]) {
    this.#leaves = leaves;
  }

  /** MTH(D[from:to]) */
  root(from: number, to: number): Uint8Array {
    const key = `${from}:${to}`;
    const known = this.#known.get(key);
    if (known) return known;
    const root = this.#compute(from, to);
    this.#known.set(key, root);
    return root;
  }

  #compute(from: number, to: number): Uint8Array {
    if (from === to) return emptyRoot;
    if (to - from === 1) return this.#leaves[from] ?? emptyRoot;
    const middle = from + splitOf(to - from);
    return hashNode(this.root(from, middle), this.root(middle, to));
  }

  /** PATH(index, D[from:to]) */
  path(index: number, from: number, to: number): Uint8Array[] {
    if (to - from === 1) return [];
    const k = splitOf(to - from);
    return index < k
      ? [...this.path(index, from, from + k), this.root(from + k, to)]
      : [...this.path(index - k, from + k, to), this.root(from, from + k)];
  }

  /** PROOF(older, D[size]) */
  proof(older: number, size: number): Uint8Array[] {
    return older === 0 || older === size ? [] : this.#subproof(older, { from: 0, to: size }, true);
  }

  #subproof(
    older: number,
    { from, to }: { from: number; to: number },
    isWhole: boolean,
  ): Uint8Array[] {
    if (older === to - from) return isWhole ? [] : [this.root(from, to)];
    const k = splitOf(to - from);
    return older <= k
      ? [...this.#subproof(older, { from, to: from + k }, isWhole), this.root(from + k, to)]
      : [...this.#subproof(older - k, { from: from + k, to }, false), this.root(from, from + k)];
  }
}

/** Tiles in memory: `read` rejects what was never written. */
export class Tiles {
  readonly files = new Map<string, Uint8Array>();
  size = 0;
  root = emptyRoot;

  readonly read: TileReader = async (tile) => {
    const bytes = this.files.get(tilePath(tile));
    if (!bytes) throw new Error(`there is no ${tilePath(tile)}`);
    return bytes;
  };

  async append(leaves: readonly Uint8Array[]): Promise<void> {
    const { writes, size, root } = await appendLeaves(this.read, this.size, leaves);
    for (const { tile, bytes } of writes) this.files.set(tilePath(tile), bytes);
    this.size = size;
    this.root = root;
  }
}

/** A key made for a test. */
export const signerOf = async (name: string, type: 1 | 4 = signatureType) =>
  parseSecret(await generateSecret(name, type));
