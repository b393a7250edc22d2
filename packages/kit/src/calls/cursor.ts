/** Keyset paging: a cursor is the id of a row that the caller's list holds. */
import { BadInput } from './refusal.ts';

interface Cursors {
  starting_after?: string | undefined;
  ending_before?: string | undefined;
}

/**
 * A cursor that names nothing of the caller's. An empty page would end a client's loop as if it had
 * read everything; a foreign cursor is answered exactly as an absent one.
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
