import { tracking } from '@svc/contracts';
import { defineService, migrationsIn } from '@svc/kit/service';
import { createAsset, getAsset, listAssets, updateAsset } from './actions/assets.ts';
import { assignmentDetails, hubDetails } from './actions/assignments.ts';
import {
  bindAsset,
  boxesOfCourier,
  endBinding,
  listBindings,
  packBox,
} from './actions/bindings.ts';
import { handOutConsumables, listHandOuts } from './actions/consumables.ts';
import { reportPositions } from './actions/courier-positions.ts';
import { decideSuspects } from './actions/decide-suspects.ts';
import { createDevice, listDevices } from './actions/devices.ts';
import { putDriverDocument, putVehicleDocument } from './actions/documents.ts';
import {
  createDeviceEnrolment,
  createDriver,
  createDriverClient,
  getDriver,
  listDrivers,
  photoByLink,
  putDriverPhoto,
  updateDriver,
} from './actions/drivers.ts';
import { forward } from './actions/forward.ts';
import { ingest } from './actions/ingest.ts';
import { listLoggerFiles, uploadLoggerFile } from './actions/logger-files.ts';
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
import {
  createVehicle,
  getVehicle,
  listVehiclePositions,
  listVehicles,
  updateVehicle,
} from './actions/vehicles.ts';
import { purpose } from './adapters/signed-batch.ts';
import { config } from './config.ts';
import { calls, purge } from './define.ts';
import { onAnyJobEvent } from './reactions/on-any-job-event.ts';
import { maintainReadingPartitions } from './schedules/maintain-reading-partitions.ts';
import { notifyExpiringDocuments } from './schedules/notify-expiring-documents.ts';
import { purgePhonePositions } from './schedules/purge-phone-positions.ts';
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
    getDriver,
    updateDriver,
    createDriverClient,
    createDeviceEnrolment,
    putDriverPhoto,
    putDriverDocument,
    putVehicleDocument,
    createVehicle,
    listVehicles,
    getVehicle,
    updateVehicle,
    listVehiclePositions,
    ingest,
    forward,
    reportPositions,
    createTelemetryProvider,
    listTelemetryProviders,
    rotateTelemetrySecret,
    createDevice,
    createAsset,
    listAssets,
    getAsset,
    updateAsset,
    bindAsset,
    endBinding,
    listBindings,
    boxesOfCourier,
    handOutConsumables,
    listHandOuts,
    packBox,
    uploadLoggerFile,
    listLoggerFiles,
    listDevices,
    assignmentDetails,
    hubDetails,
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
  schedules: [watchSla, notifyExpiringDocuments, maintainReadingPartitions, purgePhonePositions],
  workers: [evaluateTelemetry],
  encrypted: [
    { table: 'telemetry_provider', column: 'secret', purpose },
    { table: 'telemetry_provider', column: 'old_secret', purpose },
  ],
  migrations: migrationsIn(import.meta.dirname),
  metrics,
  /** Tenant purge: rows of an expired sandbox tenant. */
  purge: purge(['accounts', 'jobs'], {
    tables: [
      'binding',
      'asset',
      'tracked_job',
      'trace_snapshot',
      'trace_snapshot_part',
      'trace_amendment',
      'suspect_decision',
    ],
  }),
  erasure: {},
});
