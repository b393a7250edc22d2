/**
 * Debounce of readings: a camera reads a symbol in every picture, and one is meant. It counts
 * again once it was out of sight for `quietMs`.
 */
export function createRepeatFilter(quietMs: number): (text: string, atMs: number) => boolean {
  const seen = new Map<string, number>();
  return (text, atMs) => {
    const before = seen.get(text);
    for (const [each, at] of seen) if (atMs - at >= quietMs) seen.delete(each);
    seen.set(text, atMs);
    return before === undefined || atMs - before >= quietMs;
  };
}
