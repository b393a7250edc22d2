/** Rate-limit budgets of the desk: what is counted, by which key, up to which limit. */
import type { Clock } from '@svc/kit/clock';
import type { LimitState } from '@svc/kit/limits/budget';
import { type Budget, createBudget } from '@svc/kit/limits/budget';
import { createReplication } from '@svc/kit/limits/replication';
import type { Transport } from '@svc/kit/transport';
import type { DeskConfig } from '../config.ts';

/** Admissions of the other replicas. */
export const replicationTopic = 'desk.admitted';

export interface DeskBudgets {
  /** Requests of a session: of all replicas together, so it waits for their counts when many pend. */
  session: (id: string) => Promise<LimitState>;
  /** Requests of an address without a session. */
  address: Budget;
  /** Look-ups of tokens that turn out to be of no session, by address. */
  lookUp: Budget;
  /** Failed sign-ins of an address. */
  signIn: Budget;
}

interface BudgetParts {
  config: DeskConfig;
  transport: Transport;
  clock: Clock;
}

export function createBudgets({ config, transport, clock }: BudgetParts): DeskBudgets {
  const { share, replicated } = createReplication(replicationTopic, transport);
  const shared = (name: string, limit: number): Budget =>
    share(name, createBudget({ limit, burst: 0 }, clock));
  const sessions = shared('session', config.SVC_DESK_SESSION_LIMIT);
  return {
    session: async (id) => {
      const exchange = () => replicated('session', id);
      for (let next = exchange(); next; next = exchange()) await next;
      return sessions.consume(id);
    },
    address: shared('address', config.SVC_DESK_ADDRESS_LIMIT),
    lookUp: shared('look_up', config.SVC_DESK_ADDRESS_LIMIT),
    signIn: shared('sign_in', config.SVC_DESK_SIGN_IN_LIMIT),
  };
}
