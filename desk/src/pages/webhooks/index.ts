import type { DeskRoute } from '../../route/route.ts';
import { endpointPageRoutes } from './endpoint.ts';
import { endpointRoutes } from './endpoints.ts';
import { eventPage } from './event.ts';
import { eventsPage } from './events.ts';

export const webhookRoutes: readonly DeskRoute[] = [
  ...endpointRoutes,
  ...endpointPageRoutes,
  eventsPage,
  eventPage,
];
