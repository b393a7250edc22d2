import { worker } from '../define.ts';
import { witnessPauses } from '../domain/witness-pauses.ts';
import { publishNewest } from '../workflows/publish-checkpoint.ts';

const idleMs = 1_000;

/** Runs in every replica; a lease lets one of them publish at a time. */
export const publishCheckpoints = worker('publish-checkpoints', (context) => {
  const pauses = witnessPauses(() => context.clock.now());
  return context.poll({
    idleMs: context.config.SVC_LOG_WITNESSES.length === 0 ? Number.POSITIVE_INFINITY : idleMs,
    failure: 'publishing a checkpoint failed; retrying',
    pass: () => publishNewest(context, pauses),
  });
});
