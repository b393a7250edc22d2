import { command } from '../define.ts';
import { idleSince, refusedNewCaller, toRateLimitDecision } from '../domain/rate-window.ts';
import { recordHit } from '../store/rate-windows.ts';
import { expireTenants } from '../workflows/expire-tenants.ts';

export const admit = command('admit', {
  handle: async ({ caller, limit, known_only }, context) => {
    const { db, now, config } = context;
    const callersMax = known_only ? 0 : config.SVC_SANDBOX_CALLERS_MAX;
    const request = { caller, limit, now, idleSince: idleSince(now), callersMax };
    const window = await recordHit(db, request);
    if (!window) return refusedNewCaller(limit);
    const { previous_tenant_id } = window;
    if (previous_tenant_id !== null) await expireTenants([previous_tenant_id], context);
    return toRateLimitDecision(window, limit, now);
  },
});
