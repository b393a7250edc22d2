interface Page<T> {
  data: T[];
  has_more: boolean;
}
interface Cursor {
  query?: { starting_after?: string };
}

/**
 * All items of a list, page after page; the next page is asked for when it is needed.
 *
 * ```ts
 * for await (const job of eachOf(svc.listJobs, { query: { status: 'delivered' } })) …
 * ```
 */
export async function* eachOf<A extends Cursor, T extends { id: string }>(
  list: (args?: A) => Promise<Page<T>>,
  args: NoInfer<A>,
): AsyncGenerator<T, void> {
  let next: A = args;
  while (true) {
    const { data, has_more } = await list(next);
    yield* data;
    const last = data.at(-1);
    if (!has_more || last === undefined) return;
    next = Object.assign({}, next, { query: { ...next.query, starting_after: last.id } });
  }
}
