/** Which rows a board shows, and in which order. Pure: runs in the browser, too. */
import type { LiveJob } from '@svc/contracts';
import { compareKeys } from './board-columns.ts';
import { isOver } from './urgency.ts';

/** The query of the page. */
type Filter = Pick<URLSearchParams, 'get'>;

/** Effect of a change on the board: the row is shown, kept if it is there, or goes. */
export function rowFate(
  job: LiveJob,
  filter: Filter,
  attentions: readonly string[],
): 'show' | 'keep' | 'remove' {
  const of = (name: string) => filter.get(name)?.trim() || undefined;
  // Whether another job matches it is known to the service alone.
  const isSearch = of('q') !== undefined;
  const [status, driver, show] = [of('status'), of('driver_id'), of('show')];
  const isFiltered = [status, driver].some((each) => each !== undefined);
  const isListed = isFiltered
    ? (status ?? job.status) === job.status && (driver ?? job.driver_id) === job.driver_id
    : isSearch || show === 'delivered' || !isOver(job);
  if (!isListed || (show !== undefined && !attentions.includes(show))) return 'remove';
  return isSearch || of('starting_after') !== undefined ? 'keep' : 'show';
}

/** As `byUrgency` orders: rank, due time, id; as texts of attributes. */
export interface RowKey {
  rank?: string;
  due?: string;
  job?: string;
  /** Key of the column that the board is sorted by. */
  sort?: string;
}

function compareRows(a: RowKey, b: RowKey, sort?: string): number {
  const order = compareKeys(a.sort, b.sort, sort);
  if (order !== 0) return order;
  const ranks = Number(a.rank) - Number(b.rank);
  if (ranks !== 0) return ranks;
  const due = Date.parse(a.due ?? '') - Date.parse(b.due ?? '');
  if (due !== 0) return a.rank === '2' ? -due : due;
  return (a.job ?? '') < (b.job ?? '') ? -1 : 1;
}

/** Where a row belongs among sorted others: binary search. */
export function placeAmong(
  rows: ArrayLike<{ dataset: RowKey }>,
  key: RowKey,
  sort?: string,
): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = rows[middle]?.dataset ?? {};
    if (compareRows(other, key, sort) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
