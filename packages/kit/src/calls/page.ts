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
