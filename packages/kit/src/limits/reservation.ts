/**
 * Reservations on a budget, for work whose charge is known only from its result: a failed
 * authentication, a new sandbox session. One unit is reserved before the work starts, then either
 * charged or released. Work that finds every remaining unit reserved waits for a release, up to 1 s.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Budget } from './budget.ts';
import type { LimitState } from './sliding-window.ts';

interface ChargedWork<T> {
  work: () => Promise<T>;
  /** Whether the result is charged to the budget. */
  charges: (result: T) => boolean;
}

/** The work was not started when `exhausted` (nothing left) or `busy` (waited longer than 1 s). */
type ReservationResult<T> = { result: T } | { exhausted: LimitState } | { busy: true };

/** Maximum wait for a release, ms. */
const waitMs = 1_000;

interface Reservations {
  run<T>(key: string, job: ChargedWork<T>): Promise<ReservationResult<T>>;
}

interface Reserved {
  reserved: number;
  released: PromiseWithResolvers<void>;
}

export function createReservations(budget: Budget): Reservations {
  const open = new Map<string, Reserved>();

  const reserve = async (
    key: string,
  ): Promise<Exclude<ReservationResult<never>, { result: never }> | undefined> => {
    let timeout: Promise<'timeout'> | undefined;
    for (;;) {
      const state = budget.peek(key);
      if (!state.admitted) return { exhausted: state };
      const units = open.get(key) ?? { reserved: 0, released: Promise.withResolvers() };
      open.set(key, units);
      if (units.reserved < state.remaining) {
        units.reserved += 1;
        return undefined;
      }
      timeout ??= pause(waitMs, 'timeout', { ref: false });
      const waited = await Promise.race([units.released.promise, timeout]);
      if (waited === 'timeout') return { busy: true };
    }
  };
  const release = (key: string) => {
    const units = open.get(key);
    if (!units) return;
    units.reserved -= 1;
    units.released.resolve();
    if (units.reserved > 0) units.released = Promise.withResolvers();
    else open.delete(key);
  };
  return {
    run: async (key, { work, charges }) => {
      const refused = await reserve(key);
      if (refused) return refused;
      try {
        const result = await work();
        if (charges(result)) budget.consume(key);
        return { result };
      } finally {
        release(key);
      }
    },
  };
}
