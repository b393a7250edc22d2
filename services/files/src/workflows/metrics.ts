/** Metrics of the file channel; `docs/operations/metrics.md` lists all. */
import { ageSeconds, counter, gauge, histogram } from '@svc/kit/metric';
import { delayBuckets } from '@svc/kit/metric-definitions';
import { gaugeReader, type ServiceMetrics } from '@svc/kit/service';
import { readUnanswered } from '../store/files.ts';
import type { Tables } from '../store/schema.ts';

export const answerDelay = histogram({
  name: 'svc_wholesale_answer_delay_seconds',
  help: 'Time from the arrival of a wholesale file to its answers (.ack, .err).',
  labels: ['source'],
  buckets: delayBuckets,
});
export const repeatedReads = counter({
  name: 'svc_wholesale_repeated_reads_total',
  help: 'Reads of a wholesale file that was read again more than five times, because it changed.',
  labels: [],
});
export const sftpVisits = counter({
  name: 'svc_sftp_visits_total',
  help: "Visits of wholesalers' folders on the SFTP server, by outcome: done or failed.",
  labels: ['outcome'],
});
const unanswered = gauge({
  name: 'svc_wholesale_files_unanswered',
  help: 'Wholesale files that wait for their answers.',
});
const unansweredAge = gauge({
  name: 'svc_wholesale_unanswered_age_seconds',
  help: 'How long the oldest wholesale file has waited for its answers.',
});

export const metrics: ServiceMetrics = {
  definitions: [answerDelay, repeatedReads, sftpVisits, unanswered, unansweredAge],
  readers: [
    gaugeReader<Tables, unknown>(async ({ db, now }) => {
      const { n, oldest } = await readUnanswered(db);
      return [
        { metric: unanswered, value: n },
        { metric: unansweredAge, value: ageSeconds(now, oldest) },
      ];
    }),
  ],
};
