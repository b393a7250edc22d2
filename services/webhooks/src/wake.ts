/** Tells the deliverers of this process that something may be due; those of others look on their own. */
const listeners = new Set<() => void>();

export const wakeDeliverers = (): void => {
  for (const listener of listeners) listener();
};

/** Returns how to stop listening. */
export const onWake = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};
