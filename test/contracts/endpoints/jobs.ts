/** Bookings, and jobs at the carrier's desk and on the road. */
import { jobs as jobsContract, quote } from '@svc/contracts';
import { noProof, seal } from '../../journeys/desk.ts';
import { type Answer, resource } from '../../journeys/http.ts';
import { type Actor, bookJob, endsOf, uniqueKey } from '../requests.ts';
import {
  counted,
  type EndpointCases,
  having,
  list,
  type Make,
  type Rule,
  toAbsent,
} from './endpoint.ts';
import { assignedJob, bookedJob, collectedJob, deliveredJob } from './fixtures.ts';

const book = (actor: Actor, body: object): Promise<Answer> => {
  const key = uniqueKey();
  return actor.send('POST /jobs', { key, body: { sku: 'LAB-STD', ...endsOf(actor), ...body } });
};
const bookWith =
  (body: object): Rule =>
  async (stand) =>
    book(await stand.actor(), body);

/** A job as it stands in the database, whatever way led there. */
const inState =
  (change: string, then: (actor: Actor, id: string) => Promise<Answer>): Rule =>
  async (stand) => {
    const actor = await stand.actor();
    const { id } = await bookJob(actor);
    await stand.stage.owner.query(`update jobs.job set ${change} where id = $1`, [id]);
    return then(actor, id);
  };

const cancel = ({ send }: Actor, id: string, body: object = { reason: 'No longer needed' }) =>
  send(`POST /jobs/${id}/cancel`, { body });
const update = ({ send }: Actor, id: string, body: object = { reference: 'PO-1' }) =>
  send(`PATCH /jobs/${id}`, { body });
const stat = (actor: Actor, id: string) => update(actor, id, { priority: 'stat' });

const cancelled = `status = 'cancelled'`;
const delivered = `status = 'delivered', collected_at = created_at, delivered_at = created_at`;
const collected = `status = 'collected', collected_at = created_at`;
const priced = (member: string, value: string) =>
  `priced = jsonb_set(priced::jsonb, '{${member}}', '"${value}"')::json`;

const assign = ({ send, crew }: Actor, id: string, other: object = {}) =>
  send(`POST /ops/jobs/${id}/assign`, { body: { ...crew, ...other } });
const report = ({ send }: Actor, id: string, body: object) =>
  send(`POST /ops/jobs/${id}/milestones`, { body });

const assignedTo = (other: object): Rule =>
  having(bookedJob, (actor, id) => assign(actor, id, other));
const reporting = (make: typeof bookedJob, body: object): Rule =>
  having(make, (actor, id) => report(actor, id, body));

const handOver = { type: 'deliver', seal, recipient: 'Reception' };

/** Its recipient has to know the code. */
async function codedJob(actor: Actor): Promise<string> {
  const { id } = await bookJob(actor, { requirements: { ...noProof, otp: true } });
  await assign(actor, id);
  const box = { parcels_scanned: 1, box_temperature_c: 4.2 };
  await report(actor, id, { type: 'collect', seal, ...box });
  return id;
}

async function wrongCode(actor: Actor, id: string): Promise<Answer> {
  const answer = await actor.send(`GET /jobs/${id}/handover-code`);
  const { code } = resource(answer, 200, jobsContract.actions.handoverCode.output);
  const handover_code = code === '000000' ? '000001' : '000000';
  return report(actor, id, { ...handOver, handover_code });
}

const job = `id ref object status sku service priority tenant.id tenant.name pickup.site_id pickup.name
  dropoff.site_id dropoff.name parcels seal un_number temperature_range_c.min
  temperature_range_c.max km created_at sla_due delivered_at cost_centre price.amount_cents
  price.currency price.vat_inclusive tracking_url certificate_url reference metadata.*
  return_job_id return_of`;

const courierJob = `object id ref status pickup.site_id pickup.name dropoff.site_id dropoff.name parcels
  seal un_number temperature_range_c.min temperature_range_c.max temperature_class
  starts_at sla_due requirements.otp requirements.id_check requirements.signature
  requirements.photo return_job_id`;
const stop = (end: string) =>
  ['address', 'phone', 'position.lat', 'position.lng', 'time_zone', 'receiving_hours']
    .map((field) => `${end}.${field}`)
    .join(' ');
