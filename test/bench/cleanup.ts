/** Cleanup of a bench's processes when it ends, when it fails and when it is ended from outside. */
import { constants } from 'node:os';

const running = new Set<AsyncDisposableStack>();
let exit: Promise<never> | undefined;

/** `start` defers the end of each thing as it starts it, so that a failed start leaves nothing. */
export async function withStack<S>(
  start: (cleanup: AsyncDisposableStack) => Promise<S>,
  work: (stack: S) => Promise<void>,
): Promise<void> {
  const cleanup = new AsyncDisposableStack();
  running.add(cleanup);
  try {
    await work(await start(cleanup));
  } catch (error) {
    // A stack that is being stopped fails the work on it: the exit must not be cut short by that.
    await exit;
    throw error;
  } finally {
    await cleanup.disposeAsync();
    running.delete(cleanup);
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    exit ??= stopAll(128 + constants.signals[signal]);
  });
}

async function stopAll(code: number): Promise<never> {
  await Promise.allSettled([...running].map((cleanup) => cleanup.disposeAsync()));
  process.exit(code);
}
