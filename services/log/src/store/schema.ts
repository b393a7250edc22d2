import type { ColumnType, Generated } from 'kysely';

/** `bigint` is read as text, and written as a number. */
type BigInteger = ColumnType<string, number, number>;
type OptionalBigInteger = ColumnType<string | null, number | null, number | null>;

export interface Tables {
  entry: {
    id: Generated<string>;
    leaf_hash: Buffer;
    body: string;
    submitted_at: Date;
    leaf_index: OptionalBigInteger;
  };
  tile: { level: number; tile_index: BigInteger; hashes: Buffer };
  tree: {
    origin: string;
    vkey: string;
    encrypted_secret: string;
    size: BigInteger;
    cluster_history: string;
    halted: string | null;
  };
  checkpoint: {
    size: BigInteger;
    note: string;
    signed_at: Date;
    published_at: Date | null;
  };
  cosignature: { size: BigInteger; witness: string; line: string };
  publisher_lease: { lease_until: Date };
  witness: {
    name: string;
    size: OptionalBigInteger;
    away_since: Date | null;
    fault: string | null;
  };
}
