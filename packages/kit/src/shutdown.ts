import type { Logger } from './log.ts';

/** However stuck, the process is gone by then; the orchestrator's own limit should be longer. */
const hardExitMs = 45_000;

/** Within this time a second signal is the same one: npm passes on what the whole group got. */
const echoMs = 2_000;

/** Runs `stop` on the first SIGTERM, SIGINT or SIGHUP, then exits; a later signal exits at once. */
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
