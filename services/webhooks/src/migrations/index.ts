import { endpointsEventsDeliveries } from './0001-endpoints-events-deliveries.ts';

export const migrations = [endpointsEventsDeliveries];
