/** Metrics of the log; `docs/operations/metrics.md` lists all. */
import { ageSeconds, gauge } from '@svc/kit/metric';
import { gaugeReader, type ServiceMetrics } from '@svc/kit/service';
import { findPublished } from '../store/checkpoints.ts';
import { countWaiting } from '../store/entries.ts';
import type { Tables } from '../store/schema.ts';
import { findTree } from '../store/tree.ts';
import { listWitnessStates } from '../store/witnesses.ts';

const entriesWaiting = gauge({
  name: 'svc_log_entries_waiting',
  help: 'Entries of the transparency log that have no place in the tree yet.',
});
const waitingAge = gauge({
  name: 'svc_log_waiting_age_seconds',
  help: 'How long the oldest of them has waited.',
});
const checkpointAge = gauge({
  name: 'svc_log_checkpoint_age_seconds',
  help: 'Age of the newest published checkpoint; grows while nothing is logged.',
});
const halted = gauge({
  name: 'svc_log_halted',
  help: '1 while the log signs nothing until an operator has compared it with published checkpoints.',
});
const witnessAway = gauge({
  name: 'svc_log_witness_away_seconds',
  help: 'How long a configured witness has cosigned nothing that it was asked for.',
  labels: ['witness'],
});

export const metrics: ServiceMetrics = {
  definitions: [entriesWaiting, waitingAge, checkpointAge, halted, witnessAway],
  readers: [
    gaugeReader<Tables, unknown>(async ({ db, now }) => {
      const { waiting, oldest } = await countWaiting(db);
      const published = await findPublished(db);
      const tree = await findTree(db);
      const states = await listWitnessStates(db);
      return [
        { metric: entriesWaiting, value: waiting },
        { metric: waitingAge, value: ageSeconds(now, oldest) },
        { metric: checkpointAge, value: ageSeconds(now, published?.published_at) },
        { metric: halted, value: tree?.halted ? 1 : 0 },
        ...states.map(({ name, away_since }) => ({
          metric: witnessAway,
          value: ageSeconds(now, away_since),
          labels: { witness: name },
        })),
      ];
    }),
  ],
};
