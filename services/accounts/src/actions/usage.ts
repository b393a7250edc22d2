import { requestBurst, sandboxRequestsPerMinute } from '@svc/contracts';
import { unlessAway } from '@svc/kit/unless-away';
import type { Config } from '../config.ts';
import { query } from '../define.ts';
import { firstShownDay } from '../domain/request-log.ts';
import { sumRequestDays } from '../store/request-counts.ts';
import { countHoldings } from '../store/usage.ts';

/** Each service counts what it keeps; those of an unavailable service are null. */
export const usage = query('usage', async (_input, { db, tenant, now, config, clients }) => {
  const [request_days, holdings, webhooks, proof_files, wholesale_files] = await Promise.all([
    sumRequestDays(db, tenant, firstShownDay(now)),
    countHoldings(db, tenant),
    unlessAway(clients.webhooks.usage({})),
    unlessAway(clients.custody.storageUse({})),
    unlessAway(clients.files.storageUse({})),
  ]);
  return {
    object: 'usage' as const,
    rate_limit: rateLimitOf(config),
    request_days,
    ...holdings,
    webhooks,
    proof_files,
    wholesale_files,
  };
});

function rateLimitOf({ SVC_ENVIRONMENT, SVC_LIVE_LIMIT: per_minute }: Config) {
  return SVC_ENVIRONMENT === 'sandbox'
    ? { per_minute: sandboxRequestsPerMinute, burst: 0 }
    : { per_minute, burst: requestBurst(per_minute) };
}
