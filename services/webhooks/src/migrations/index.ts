import { endpointsEventsDeliveries } from './0001-endpoints-events-deliveries.ts';
import { lighterQueue } from './0002-lighter-queue.ts';

export const migrations = [endpointsEventsDeliveries, lighterQueue];
