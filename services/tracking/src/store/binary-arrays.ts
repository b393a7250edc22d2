/**
 * Many rows as a few arrays, in the binary form of Postgres (`array_send`): faster by far than a
 * parameter for each cell, and about half the work of text at either end.
 */
import { type RawBuilder, sql } from 'kysely';

interface Cells {
  int4: number;
  int8: number;
  float4: number;
  bool: boolean;
  date: string;
  text: string;
  timestamptz: Date;
  bytea: Buffer;
}
type ElementType = keyof Cells;

interface Form<C> {
  oid: number;
  bytes: (cell: C) => number;
  write: (to: Buffer, cell: C, at: number) => void;
}

const dayMs = 24 * 3_600_000;
/** Where Postgres counts from. */
const epochMs = Date.UTC(2000, 0, 1);

function writeInt64(to: Buffer, value: number, at: number): void {
  to.writeInt32BE(Math.floor(value / 2 ** 32), at);
  to.writeUInt32BE(value >>> 0, at + 4);
}

const forms: { [T in ElementType]: Form<Cells[T]> } = {
  int4: { oid: 23, bytes: () => 4, write: (to, cell, at) => to.writeInt32BE(cell, at) },
  int8: { oid: 20, bytes: () => 8, write: writeInt64 },
  float4: { oid: 700, bytes: () => 4, write: (to, cell, at) => to.writeFloatBE(cell, at) },
  bool: { oid: 16, bytes: () => 1, write: (to, cell, at) => to.writeUInt8(cell ? 1 : 0, at) },
  date: {
    oid: 1082,
    bytes: () => 4,
    write: (to, cell, at) => to.writeInt32BE((Date.parse(cell) - epochMs) / dayMs, at),
  },
  text: { oid: 25, bytes: Buffer.byteLength, write: (to, cell, at) => to.write(cell, at) },
  timestamptz: {
    oid: 1184,
    bytes: () => 8,
    write: (to, cell, at) => writeInt64(to, (cell.getTime() - epochMs) * 1_000, at),
  },
  bytea: { oid: 17, bytes: (cell) => cell.length, write: (to, cell, at) => cell.copy(to, at) },
};

/** `$n::type[]`. */
export const array = <T extends ElementType>(
  type: T,
  cells: readonly (Cells[T] | null)[],
): RawBuilder<unknown> => sql`${encoded(forms[type], cells)}::${sql.raw(type)}[]`;

/** One member of many rows. */
export const column = <R, T extends ElementType>(
  type: T,
  rows: readonly R[],
  cell: (row: R) => Cells[T] | null,
) => array(type, rows.map(cell));

const headBytes = 20;

/** Of one dimension, from 1; a null is a length of -1. */
function encoded<C>({ oid, bytes, write }: Form<C>, cells: readonly (C | null)[]): Buffer {
  const size = cells.reduce((sum, cell) => sum + 4 + (cell === null ? 0 : bytes(cell)), headBytes);
  const to = Buffer.allocUnsafe(size);
  const head = [1, cells.includes(null) ? 1 : 0, oid, cells.length, 1];
  head.forEach((value, n) => {
    to.writeInt32BE(value, n * 4);
  });
  let at = headBytes;
  for (const cell of cells) {
    const length = cell === null ? -1 : bytes(cell);
    to.writeInt32BE(length, at);
    at += 4;
    if (cell === null) continue;
    write(to, cell, at);
    at += length;
  }
  return to;
}
