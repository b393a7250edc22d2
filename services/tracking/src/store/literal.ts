/** Many rows as a few arrays, written as Postgres reads them: faster by far than a parameter each. */
import { type RawBuilder, sql } from 'kysely';

type Cell = string | number | boolean | Date | null;
type ElementType = 'int4' | 'int8' | 'float4' | 'bool' | 'date' | 'text' | 'timestamptz';

/** `'{…}'::type[]`. */
export const array = (type: ElementType, cells: readonly Cell[]): RawBuilder<unknown> =>
  sql`${`{${cells.map(literal).join(',')}}`}::${sql.raw(type)}[]`;

function literal(cell: Cell): string {
  if (cell === null) return 'NULL';
  if (cell instanceof Date) return cell.toISOString();
  if (typeof cell !== 'string') return String(cell);
  return `"${cell.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