const courierStops = `${courierJob} ${stop('pickup')} ${stop('dropoff')}
  note pickup_contact.name pickup_contact.phone dropoff_contact.name dropoff_contact.phone`;

const logged =
  `id object event_id type attempt status response_code failure duration_ms attempted_at
  next_attempt_at created_at endpoint_id`
    .split(/\s+/)
    .map((field) => `deliveries.latest[].${field}`)
    .join(' ');
const deskDetail = `${job} ${stop('pickup')} ${stop('dropoff')}
  starts_at driver_id vehicle_id requirements.otp requirements.id_check
  requirements.signature requirements.photo
  note pickup_contact.name pickup_contact.phone dropoff_contact.name dropoff_contact.phone
  driver.driver_id driver.first_name vehicle.vehicle_id vehicle.registration
  legs[].seq legs[].from_site_id legs[].to_site_id legs[].status legs[].departed_at
  legs[].arrived_at parcel_items[].id parcel_items[].barcode parcel_items[].seal
  parcel_items[].temperature_class parcel_items[].un_number
  timeline[].at timeline[].type timeline[].note timeline[].seal
  tracking.eta_minutes tracking.sla_status tracking.minutes_late
  tracking.out_of_range.temperature_c tracking.out_of_range.at tracking.out_of_range.since
  tracking.exception.reason tracking.exception.reason_detail tracking.exception.at
  tracking.exception.next_step tracking.exception.next_step_detail
  tracking.last_position.lat tracking.last_position.lng tracking.last_position.at
  tracking.temperature.device_id tracking.temperature.at tracking.temperature.temperature_c
  tracking.temperature.out_of_range_since
  custody.events custody.chain_hash custody.certificates[].id custody.certificates[].type
  custody.certificates[].verify_url
  deliveries.pending deliveries.succeeded deliveries.failed ${logged}`;

/** A job of the driver whose device the actor is. */
const ownRun: Make = async (actor) => {
  const { id } = await bookJob(actor);
  await assign(actor, id);
  return id;
};

