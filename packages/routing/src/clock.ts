/** Bounds of a search. With `iterationsMax` alone, equal seeds give equal plans. */
export interface SearchLimits {
  readonly iterationsMax?: number;
  /** Milliseconds from the begin of the search, by `now`. */
  readonly timeMs?: number;
  /** Milliseconds of any clock that does not run backwards. */
  readonly now?: () => number;
}

export interface SearchClock {
  /** Counts an iteration. Share of the search that is over, at least 1 at its end. */
  step(): number;
  readonly iterations: number;
}

/** The clock is read once in so many iterations. */
const readEvery = 16;

export function startClock({ iterationsMax = Infinity, timeMs, now }: SearchLimits): SearchClock {
  if (timeMs !== undefined && now === undefined) throw new Error('timeMs needs now');
  if (timeMs === undefined && iterationsMax === Infinity) {
    throw new Error('a search needs iterationsMax or timeMs');
  }
  const started = now?.() ?? 0;
  let iterations = 0;
  let elapsed = 0;
  return {
    step: () => {
      if (now && timeMs !== undefined && iterations % readEvery === 0) {
        elapsed = (now() - started) / timeMs;
      }
      iterations++;
      return Math.max(elapsed, iterations / iterationsMax);
    },
    get iterations() {
      return iterations;
    },
  };
}
