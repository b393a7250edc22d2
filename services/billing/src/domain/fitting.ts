/** What one message on the bus has room for, with some to spare. */
const bytesMax = 300_000;

/** As many of the items as one message holds, from the first on, but at least one. */
export function fitting<T>(items: readonly T[]): T[] {
  let bytes = 0;
  const end = items.findIndex((item, place) => {
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1;
    return place > 0 && bytes > bytesMax;
  });
  return end < 0 ? [...items] : items.slice(0, end);
}
