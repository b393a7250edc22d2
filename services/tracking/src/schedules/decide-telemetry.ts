import { decideDue } from '../deciding.ts';
import { worker } from '../define.ts';

/** In every replica; jobs are claimed, so that each is decided upon by one of them at a time. */
export const decideTelemetry = worker('decide-telemetry', ({ config, log, transaction }) => {
  const stopping = new AbortController();
  const pause = (ms: number) =>
    new Promise<void>((resume) => {
      if (stopping.signal.aborted) resume();
      const timer = setTimeout(resume, ms);
      stopping.signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resume();
      });
    });
  const run = async () => {
    while (!stopping.signal.aborted) {
      const isBehind = await transaction(decideDue).catch((err: unknown) => {
        log.warn({ err }, 'nothing could be decided, will try again');
        return false;
      });
      if (!isBehind) await pause(config.SVC_TELEMETRY_POLL_MS);
    }
  };
  const running = run();
  return {
    stop: () => {
      stopping.abort();
      return running;
    },
  };
});
