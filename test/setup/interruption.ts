/** For commands that start servers: a signal ends their work, so that `finally` stops the servers. */

export interface Interruption {
  signal: AbortSignal;
  /** As `work`, or rejects when a signal comes; what is under way then is left. */
  race<T>(work: Promise<T>): Promise<T>;
}

/** From now on a signal does not end this process by itself. */
export function interruption(): Interruption {
  const ended = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      ended.abort(new Error(`ended by ${name}`));
    });
  }
  const { signal } = ended;
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
  // Nothing may be racing when it comes.
  aborted.catch(() => undefined);
  return { signal, race: (work) => Promise.race([work, aborted]) };
}
