import { decideDue, Undecided } from '../deciding.ts';
import { worker } from '../define.ts';
import { inTurns } from '../turns.ts';

/** A job that fails is tried again after so long. */
const asideMs = 60_000;

/** In every replica; jobs are claimed, so that each is decided upon by one of them at a time. */
export const decideTelemetry = worker('decide-telemetry', ({ config, log, transaction }) => {
  /** Until when. */
  const aside = new Map<string, number>();

  const decideOnce = async (): Promise<boolean> => {
    for (const [jobId, untilMs] of aside) if (untilMs < performance.now()) aside.delete(jobId);
    try {
      return await transaction((inside) => decideDue(inside, [...aside.keys()]));
    } catch (err) {
      log.error({ err }, 'nothing could be decided');
      if (!(err instanceof Undecided)) return false;
      aside.set(err.jobId, performance.now() + asideMs);
      return true;
    }
  };
  return inTurns(decideOnce, config.SVC_TELEMETRY_POLL_MS);
});
