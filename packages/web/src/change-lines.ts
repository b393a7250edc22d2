/** The audit log as CSV. */
import { csvLines } from './csv.ts';

type Fields = Readonly<Record<string, string | number | boolean | null>>;

const columns = [
  'id',
  'created_at',
  'person_id',
  'person_name',
  'action',
  'object_id',
  'tenant_id',
  'reason',
  'before',
  'after',
] as const;

/** As accounts lists it. */
type Change = Readonly<
  Record<Exclude<(typeof columns)[number], 'before' | 'after'>, string | null>
> & {
  before: Fields;
  after: Fields;
};

/** The lines of one page; the first begins with the names of the columns. */
export const changeLines = (changes: readonly Change[], page: number): string =>
  csvLines(
    columns,
    changes.map(({ before, after, ...change }) => {
      const row = { ...change, before: fieldsText(before), after: fieldsText(after) };
      return columns.map((name) => row[name]);
    }),
    page,
  );

/** In one line: `role: booker; name: withheld`. */
const fieldsText = (fields: Fields): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name}: ${value ?? 'none'}`)
    .join('; ');
