/** Answers of the services behind the control desk's pages, unless a test replaces them. */
import type { accounts, files, jobs, OutputOf, tracking } from '@svc/contracts';
import { acknowledged, alarm, disabledWebhook, quarantined } from './alarm-answers.ts';
import { exampleJob } from './examples.ts';
import { answerJobPage } from './job-page-answers.ts';
import { liveJob, vehiclePosition } from './live-jobs.ts';
import type { Services } from './services.ts';
import { answerTimeline } from './timeline-answers.ts';

type Jobs = (typeof jobs)['actions'];
type Tracking = (typeof tracking)['actions'];
type Files = (typeof files)['actions'];
export type DeskJobList = OutputOf<Jobs['listForDesk']>;
export type DeskJobDetail = OutputOf<Jobs['getForDesk']>;

const noRequirements = { otp: false, id_check: false, signature: false, photo: false };

export const deskJob: DeskJobList['data'][number] = {
  ...exampleJob,
  temperature_range_c: { min: 2, max: 8 },
  price: { amount_cents: 123_450, currency: 'ZAR', vat_inclusive: false },
  version: 1,
  starts_at: '2026-11-02T07:00:00.000Z',
  driver_id: null,
  vehicle_id: null,
  requirements: noRequirements,
};

/** Fields that are shown at both ends of the job. */
const site = {
  address: '1 Main Road, Johannesburg',
  phone: '+27 11 555 0100',
  position: { lat: -26.2041, lng: 28.0473 },
  time_zone: 'Africa/Johannesburg',
  receiving_hours: '24/7',
};

const assigned = {
  driver_id: 'drv_1',
  vehicle_id: 'veh_1',
  driver: { driver_id: 'drv_1', first_name: 'Naledi' },
  vehicle: { vehicle_id: 'veh_1', registration: 'CA 123-456' },
};

const latestAssignment = { at: '2026-11-02T07:55:00.000Z', by: 'Lerato M' };

export const jobDetail: DeskJobDetail = {
  ...deskJob,
  ...assigned,
  status: 'assigned',
  pickup: { ...deskJob.pickup, ...site },
  dropoff: { ...deskJob.dropoff, ...site },
  note: 'Ring twice.',
  pickup_contact: { name: 'Front desk', phone: '+27 11 555 0101' },
  dropoff_contact: null,
  undo: latestAssignment,
  legs: [
    {
      seq: 1,
      from_site_id: 'site_1',
      to_site_id: 'site_2',
      status: 'planned',
      departed_at: null,
      arrived_at: null,
    },
  ],
  parcel_items: [
    { id: 'par_1', barcode: null, seal: null, temperature_class: null, un_number: '' },
  ],
  timeline: [{ at: '2026-11-02T07:00:00.000Z', type: 'booked', note: 'Booked', seal: null }],
  tracking: {
    eta_minutes: 30,
    sla_status: 'on_time',
    minutes_late: 0,
    out_of_range: null,
    exception: null,
    last_position: { lat: -26.2041, lng: 28.0473, at: '2026-11-02T07:58:00.000Z' },
    temperature: {
      device_id: 'TR-0042',
      at: '2026-11-02T07:57:00.000Z',
      temperature_c: 4.2,
      out_of_range_since: null,
    },
  },
  custody: {
    events: 2,
    chain_hash: `sha256:${'a'.repeat(64)}`,
    certificates: [
      {
        id: 'POC-1',
        type: 'proof_of_custody',
        verify_url: 'https://api.example.test/verify/POC-1',
      },
    ],
  },
  deliveries: {
    pending: 0,
    succeeded: 1,
    failed: 1,
    latest: [
      {
        id: 'whd_1',
        object: 'delivery',
        event_id: 'evt_1',
        type: 'job.created',
        attempt: 12,
        status: 'failed',
        response_code: null,
        failure: 'timeout',
        duration_ms: 10_000,
        attempted_at: '2026-11-02T07:10:00.000Z',
        next_attempt_at: null,
        created_at: '2026-11-02T07:00:01.000Z',
        endpoint_id: 'wh_1',
      },
    ],
  },
};

/** As a job of this state is: with a seal from the collection on. */
export function jobIn(status: DeskJobDetail['status']): DeskJobDetail {
  if (status === 'booked') {
    const nobody = { driver_id: null, vehicle_id: null, driver: null, vehicle: null };
    return { ...jobDetail, ...nobody, status, undo: null };
  }
  const isOnBoard = status === 'collected' || status === 'in_transit';
  const undo = status === 'assigned' ? latestAssignment : null;
  return { ...jobDetail, status, undo, seal: isOnBoard ? 'SL-00421' : null };
}

export const driver: OutputOf<Tracking['createDriver']> = {
  object: 'driver',
  id: 'drv_1',
  first_name: 'Naledi',
  last_name: 'Example',
  documents: [{ document: 'driving_licence', expires_on: '2026-11-20' }],
  has_photo: false,
  client_id: null,
  created_at: '2026-01-05T08:00:00.000Z',
};

