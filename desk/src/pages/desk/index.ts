/** The carrier's control desk: its pages and forms in the order of the navigation. */
import type { DeskRoute } from '../../route/route.ts';
import { alarmRoutes } from './alarms.ts';
import { boardRoutes } from './board.ts';
import { fileDetailRoutes } from './file.ts';
import { fileRoutes } from './files.ts';
import { boxRoutes } from './fleet/box.ts';
import { boxesRoutes } from './fleet/boxes.ts';
import { consumableRoutes } from './fleet/consumables.ts';
import { deviceRoutes } from './fleet/devices.ts';
import { driverRoutes } from './fleet/drivers.ts';
import { telemetryRoutes } from './fleet/telemetry.ts';
import { vehicleRoutes } from './fleet/vehicles.ts';
import { incidentRoutes } from './incidents.ts';
import { deskJobRoutes } from './job/job.ts';
import { mapRoutes } from './map/page.ts';
import { deskSiteRoutes } from './sites.ts';
import { timelineRoutes } from './timeline/timeline.ts';

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
  ...boxesRoutes,
  ...boxRoutes,
  ...consumableRoutes,
  ...telemetryRoutes,
  ...deskSiteRoutes,
  ...fileRoutes,
  ...fileDetailRoutes,
];
