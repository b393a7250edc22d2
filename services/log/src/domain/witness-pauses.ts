/**
 * Backoff of witnesses: one that was away or refused is left out for a fixed time, so that it delays and logs
 * nothing meanwhile. Kept in the process: another replica asks once more.
 */

/** Time until a witness that did not cosign is asked again, ms. */
export const pauseMs = 5_000;

export interface WitnessPauses {
  isOver(name: string): boolean;
  begin(name: string): void;
}

export function witnessPauses(now: () => Date): WitnessPauses {
  const begun = new Map<string, number>();
  return {
    isOver: (name) => {
      const ms = now().getTime() - (begun.get(name) ?? Number.NEGATIVE_INFINITY);
      // Negative where the clock was set back since.
      return ms < 0 || ms >= pauseMs;
    },
    begin: (name) => begun.set(name, now().getTime()),
  };
}
