import { every } from '../define.ts';
import { replaySpan } from '../replaying.ts';
import { findEndpoint } from '../store/endpoints.ts';
import { takeRemainder } from '../store/replays.ts';

/** Goes on with replays that one transaction could not hold. */
export const continueReplays = every('continue-replays', '* * * * *', async ({ db, now }) => {
  const remainder = await takeRemainder(db);
  if (!remainder) return undefined;
  const { tenant_id: tenant, endpoint_id, until } = remainder;
  const endpoint = await findEndpoint(db, tenant, endpoint_id);
  if (endpoint) {
    const after = { created_at: remainder.after_created_at, seq: remainder.after_seq };
    await replaySpan(db, tenant, { endpoint, after, until, now });
  }
  return 'again';
});
