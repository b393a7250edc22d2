import type { Logger } from '../observability/log.ts';

/** Hard exit after this time, ms; the orchestrator's grace period should be longer. */
const hardExitMs = 45_000;

/** Signals within this time are one, ms: npm forwards a signal that the whole group received. */
const echoMs = 2_000;

/**
 * Runs `stop` on the first SIGTERM, SIGINT or SIGHUP, then exits; a later signal exits immediately.
 */
export function stopOnSignal(stop: () => Promise<void>, log: Logger): void {
  let stoppingSince: number | undefined;
  const end = async (signal: NodeJS.Signals) => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > echoMs) process.exit(1);
      return;
    }
    stoppingSince = performance.now();
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), hardExitMs).unref();
    try {
      await stop();
      process.exit(0);
    } catch (err) {
      log.error({ err }, 'stopping failed');
      process.exit(1);
    }
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      end(signal).catch(() => process.exit(1));
    });
  }
}
