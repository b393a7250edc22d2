/** Keyset paging: a cursor is the id of a row that the caller's list holds. */
import { BadInput } from './refusal.ts';

/** Bytes of a page: well below the 1 MiB of a NATS message. */
const bytesMax = 300_000;

/**
 * A list as the API returns it. A page has `limit` items, or fewer if they do not fit into one
 * message, but at least one. `found` has one item more than `limit` if there is a next page.
 */
export function toPage<T>(found: readonly T[], limit: number) {
  const data: T[] = [];
  let bytes = 0;
  for (const item of found.slice(0, limit)) {
    bytes += Buffer.byteLength(JSON.stringify(item));
    if (data.length > 0 && bytes > bytesMax) break;
    data.push(item);
  }
  return { object: 'list' as const, data, has_more: found.length > data.length };
}

interface Cursors {
  starting_after?: string | undefined;
  ending_before?: string | undefined;
}

/**
 * Fault of a cursor that does not name an object of the caller's. An empty page would end a
 * client's loop as if it had read everything; a foreign cursor is refused exactly like an absent
 * one.
 */
export const unknownCursor = (field: string): BadInput =>
  new BadInput([
    {
      path: [field],
      code: 'unknown_cursor',
      message: 'Names nothing of this list (any more): begin again without it.',
    },
  ]);

/** `find` selects the row of a cursor, independent of the other filters. */
export async function requireCursor(
  { starting_after, ending_before }: Cursors,
  find: (cursor: string) => { executeTakeFirst(): Promise<unknown> },
): Promise<void> {
  const cursor = starting_after ?? ending_before;
  if (cursor === undefined || (await find(cursor).executeTakeFirst()) !== undefined) return;
  throw unknownCursor(starting_after === undefined ? 'ending_before' : 'starting_after');
}
