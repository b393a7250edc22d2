/** Outputs of the services behind the control desk's board, lists, alarms, fleet and files. */
import {
  type Asset,
  accounts,
  type Binding,
  type CourierDevice,
  type Driver,
  files,
  type HandOut,
  jobs,
  type LiveJob,
  type OpsEvent,
  type OutputOf,
  tracking,
  type Vehicle,
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

/** With all that may be on file. */
export const driverOnFile: Driver = {
  ...{ ...driver, id: 'x_01', first_name: 'Naledi', last_name: 'Example', phone: '+27825550123' },
  base: { name: 'Depot north', position },
  shifts: {
    week: [{ day: 'mon', from: '08:00', to: '17:00' }],
    exceptions: [{ date: '2026-12-25', from: null, to: null }],
  },
};
export const [sharedSite] = recorded('listSitesForDesk', accounts.actions.listSitesForDesk).data;
const site_id = sharedSite?.id ?? null;
export const vehicleOnFile: Vehicle = {
  ...{ ...vehicle, id: 'x_01', base: driverOnFile.base, hub_site_id: site_id },
  capacity: [{ temperature_class: '2-8C', parcels: 12 }],
};

export const provider: OutputOf<typeof of.tracking.listTelemetryProviders>['data'][number] = {
  ...{
    object: 'telemetry_provider',
    id: 'x_01',
    name: 'Trackers',
    format: null,
    client_id: 'cli_tp',
  },
  ...{ device_count: 2, created_at, last_reading_at: justNow },
};

export const probe = recorded('createDevice', of.tracking.createDevice, {
  ...{ id: 'dev_1', device_id: 'P-1', vehicle_id: 'veh_1', temperature_c: 4.5 },
  ...{ last_reading_at: justNow, calibrated_until: '2026-11-20' },
});

/** With parcels and a probe in it, in a vehicle. */
export const box: Asset = {
  ...{ object: 'asset', id: 'x_01', identifier: 'BOX-7', kind: 'cool_box', status: 'active' },
  ...{ temperature_class: '2-8C', hold_hours: 48, qualified_until: '2026-11-20' },
  ...{ state: 'in_use', state_by: 'driver:drv_1', state_at: justNow, home_site_id: site_id },
  ...{ vehicle_id: 'veh_1', site_id: null, in_asset_id: null, placed_at: justNow, created_at },
  ...{ asset_ids: [], device_ids: ['P-1'], job_ids: ['job_01'], temperature_c: 9.1 },
};
/** Another one, which stands nowhere and holds nothing. */
const crate: Asset = {
  ...{ ...box, id: 'ast_2', identifier: 'CRATE-2', kind: 'tote', vehicle_id: null },
  ...{ placed_at: null, state: 'clean', device_ids: [], job_ids: [], temperature_c: null },
};
export const located: OutputOf<typeof of.jobs.locateForDesk> = {
  ...{ id: 'job_01', ref: 'HC-0001', tenant_id: demo.id, driver_id: 'drv_1' },
  ...{ status: 'in_transit', last_sequence: 3 },
};
export const bareBinding: Binding = {
  ...{ object: 'binding', id: 'x_01', kind: 'probe', asset_id: 'x_01', device_id: null },
  ...{ job_id: null, parcels: null, vehicle_id: null, site_id: null, in_asset_id: null },
  ...{ from: justNow, to: null, bound_by: 'driver:drv_1', ended_by: null, created_at: justNow },
};
const bindings: Binding[] = [
  { ...bareBinding, kind: 'parcels', job_id: 'job_01', parcels: ['LAB-1', 'LAB-2'] },
  { ...bareBinding, id: 'bnd_2', device_id: 'P-1' },
  { ...bareBinding, id: 'bnd_3', kind: 'place', site_id, to: justNow, ended_by: 'desk:usr_1' },
];

const loggerFile: OutputOf<typeof of.tracking.uploadLoggerFile> = {
  ...{ object: 'logger_file', id: 'lgf_1', asset_id: 'x_01', device_id: 'LOG-7', sha256: 'ab' },
  name: 'export.csv',
  ...{ readings: 1, ignored: 0, from: justNow, to: justNow, uploaded_by: 'desk:usr_1' },
  ...{ created_at, jobs: [{ job_id: 'job_01', ref: 'HC-0001', result: 'in_range' }] },
};

const handedOut = { kind: 'cool_pack', count: 12 } as const;
const handOut: HandOut = {
  ...{ object: 'consumables_hand_out', id: 'cho_1', ...handedOut },
  ...{ site_id: sharedSite?.id ?? '', job_id: 'job_01', by: 'driver:drv_1' },
  ...{ at: justNow, created_at: justNow },
};

const courierDevice: CourierDevice = {
  ...{ object: 'courier_device', id: 'x_01', driver_id: 'x_01', last_used_at: null },
  ...{ name: 'Android 16 of 2026-11-02', key_thumbprint: 'thumbprint', created_at },
};

const incident: OutputOf<typeof of.jobs.listIncidents>['data'][number] = {
  ...recorded('reportIncident', of.jobs.reportIncident),
  photo_url: 'https://svc.example/files/proof/file_1.1.ab',
};

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

export const excursion: OpsEvent = recorded('acknowledgeOpsEvent', webhooks.actions.acknowledge, {
  ...{ id: 'x_01', type: 'temperature.excursion', job_id: 'job_01', status: 'open', note: null },
  ...{ acknowledged_by: null, acknowledged_at: null },
  data: {
    ...{ ref: 'HC-0001', device_id: 'dev_1', started_at: '2026-11-02T07:40:00.000Z' },
    ...{ minutes_out_of_range: 6, min_c: 2, max_c: null },
  },
  escalated_at: '2026-11-02T07:51:00.000Z',
});
const quarantined: OpsEvent = {
  ...{ ...excursion, id: 'oev_3', type: 'event.quarantined', severity: 'warning' },
  data: { consumer: 'billing-jobs', event_id: 'evt_1', event_type: 'pod.available', attempts: 8 },
  escalated_at: null,
};
const disabledWebhook: OpsEvent = {
  ...{ ...quarantined, id: 'oev_4', type: 'webhook.disabled', job_id: '' },
  data: { webhook_id: 'wh_1', host: 'hooks.example', reason: 'failing' },
};
const acknowledged: OpsEvent = {
  ...{ ...excursion, id: 'oev_2', type: 'job.unassigned', severity: 'warning' },
  ...{ status: 'acknowledged', acknowledged_by: 'Lerato M', note: 'Called the driver.' },
  acknowledged_at: '2026-11-02T07:48:00.000Z',
};
/** After a decision on what was out of range. */
export const decided: OpsEvent = {
  ...{ ...acknowledged, id: 'oev_5', type: excursion.type, status: 'closed' },
  data: { ...excursion.data, ref: 'HC-0009' },
  disposition: 'quarantine',
  ...{ disposition_by: 'Lerato M', disposition_reason: 'Stability unknown' },
  disposition_at: justNow,
};
const alarms = [excursion, quarantined, disabledWebhook, acknowledged, decided];
const waiting: OpsEvent = { ...acknowledged, id: 'oev_9', status: 'open', acknowledged_by: null };

/** At ten in South Africa: the clock of tests says so. */
const deliveredJob = {
  ...{ ...deskJob, id: 'job_07', ref: 'HC-0007', status: 'delivered' as const },
  delivered_at: '2026-11-02T07:30:00.000Z',
};

export const deskOutputs: Outputs = {
  'jobs.listForDesk': pageOf([deskJob]),
  'jobs.listLive': pageOf([liveJob]),
  'jobs.listIncidents': pageOf([incident]),
  'tracking.listVehiclePositions': pageOf([vehiclePosition]),
  'tracking.listDrivers': pageOf([driver]),
  'tracking.listVehicles': pageOf([
    vehicle,
    { ...vehicle, id: 'veh_hub', registration: 'HUB NORTH', hub_site_id: 'site_01' },
  ]),
  'tracking.getDriver': driverOnFile,
  'tracking.getVehicle': vehicleOnFile,
  'tracking.listTelemetryProviders': pageOf([provider]),
  'tracking.createTelemetryProvider': {
    ...{ ...provider, format: 'traccar', client_id: 'key_tp', client_secret: '', secret: '' },
    api_key: 'the-forwarding-key',
  },
  'tracking.rotateTelemetrySecret': {
    ...{ secret: 'the-signing-secret', api_key: null },
    old_secret_expires_at: '2026-11-03T08:00:00.000Z',
  },
  'tracking.listDevices': pageOf([probe]),
  'tracking.listAssets': pageOf([box, crate]),
  'tracking.getAsset': box,
  'tracking.listBindings': pageOf(bindings),
  'tracking.uploadLoggerFile': loggerFile,
  'tracking.listLoggerFiles': pageOf([loggerFile]),
  'tracking.listHandOuts': {
    ...pageOf([handOut]),
    totals: [{ site_id: handOut.site_id, ...handedOut }],
    by_person: [{ by: handOut.by, ...handedOut }],
  },
  'jobs.locateForDesk': located,
  'tracking.createDeviceEnrolment': recorded(
    'createDeviceEnrolment',
    of.tracking.createDeviceEnrolment,
    { driver_id: 'x_01', initial_access_token: 'the-initial-access-token' },
  ),
  'accounts.listCourierDevices': pageOf([courierDevice]),
  'accounts.listSitesForDesk': pageOf([sharedSite]),
  'webhooks.listOpsEvents': pageOf(alarms),
  'webhooks.listOpsEventKinds': {
    data: [{ count: 62, event: waiting }, ...alarms.map((event) => ({ count: 1, event }))],
  },
  'jobs.countUnassigned': { count: 3 },
  'jobs.listDelivered': { ...pageOf([deliveredJob]), count: 12, on_time: 11 },
  'files.list': pageOf([wholesaleFile]),
  'files.get': wholesaleFile,
};
