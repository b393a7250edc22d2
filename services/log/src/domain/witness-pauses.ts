/**
 * Backoff of witnesses: one that was unavailable or refused is left out for a time that doubles
 * with each failure in a row, so that it delays and logs little meanwhile. Kept in the process:
 * another replica asks it once more.
 */

/** After the first failure, and at most, ms. */
export const [firstPauseMs, longestPauseMs] = [1_000, 8_000];

export interface WitnessPauses {
  isOver(name: string): boolean;
  /** Counts a failure. */
  begin(name: string): void;
  /** The witness cosigned. */
  end(name: string): void;
}

export function witnessPauses(now: () => Date): WitnessPauses {
  const begun = new Map<string, { at: number; ms: number }>();
  return {
    isOver: (name) => {
      const pause = begun.get(name);
      if (!pause) return true;
      const ms = now().getTime() - pause.at;
      // Negative where the clock was set back since.
      return ms < 0 || ms >= pause.ms;
    },
    begin: (name) => {
      const last = begun.get(name)?.ms;
      const ms = last === undefined ? firstPauseMs : Math.min(2 * last, longestPauseMs);
      begun.set(name, { at: now().getTime(), ms });
    },
    end: (name) => {
      begun.delete(name);
    },
  };
}
