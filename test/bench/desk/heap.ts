/** Growth of a page's heap: a page that is open for a shift must not leak. */

/** MB in ten minutes; a leak of one row a change is 5. */
const growthMaxMb = 1;

/** Least squares over the samples after the first third, in which caches fill, MB in ten minutes. */
export function growthMb(samples: readonly number[], seconds: number): number | undefined {
  const later = samples.slice(Math.floor(samples.length / 3));
  if (later.length < 5) return undefined;
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  const [middle, level] = [(later.length - 1) / 2, mean(later)];
  const slope =
    mean(later.map((value, n) => (n - middle) * (value - level))) /
    mean(later.map((_, n) => (n - middle) ** 2));
  return slope * samples.length * (600 / seconds);
}

/** Throws where the heap of a page, sampled in so many seconds, grows; a short run cannot tell. */
export function requireNoGrowth(
  heaps: Readonly<Record<string, readonly number[]>>,
  seconds: number,
): void {
  if (seconds < 600) return;
  for (const [page, samples] of Object.entries(heaps)) {
    const growth = growthMb(samples, seconds) ?? 0;
    if (growth > growthMaxMb) {
      throw new Error(`the heap of the ${page} grows by ${growth.toFixed(1)} MB in ten minutes`);
    }
  }
}
