/** Dependencies of a follower. */
import { jobs, tracking, webhooks, withActions } from '@svc/contracts';
import type { Clients } from '@svc/kit/client';
import type { Clock } from '@svc/kit/clock';
import type { Logger } from '@svc/kit/log';

/** Calls of live pages on behalf of the desk itself. */
export const liveCalls = {
  jobs: withActions(jobs, 'listLive'),
  tracking: withActions(tracking, 'listVehiclePositions'),
  webhooks: withActions(webhooks, 'listOpsChanges'),
};

export interface FollowerParts {
  clients(): Clients<typeof liveCalls>;
  clock: Clock;
  log: Logger;
}
