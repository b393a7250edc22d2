/** Rate-limit budgets of the gateway: what is counted, by which key, up to which limit. */
import { requestBurst } from '@svc/contracts';
import type { Clock } from '@svc/kit/clock';
import type { BudgetRule } from '@svc/kit/limits/budget';
import { type Budget, createBudget } from '@svc/kit/limits/budget';

/** Limits from the configuration: requests per minute; sessions per hour. */
export interface BudgetLimits {
  client: number;
  tenant: number;
  anonymous: number;
  sandboxAddress: number;
  sandboxSessions: number;
}

/** LRU bound of each budget of addresses. */
const keysMax = 10_000;

const rulesOf = (limits: BudgetLimits) =>
  ({
    /** Requests of a client. */
    client: { limit: limits.client, burst: requestBurst(limits.client) },
    /** Requests of all clients of a tenant. */
    tenant: { limit: limits.tenant, burst: 0 },
    /** Unauthenticated requests of an address: the API, and public pages. */
    api: { limit: limits.anonymous, burst: 0, keysMax },
    page: { limit: 10 * limits.anonymous, burst: 0, keysMax },
    /** Failed authentications of an address. */
    failure: { limit: limits.anonymous, burst: 0, keysMax },
    /** Sandbox, per address: requests over all its sessions; new sessions. */
    address: { limit: limits.sandboxAddress, burst: 0, keysMax },
    session: { limit: limits.sandboxSessions, burst: 0, windowMs: 3_600_000, keysMax },
  }) as const satisfies Record<string, BudgetRule>;

export type BudgetName = keyof ReturnType<typeof rulesOf>;

export type Budgets = Record<BudgetName, Budget>;

export const createBudgets = (clock: Clock, limits: BudgetLimits): Budgets =>
  mapBudgets(rulesOf(limits), (rule) => createBudget(rule, clock));

export function mapBudgets<T>(
  from: Record<BudgetName, T>,
  to: (value: T, name: BudgetName) => Budget,
): Budgets {
  const { client, tenant, api, page, failure, address, session } = from;
  return {
    client: to(client, 'client'),
    tenant: to(tenant, 'tenant'),
    api: to(api, 'api'),
    page: to(page, 'page'),
    failure: to(failure, 'failure'),
    address: to(address, 'address'),
    session: to(session, 'session'),
  };
}