export const vehicle: OutputOf<Tracking['createVehicle']> = {
  object: 'vehicle',
  id: 'veh_1',
  registration: 'CA 123-456',
  documents: [{ document: 'roadworthy', expires_on: '2027-01-31' }],
  last_position: { lat: -26.2041, lng: 28.0473 },
  created_at: '2026-01-05T08:00:00.000Z',
};

export const provider: OutputOf<Tracking['listTelemetryProviders']>['data'][number] = {
  object: 'telemetry_provider',
  ...{ id: 'tp_1', name: 'Trackers', client_id: 'cli_tp', device_count: 2 },
  created_at: '2026-01-05T08:00:00.000Z',
  last_reading_at: '2026-11-02T07:59:00.000Z',
};

export const probe: OutputOf<Tracking['listDevices']>['data'][number] = {
  object: 'device',
  ...{ id: 'dev_1', device_id: 'P-1', vehicle_id: 'veh_1', temperature_c: 4.5 },
  created_at: '2026-01-05T08:00:00.000Z',
  last_reading_at: '2026-11-02T07:59:00.000Z',
  calibrated_until: '2026-11-20',
};

const incident: OutputOf<Jobs['listIncidents']>['data'][number] = {
  object: 'incident',
  id: 'inc_1',
  job_id: 'job_01',
  ...{ category: 'delay', severity: 'high' },
  description: 'Road closed near the drop-off.',
  occurred_at: '2026-11-02T07:30:00.000Z',
  photo_url: 'https://svc.example/files/proof/file_1.1.ab',
};

const deskSite: OutputOf<(typeof accounts)['actions']['listSitesForDesk']>['data'][number] = {
  id: 'site_1',
  tenant_id: 'ten_demo',
  name: 'Clinic',
  type: 'clinic',
  ...site,
  cost_centres: [],
  shared: false,
};

export const wholesaleFile: OutputOf<Files['list']>['data'][number] = {
  object: 'wholesale_file',
  id: 'file_1',
  tenant_id: 'ten_demo',
  dc: 'jhb-1',
  name: 'orders-2026-11-02.csv',
  status: 'answered',
  size: 2_048,
  sha256: 'b'.repeat(64),
  received_at: '2026-11-02T06:00:00.000Z',
  answered_at: '2026-11-02T06:00:04.000Z',
  took_ms: 4_000,
  attempts: 0,
  rows: { total: 2, booked: 1, already_booked: 0, refused: 1, waiting: 0 },
  faults: [],
  contents_removed_at: null,
};

const fileDetail: OutputOf<Files['get']> = {
  ...wholesaleFile,
  row_list: {
    data: [
      {
        row: 1,
        order_id: 'ORD-1',
        status: 'booked',
        job_id: 'job_01',
        ref: 'HC-0001',
        faults: [],
        pod_file: null,
      },
      {
        row: 2,
        order_id: 'ORD-2',
        status: 'refused',
        job_id: null,
        ref: null,
        faults: [{ column: 'consignee', code: 'unknown_site', message: 'No such consignee.' }],
        pod_file: null,
      },
    ],
    has_more: false,
  },
};

export const pageOf = <T>(data: readonly T[], has_more = false) => ({
  ok: { object: 'list', data, has_more },
});

/** `getForDesk` answers a job of this state. */
export function answerJob({ answers }: Services, job: DeskJobDetail): void {
  answers.set('jobs.getForDesk', () => ({ ok: job }));
}

export function answerDesk(services: Services): void {
  const { answers } = services;
  const moved = { ok: { ...deskJob, webhook_events: [] } };
  answerJob(services, jobDetail);
  answers.set('jobs.listForDesk', () => pageOf([deskJob]));
  answers.set('webhooks.listOpsEvents', () =>
    pageOf([alarm, quarantined, disabledWebhook, acknowledged]),
  );
  answers.set('webhooks.acknowledge', () => ({ ok: acknowledged }));
  answers.set('jobs.assign', () => moved);
  answers.set('jobs.undoAssignment', () => moved);
  answerTimeline(services);
  answerJobPage(services);
  answers.set('jobs.reachMilestone', () => moved);
  answers.set('jobs.updateForDesk', () => moved);
  answers.set('jobs.cancelForDesk', () => moved);
  answers.set('jobs.reportIncident', () => ({ ok: incident }));
  answers.set('jobs.listIncidents', () => pageOf([incident]));
  answers.set('tracking.listDrivers', () => pageOf([driver]));
  answers.set('tracking.listVehicles', () => pageOf([vehicle]));
  answers.set('tracking.listTelemetryProviders', () => pageOf([provider]));
  answers.set('tracking.listDevices', () => pageOf([probe]));
  answers.set('jobs.listLive', () => pageOf([liveJob]));
  answers.set('tracking.listVehiclePositions', () => pageOf([vehiclePosition]));
  answers.set('tracking.createDriver', () => ({ ok: driver }));
  answers.set('tracking.createVehicle', () => ({ ok: vehicle }));
  answers.set('tracking.putDriverDocument', () => ({ ok: driver }));
  answers.set('tracking.putVehicleDocument', () => ({ ok: vehicle }));
  answers.set('accounts.listSitesForDesk', () => pageOf([deskSite]));
  answers.set('files.list', () => pageOf([wholesaleFile]));
  answers.set('files.get', () => ({ ok: fileDetail }));
}
