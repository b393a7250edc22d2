/** The budgets of all gateways as one: `gateway.admitted` carries their admissions. */
import { createReplication, type Replication } from '@svc/kit/limits/replication';
import type { Transport } from '@svc/kit/transport';
import { type Budgets, mapBudgets } from './budgets.ts';

export const replicationTopic = 'gateway.admitted';

export interface ReplicatedBudgets extends Pick<Replication, 'replicated' | 'flush'> {
  budgets: Budgets;
}

export function replicateBudgets(own: Budgets, transport: Transport): ReplicatedBudgets {
  const { share, replicated, flush } = createReplication(replicationTopic, transport);
  const budgets = mapBudgets(own, (budget, name) => share(name, budget));
  return { budgets, replicated, flush };
}
