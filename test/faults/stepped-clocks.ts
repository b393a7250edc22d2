/** Clocks that go by the real time, each off by as much as a test says. */
import type { Clock } from '@svc/kit/clock';

export function steppedClocks(names: readonly string[]) {
  const offsetsMs = new Map<string, number>();
  const clockOf = (name: string): Clock => ({
    now: () => new Date(Date.now() + (offsetsMs.get(name) ?? 0)),
  });
  return {
    all: Object.fromEntries(names.map((name) => [name, clockOf(name)])),
    /** From now on this clock is off by so much; 0: it is right. */
    step: (name: string, ms: number) => offsetsMs.set(name, ms),
  };
}
