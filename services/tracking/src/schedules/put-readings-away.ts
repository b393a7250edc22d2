import { worker } from '../define.ts';
import { putAway } from '../putting-away.ts';
import { inTurns } from '../turns.ts';

/** In every replica; one of them at a time does it. */
export const putReadingsAway = worker('put-readings-away', ({ config, log, transaction }) => {
  const turn = () =>
    transaction(putAway).catch((err: unknown) => {
      log.error({ err }, 'no readings could be put away');
      return false;
    });
  return inTurns(turn, config.SVC_TELEMETRY_GATHER_MS);
});
