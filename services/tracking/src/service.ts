import { tracking } from '@svc/contracts';
import { defineService, migrationsIn } from '@svc/kit/service';
import { assignmentDetails } from './actions/assignments.ts';
import { decideSuspects } from './actions/decide-suspects.ts';
import { createDevice, listDevices } from './actions/devices.ts';
import { putDriverDocument, putVehicleDocument } from './actions/documents.ts';
import {
  createDeviceEnrolment,
  createDriver,
  createDriverClient,
  listDrivers,
  photoByLink,
  putDriverPhoto,
} from './actions/drivers.ts';
import { ingest } from './actions/ingest.ts';
import {
  createTelemetryProvider,
  listTelemetryProviders,
  rotateTelemetrySecret,
} from './actions/telemetry-providers.ts';
import {
  sealedChart,
  temperature,
  temperatureBundle,
  temperatureChart,
  temperatureForDesk,
  temperatureTraceForDesk,
} from './actions/temperatures.ts';
import { deskTracking, track, trackByToken } from './actions/tracking-records.ts';
import { createVehicle, listVehiclePositions, listVehicles } from './actions/vehicles.ts';
import { purpose } from './adapters/signed-batch.ts';
import { config } from './config.ts';
import { calls, purge } from './define.ts';
import { onAnyJobEvent } from './reactions/on-any-job-event.ts';
import { maintainReadingPartitions } from './schedules/maintain-reading-partitions.ts';
import { notifyExpiringDocuments } from './schedules/notify-expiring-documents.ts';
import { watchSla } from './schedules/watch-sla.ts';
import { evaluateTelemetry } from './workers/telemetry.ts';
import { metrics } from './workflows/metrics.ts';

export const trackingService = defineService({
  contract: tracking,
  calls,
  config,
  actions: {
    track,
    deskTracking,
    trackByToken,
    createDriver,
    listDrivers,
    createDriverClient,
    createDeviceEnrolment,
    putDriverPhoto,
    putDriverDocument,
    putVehicleDocument,
    createVehicle,
    listVehicles,
    listVehiclePositions,
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
    temperatureForDesk,
    temperatureTraceForDesk,
    temperatureBundle,
    decideSuspects,
    sealedChart,
  },
  reactions: [onAnyJobEvent],
  batchingDelaysMs: { jobs: 25 },
  schedules: [watchSla, notifyExpiringDocuments, maintainReadingPartitions],
  workers: [evaluateTelemetry],
  encrypted: [
    { table: 'telemetry_provider', column: 'secret', purpose },
    { table: 'telemetry_provider', column: 'old_secret', purpose },
  ],
  migrations: migrationsIn(import.meta.dirname),
  metrics,
  /** Tenant purge: rows of an expired sandbox tenant. */
  purge: purge(['accounts', 'jobs'], {
    tables: ['tracked_job', 'trace_snapshot', 'trace_snapshot_part', 'suspect_decision'],
  }),
  erasure: {},
});
