/** The carrier's control desk: its pages and forms in the order of the navigation. */
import type { DeskRoute } from '../route.ts';
import { alarmRoutes } from './alarms.ts';
import { boardRoutes } from './board.ts';
import { deviceRoutes } from './devices.ts';
import { driverRoutes } from './drivers.ts';
import { fileDetailRoutes } from './file.ts';
import { fileRoutes } from './files.ts';
import { incidentRoutes } from './incidents.ts';
import { deskJobRoutes } from './job.ts';
import { mapRoutes } from './map/page.ts';
import { deskSiteRoutes } from './sites.ts';
import { telemetryRoutes } from './telemetry.ts';
import { timelineRoutes } from './timeline.ts';
import { vehicleRoutes } from './vehicles.ts';

export const deskRoutes: readonly DeskRoute[] = [
  ...boardRoutes,
  ...timelineRoutes,
  ...alarmRoutes,
  ...mapRoutes,
  ...deskJobRoutes,
  ...incidentRoutes,
  ...driverRoutes,
  ...deviceRoutes,
  ...vehicleRoutes,
  ...telemetryRoutes,
  ...deskSiteRoutes,
  ...fileRoutes,
  ...fileDetailRoutes,
];