export const jobs: EndpointCases = {
  fields: {
    BookedJob: `${job} webhook_events[]`,
    CancelledJob: `${job}
    webhook_events[] cancellation.reason cancellation.fee_cents cancellation.currency
    cancellation.rule`,
    CourierJob: courierJob,
    GetCourierJobResponse: courierStops,
    GetJobForDeskResponse: deskDetail,
    GetCourierRunResponse: 'object date data[]=GetCourierJobResponse has_more',
    DeskJob: `${job}
    starts_at driver_id vehicle_id requirements.otp requirements.id_check
    requirements.signature requirements.photo`,
    GetHandoverCodeResponse: 'object job_id code locked_until',
    Incident: 'object id job_id category severity description occurred_at',
    Job: job,
    JobDetail: `${job}
    custody_events legs[].seq legs[].from_site_id legs[].to_site_id legs[].status
    legs[].departed_at legs[].arrived_at parcel_items[].id parcel_items[].barcode
    parcel_items[].seal parcel_items[].temperature_class parcel_items[].un_number
    requirements.otp requirements.id_check requirements.signature requirements.photo ready_at
    note pickup_contact.name pickup_contact.phone dropoff_contact.name dropoff_contact.phone`,
    ListIncidentsResponse: list('Incident'),
    ListJobsForDeskResponse: list('DeskJob'),
    ListJobsResponse: counted('Job'),
    MovedJob: `${job}
    starts_at driver_id vehicle_id requirements.otp requirements.id_check
    requirements.signature requirements.photo webhook_events[]`,
  },
  grants: {
    'jobs:read': {
      listJobs: 'ListJobsResponse',
      getJob: 'JobDetail',
      getHandoverCode: 'GetHandoverCodeResponse',
    },
    'jobs:write': { bookJob: 'BookedJob', updateJob: 'BookedJob', cancelJob: 'CancelledJob' },
    'ops:courier': {
      reachMilestone: 'CourierJob',
      getCourierRun: 'GetCourierRunResponse',
      getCourierJob: 'GetCourierJobResponse',
    },
    'ops:dispatch': {
      listJobsForDesk: 'ListJobsForDeskResponse',
      getJobForDesk: 'GetJobForDeskResponse',
      assignJob: 'MovedJob',
      reachMilestone: 'MovedJob',
      reportIncident: 'Incident',
      listIncidents: 'ListIncidentsResponse',
    },
  },
  targets: {
    '/jobs/': bookedJob,
    '/jobs/{id}/handover-code': assignedJob,
    '/ops/jobs/': bookedJob,
    '/courier/jobs/': ownRun,
    '/ops/jobs/{id}/milestones': assignedJob,
  },
  refusals: {
    'bookJob quote_not_found': bookWith({ quote_id: 'q_absent' }),
    'bookJob quote_expired': async (stand) => {
      const actor = await stand.actor();
      const body = { sku: 'LAB-STD' };
      const { id } = resource(await actor.send('POST /quotes', { body }), 201, quote);
      stand.clock.advanceMs(15 * 60_000);
      return book(await stand.again(actor), { quote_id: id });
    },
    'bookJob unknown_site': bookWith({ dropoff_site_id: 'site_absent' }),
    'bookJob same_site': async (stand) => {
      const actor = await stand.actor();
      return book(actor, { dropoff_site_id: actor.pickup });
    },
    'bookJob invalid_body': bookWith({ ready_at: '2020-01-01T00:00:00Z' }),
    'bookJob unknown_sku': bookWith({ sku: 'NO-SUCH-SKU' }),
    'bookJob invalid_priority': bookWith({ priority: 'yesterday' }),
    'bookJob invalid_timing': bookWith({ timing: 'full_moon' }),
    'bookJob not_a_delivery': bookWith({ sku: 'SUP-BOX' }),

    'getJob job_not_found': toAbsent('GET /jobs/absent'),

    'updateJob job_not_found': async (stand) => update(await stand.actor(), 'absent'),
    'updateJob already_cancelled': inState(cancelled, update),
    'updateJob already_delivered': inState(delivered, update),
    'updateJob in_custody': inState(collected, stat),
    'updateJob invalid_priority': async (stand) =>
      update(await stand.actor(), 'absent', { priority: 'critical' }),
    // Its SKU has left the price book since it was booked.
    'updateJob unknown_sku': inState(priced('sku', 'GONE'), stat),

    'cancelJob job_not_found': async (stand) => cancel(await stand.actor(), 'absent'),
    'cancelJob already_cancelled': inState(cancelled, cancel),
    'cancelJob already_delivered': inState(delivered, cancel),
    'cancelJob in_custody': inState(collected, cancel),
    'cancelJob reason_required': inState('seal = null', (actor, id) =>
      cancel(actor, id, { reason: '  ' }),
    ),

    'getHandoverCode job_not_found': toAbsent('GET /jobs/absent/handover-code'),
    'getHandoverCode invalid_transition': having(bookedJob, ({ send }, id) =>
      send(`GET /jobs/${id}/handover-code`),
    ),

    'getJobForDesk job_not_found': toAbsent('GET /ops/jobs/absent'),

    'assignJob job_not_found': async (stand) => assign(await stand.actor(), 'absent'),
    'assignJob unknown_driver': assignedTo({ driver_id: 'drv_absent' }),
    'assignJob unknown_vehicle': assignedTo({ vehicle_id: 'veh_absent' }),
    'assignJob invalid_transition': having(deliveredJob, assign),

    'getCourierJob job_not_found': toAbsent('GET /courier/jobs/absent'),

    'reachMilestone job_not_found': toAbsent('POST /ops/jobs/absent/milestones', {
      body: { type: 'depart' },
    }),
    'reachMilestone invalid_transition': reporting(bookedJob, { type: 'depart' }),
    'reachMilestone invalid_time': reporting(assignedJob, {
      type: 'depart',
      at: '2026-01-01T00:00:00Z',
    }),
    'reachMilestone invalid_seal': reporting(collectedJob, { ...handOver, seal: '-' }),
    'reachMilestone proof_required': reporting(codedJob, handOver),
    'reachMilestone invalid_handover_code': having(codedJob, wrongCode),
    'reachMilestone handover_locked': having(codedJob, async (actor, id) => {
      for (let tries = 0; tries < 5; tries += 1) await wrongCode(actor, id);
      return wrongCode(actor, id);
    }),
    'reachMilestone unknown_file': reporting(collectedJob, {
      ...handOver,
      signature_file_id: 'file_absent',
    }),

    'reportIncident job_not_found': toAbsent('POST /ops/incidents', {
      body: { job_id: 'absent', category: 'delay', severity: 'low', description: 'Road closed' },
    }),
  },
};
