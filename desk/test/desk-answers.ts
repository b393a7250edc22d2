/** Outputs of the services behind the control desk's board, lists, alarms, fleet and files. */
import {
  accounts,
  type CourierDevice,
  files,
  jobs,
  type LiveJob,
  type OpsEvent,
  type OutputOf,
  tracking,
  type VehiclePosition,
  webhooks,
} from '@svc/contracts';
import { demo, exampleJob, type Outputs, pageOf, recorded } from './examples.ts';

const of = {
  ...{ jobs: jobs.actions, tracking: tracking.actions, files: files.actions },
};
const created_at = '2026-01-05T08:00:00.000Z';
const justNow = '2026-11-02T07:59:00.000Z';
const position = { lat: -26.2041, lng: 28.0473 };

export const deskJob: OutputOf<typeof of.jobs.listForDesk>['data'][number] = {
  ...exampleJob,
  ...{ temperature_range_c: { min: 2, max: 8 }, version: 1, driver_id: null, vehicle_id: null },
  price: { amount_cents: 123_450, currency: 'ZAR', vat_inclusive: false },
  starts_at: '2026-11-02T07:00:00.000Z',
  requirements: { otp: false, id_check: false, signature: false, photo: false },
};

export const liveJob: LiveJob = {
  ...{ id: 'job_01', ref: 'HC-0001', service: 'Specimen STAT', tenant: demo, status: 'booked' },
  ...{ priority: 'stat', sla_due: '2026-11-02T10:00:00.000Z', delivered_at: null },
  ...{ return_job_id: null, driver_id: null, vehicle_id: null, seal: null },
  temperature_range_c: { min: 2, max: 8 },
  pickup: { name: 'Clinic', position },
  dropoff: { name: 'Laboratory', position: { lat: -26.1, lng: 28.1 } },
};

export const vehiclePosition: VehiclePosition = {
  ...{ id: 'veh_1', registration: 'CA 123-456', last_position: position, temperature_c: 4.5 },
  ...{ seen_at: '2026-11-02T07:59:59.000Z', measured_at: '2026-11-02T07:59:59.000Z' },
};

const driver = recorded('createDriver', of.tracking.createDriver, {
  id: 'drv_1',
  documents: [{ document: 'driving_licence', expires_on: '2026-11-20' }],
});

export const vehicle = recorded('createVehicle', of.tracking.createVehicle, {
  ...{ id: 'veh_1', registration: 'CA 123-456', last_position: position },
});

export const provider: OutputOf<typeof of.tracking.listTelemetryProviders>['data'][number] = {
  ...{ object: 'telemetry_provider', id: 'tp_1', name: 'Trackers', client_id: 'cli_tp' },
  ...{ device_count: 2, created_at, last_reading_at: justNow },
};

export const probe = recorded('createDevice', of.tracking.createDevice, {
  ...{ id: 'dev_1', device_id: 'P-1', vehicle_id: 'veh_1', temperature_c: 4.5 },
  ...{ last_reading_at: justNow, calibrated_until: '2026-11-20' },
});

const courierDevice: CourierDevice = {
  ...{ object: 'courier_device', id: 'x_01', driver_id: 'x_01', last_used_at: null },
  ...{ name: 'Android 16 of 2026-11-02', key_thumbprint: 'thumbprint', created_at },
};

const incident: OutputOf<typeof of.jobs.listIncidents>['data'][number] = {
  ...recorded('reportIncident', of.jobs.reportIncident),
  photo_url: 'https://svc.example/files/proof/file_1.1.ab',
};

const [shared] = recorded('listSitesForDesk', accounts.actions.listSitesForDesk).data;

const wholesaleFile = recorded('getWholesaleFile', of.files.get, {
  ...{ id: 'file_1', size: 2_048, took_ms: 4_000 },
  rows: { total: 2, booked: 1, already_booked: 0, refused: 1, waiting: 0 },
  row_list: {
    data: [
      {
        ...{ row: 1, order_id: 'ORD-1', status: 'booked', job_id: 'job_01', ref: 'HC-0001' },
        ...{ faults: [], pod_file: null },
      },
      {
        ...{ row: 2, order_id: 'ORD-2', status: 'refused', job_id: null, ref: null },
        faults: [{ column: 'consignee', code: 'unknown_site', message: 'No such consignee.' }],
        pod_file: null,
      },
    ],
    has_more: false,
  },
});

const alarm: OpsEvent = recorded('acknowledgeOpsEvent', webhooks.actions.acknowledge, {
  ...{ id: 'x_01', type: 'temperature.excursion', job_id: 'job_01', status: 'open', note: null },
  ...{ acknowledged_by: null, acknowledged_at: null },
  data: {
    ...{ ref: 'HC-0001', device_id: 'dev_1', started_at: '2026-11-02T07:40:00.000Z' },
    ...{ minutes_out_of_range: 6, min_c: 2, max_c: null },
  },
  escalated_at: '2026-11-02T07:51:00.000Z',
});
const quarantined: OpsEvent = {
  ...{ ...alarm, id: 'oev_3', type: 'event.quarantined', severity: 'warning' },
  data: { consumer: 'billing-jobs', event_id: 'evt_1', event_type: 'pod.available', attempts: 8 },
  escalated_at: null,
};
const disabledWebhook: OpsEvent = {
  ...{ ...quarantined, id: 'oev_4', type: 'webhook.disabled', job_id: '' },
  data: { webhook_id: 'wh_1', host: 'hooks.example', reason: 'failing' },
};
const acknowledged: OpsEvent = {
  ...{ ...alarm, id: 'oev_2', type: 'job.unassigned', severity: 'warning' },
  ...{ status: 'acknowledged', acknowledged_by: 'Lerato M', note: 'Called the driver.' },
  acknowledged_at: '2026-11-02T07:48:00.000Z',
};
/** After a decision on what was out of range. */
export const decided: OpsEvent = {
  ...{ ...acknowledged, id: 'oev_5', type: alarm.type, status: 'closed' },
  disposition: 'quarantine',
  ...{ disposition_by: 'Lerato M', disposition_reason: 'Stability unknown' },
  disposition_at: justNow,
};
const alarms = [alarm, quarantined, disabledWebhook, acknowledged, decided];
const waiting: OpsEvent = { ...acknowledged, id: 'oev_9', status: 'open', acknowledged_by: null };

export const deskOutputs: Outputs = {
  'jobs.listForDesk': pageOf([deskJob]),
  'jobs.listLive': pageOf([liveJob]),
  'jobs.listIncidents': pageOf([incident]),
  'tracking.listVehiclePositions': pageOf([vehiclePosition]),
  'tracking.listDrivers': pageOf([driver]),
  'tracking.listVehicles': pageOf([vehicle]),
  'tracking.listTelemetryProviders': pageOf([provider]),
  'tracking.listDevices': pageOf([probe]),
  'tracking.createDeviceEnrolment': recorded(
    'createDeviceEnrolment',
    of.tracking.createDeviceEnrolment,
    { driver_id: 'x_01', initial_access_token: 'the-initial-access-token' },
  ),
  'accounts.listCourierDevices': pageOf([courierDevice]),
  'accounts.listSitesForDesk': pageOf([shared]),
  'webhooks.listOpsEvents': pageOf(alarms),
  'webhooks.listOpsEventKinds': {
    data: [{ count: 62, event: waiting }, ...alarms.map((event) => ({ count: 1, event }))],
  },
  'files.list': pageOf([wholesaleFile]),
  'files.get': wholesaleFile,
};
