import { tracking } from '@svc/contracts';
import { defineService } from '@svc/kit/service';
import { assignmentFacts } from './actions/assignment-facts.ts';
import { createDevice } from './actions/create-device.ts';
import { createDriver } from './actions/create-driver.ts';
import { createDriverClient } from './actions/create-driver-client.ts';
import { createTelemetryProvider } from './actions/create-telemetry-provider.ts';
import { createVehicle } from './actions/create-vehicle.ts';
import { ingest } from './actions/ingest.ts';
import { listDevices } from './actions/list-devices.ts';
import { listDrivers } from './actions/list-drivers.ts';
import { listTelemetryProviders } from './actions/list-telemetry-providers.ts';
import { listVehicles } from './actions/list-vehicles.ts';
import { photoByLink } from './actions/photo-by-link.ts';
import { putDriverPhoto } from './actions/put-driver-photo.ts';
import { rotateTelemetrySecret } from './actions/rotate-telemetry-secret.ts';
import { sealedChart } from './actions/sealed-chart.ts';
import { temperature } from './actions/temperature.ts';
import { temperatureBundle } from './actions/temperature-bundle.ts';
import { temperatureChart } from './actions/temperature-chart.ts';
import { track } from './actions/track.ts';
import { trackByToken } from './actions/track-by-token.ts';
import { config } from './config.ts';
import { calls } from './define.ts';
import { migrations } from './migrations/index.ts';
import { onAnyJobEvent } from './reactions/on-any-job-event.ts';
import { decideTelemetry } from './schedules/decide-telemetry.ts';
import { forgetExpired } from './schedules/forget-expired.ts';
import { joinRunsOfHours } from './schedules/join-runs.ts';
import { keepReadingDays } from './schedules/keep-reading-days.ts';
import { putReadingsAway } from './schedules/put-readings-away.ts';
import { tellExpiringPapers } from './schedules/tell-expiring-papers.ts';
import { watchSla } from './schedules/watch-sla.ts';

export const trackingService = defineService({
  contract: tracking,
  calls,
  config,
  actions: {
    track,
    trackByToken,
    createDriver,
    listDrivers,
    createDriverClient,
    putDriverPhoto,
    createVehicle,
    listVehicles,
    ingest,
    createTelemetryProvider,
    listTelemetryProviders,
    rotateTelemetrySecret,
    createDevice,
    listDevices,
    assignmentFacts,
    photoByLink,
    temperature,
    temperatureChart,
    temperatureBundle,
    sealedChart,
  },
  reactions: [onAnyJobEvent],
  schedules: [watchSla, tellExpiringPapers, keepReadingDays, joinRunsOfHours],
  workers: [decideTelemetry, putReadingsAway],
  migrations,
  forget: forgetExpired,
});
