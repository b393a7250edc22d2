/** Loop of telemetry: the evaluation of the readings that batches brought. */
import { worker } from '../define.ts';
import { EvaluationError, evaluateJobs } from '../workflows/telemetry/evaluate-jobs.ts';

/** Backoff of a job whose evaluation failed, ms. */
const backoffMs = 60_000;

/** Runs in every replica; row locks with SKIP LOCKED give each job to one of them at a time. */
export const evaluateTelemetry = worker(
  'evaluate-telemetry',
  ({ config, log, poll, transaction }) => {
    /** Backoff set: job id to the end of its backoff, in ms of `performance.now()`. */
    const backoff = new Map<string, number>();

    const evaluateOnce = async (): Promise<boolean> => {
      for (const [jobId, untilMs] of backoff) {
        if (untilMs < performance.now()) backoff.delete(jobId);
      }
      try {
        return await transaction((inside) => evaluateJobs(inside, [...backoff.keys()]));
      } catch (err) {
        if (!(err instanceof EvaluationError)) throw err;
        log.error({ err }, 'nothing could be decided');
        backoff.set(err.jobId, performance.now() + backoffMs);
        return true;
      }
    };
    return poll({ idleMs: config.SVC_TELEMETRY_POLL_MS, pass: evaluateOnce });
  },
);
