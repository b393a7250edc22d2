import { tracking } from '@svc/contracts';
import { defineService, migrationsIn } from '@svc/kit/service';
import { assignmentDetails } from './actions/assignment-details.ts';
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
import { calls, purge } from './define.ts';
import { onAnyJobEvent } from './reactions/on-any-job-event.ts';
import { compactReadingChunks } from './schedules/compact-reading-chunks.ts';
import { maintainReadingPartitions } from './schedules/maintain-reading-partitions.ts';
import { notifyExpiringDocuments } from './schedules/notify-expiring-documents.ts';
import { watchSla } from './schedules/watch-sla.ts';
import { evaluateTelemetry } from './workers/evaluate-telemetry.ts';
import { flushReadings } from './workers/flush-readings.ts';

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
    assignmentDetails,
    photoByLink,
    temperature,
    temperatureChart,
    temperatureBundle,
    sealedChart,
  },
  reactions: [onAnyJobEvent],
  schedules: [watchSla, notifyExpiringDocuments, maintainReadingPartitions, compactReadingChunks],
  workers: [evaluateTelemetry, flushReadings],
  migrations: migrationsIn(import.meta.dirname),
  /** Tenant purge: rows of an expired sandbox tenant. */
  purge: purge(['accounts', 'jobs'], {
    tables: ['followed_job', 'sealed_trace', 'sealed_readings'],
  }),
  erasure: {},
});
