/** What one message on the bus has room for, with some to spare. */
const bytesMax = 300_000;

/**
 * A list as the API gives it. A page has as many items as were asked for, or fewer when they would not fit into one message, but
 * at least one. `found` holds one more than asked for if there are more.
 */
export function pageOf<T>(found: readonly T[], limit: number) {
  const data: T[] = [];
  let bytes = 0;
  for (const item of found.slice(0, limit)) {
    bytes += Buffer.byteLength(JSON.stringify(item));
    if (data.length > 0 && bytes > bytesMax) break;
    data.push(item);
  }
  return { object: 'list' as const, data, has_more: found.length > data.length };
}
