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
  /** Requests of a person: of all replicas together, so it waits for their counts when many pend. */
  person: (id: string) => Promise<LimitState>;
  /** Requests of an address without a session. */
  address: Budget;
  /** Look-ups of tokens that turn out to be of no session, by address. */
  lookUp: Budget;
  /** Failed sign-ins of an address. */
  signIn: Budget;
}

/** LRU bound of each budget of addresses. */
const addressesMax = 10_000;

interface BudgetParts {
  config: DeskConfig;
  transport: Transport;
  clock: Clock;
}

export function createBudgets({ config, transport, clock }: BudgetParts): DeskBudgets {
  const { share, replicated } = createReplication(replicationTopic, transport);
  const shared = (name: string, limit: number, keysMax?: number): Budget =>
    share(name, createBudget({ limit, burst: 0, keysMax }, clock));
  const ofAddresses = (name: string, limit: number) => shared(name, limit, addressesMax);
  const people = shared('person', config.SVC_DESK_SESSION_LIMIT);
  return {
    person: async (id) => {
      const exchange = () => replicated('person', id);
      for (let next = exchange(); next; next = exchange()) await next;
      return people.consume(id);
    },
    address: ofAddresses('address', config.SVC_DESK_ADDRESS_LIMIT),
    lookUp: ofAddresses('look_up', config.SVC_DESK_ADDRESS_LIMIT),
    signIn: ofAddresses('sign_in', config.SVC_DESK_SIGN_IN_LIMIT),
  };
}
