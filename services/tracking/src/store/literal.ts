/** Many rows as a few arrays, written as Postgres reads them: faster by far than a parameter each. */
import { type RawBuilder, sql } from 'kysely';

type Cell = string | number | boolean | Date | null;
type ElementType = 'int4' | 'int8' | 'float4' | 'bool' | 'date' | 'text' | 'timestamptz';

/** `'{…}'::type[]`. */
export const array = (type: ElementType, cells: readonly Cell[]): RawBuilder<unknown> =>
  sql`${`{${cells.map(literal).join(',')}}`}::${sql.raw(type)}[]`;

/** One member of many rows. */
export const column = <R>(type: ElementType, rows: readonly R[], cell: (row: R) => Cell) =>
  array(type, rows.map(cell));

function literal(cell: Cell): string | number | boolean {
  if (cell === null) return 'NULL';
  if (typeof cell === 'number' || typeof cell === 'boolean') return cell;
  if (typeof cell !== 'string') return cell.toISOString();
  return /["\\]/.test(cell) ? JSON.stringify(cell) : `"${cell}"`;
}
