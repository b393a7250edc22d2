/** How an identified caller's requests are counted. */
import { accounts } from '@svc/contracts';
import type { Transport } from '@svc/kit/transport';
import type { Caller } from '../auth/caller.ts';
import { platformMeta } from '../http/call-meta.ts';
import type { Sharing } from './sharing.ts';
import type { Standing } from './window.ts';

/** `undefined` when nobody can tell: the request is turned away as unavailable. */
export type Metered = Admitted | undefined;
/** `tenant`: the one that a caller of the sandbox has at the moment. */
type Admitted = Standing & { tenant?: string };
export type Meter = (caller: Caller) => Metered | Promise<Metered>;

/** In memory, shared among the gateways. */
export const createLiveMeter =
  ({ budgets, heard }: Sharing): Meter =>
  (caller) => {
    const waiting = heard('client', caller.actor);
    if (!waiting) return budgets.client.take(caller.actor);
    return afterHearing(waiting);

    async function afterHearing(first: Promise<void>): Promise<Metered> {
      for (let wait: Promise<void> | undefined = first; wait; ) {
        await wait;
        wait = heard('client', caller.actor);
      }
      return budgets.client.take(caller.actor);
    }
  };

export const sandboxLimit = 60;

/**
 * Exact: each request takes its place in the caller's window, which accounts keeps together with
 * the caller's tenant.
 */
export const createSandboxMeter =
  (transport: Transport): Meter =>
  async (caller) => {
    const input = { caller: caller.actor, limit: sandboxLimit };
    const reply = await transport.call('accounts', 'admit', input, platformMeta('admit'));
    if (!('ok' in reply)) return undefined;
    const admission = accounts.actions.admit.output.parse(reply.ok);
    return {
      admitted: admission.admitted,
      limit: admission.limit,
      remaining: admission.remaining,
      resetSeconds: admission.reset_seconds,
      tenant: admission.tenant_id,
    };
  };
