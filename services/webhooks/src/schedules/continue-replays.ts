import { every } from '../define.ts';
import { findEndpoint } from '../store/endpoints.ts';
import { claimRemainder } from '../store/replays.ts';
import { queueReplaySpan } from '../workflows/queue-replay.ts';

/** Continues replays that were too large for one transaction. */
export const continueReplays = every('continue-replays', '* * * * *', async ({ db, now, wake }) => {
  const remainder = await claimRemainder(db);
  if (!remainder) return undefined;
  const { tenant_id: tenant, endpoint_id, until } = remainder;
  const endpoint = await findEndpoint(db, tenant, endpoint_id);
  if (endpoint) {
    const after = { created_at: remainder.after_created_at, seq: remainder.after_seq };
    await queueReplaySpan(db, tenant, { endpoint, after, until, now });
    wake('deliver');
  }
  return 'again';
});
