import { endpointsEventsDeliveries } from './0001-endpoints-events-deliveries.ts';
import { lighterQueue } from './0002-lighter-queue.ts';
import { numbersEnd } from './0003-numbers-end.ts';
import { attemptedAt } from './0004-attempted-at.ts';

export const migrations = [endpointsEventsDeliveries, lighterQueue, numbersEnd, attemptedAt];
