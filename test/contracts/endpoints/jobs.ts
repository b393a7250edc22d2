/** Bookings, and jobs at the carrier's desk and on the road. */
import { quote } from '@svc/contracts';
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
import { assignedJob, bookedJob, deliveredJob } from './fixtures.ts';

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
const undo = ({ send }: Actor, id: string, version = 1) =>
  send(`POST /ops/jobs/${id}/undo-assignment`, { body: { version } });

const assignedTo = (other: object): Rule =>
  having(bookedJob, (actor, id) => assign(actor, id, other));

const job = `id ref object status sku service priority tenant.id tenant.name pickup.site_id pickup.name
  dropoff.site_id dropoff.name parcels seal un_number temperature_range_c.min
  temperature_range_c.max km created_at sla_due delivered_at cost_centre price.amount_cents
  price.currency price.vat_inclusive tracking_url certificate_url reference metadata.*
  return_job_id return_of`;

const courierJob = `object id ref status pickup.site_id pickup.name dropoff.site_id dropoff.name parcels
  seal un_number temperature_range_c.min temperature_range_c.max temperature_class
  starts_at sla_due requirements.otp requirements.id_check requirements.signature
  requirements.photo requirements.scan requirements.pickup_otp requirements.return_otp requirements.undeliverable return_job_id`;
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
  version starts_at driver_id vehicle_id requirements.otp requirements.id_check
  requirements.signature requirements.photo requirements.scan requirements.pickup_otp requirements.return_otp requirements.undeliverable undo.at undo.by
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

const conflicts = (of: string) =>
  ['code', 'is_blocking', 'document', 'expires_on', 'refs[]']
    .map((field) => `${of}.conflicts[].${field}`)
    .join(' ');
const timelineJob = (of: string) =>
  `id ref version status service priority pickup.site_id pickup.name dropoff.site_id dropoff.name
  temperature_range_c.min temperature_range_c.max starts_at sla_due driver_id tenant_name
  vehicle.vehicle_id vehicle.registration undo.at undo.by`
    .split(/\s+/)
    .map((field) => `${of}.${field}`)
    .join(' ');
const crew = (of: string) =>
  ['driver_id', 'first_name', 'last_name', 'vehicle.vehicle_id', 'vehicle.registration']
    .map((field) => `${of}.${field}`)
    .join(' ');
const updateAtDesk = ({ send }: Actor, id: string, body: object = { note: 'Ring' }) =>
  send(`PATCH /ops/jobs/${id}`, { body });
const cancelAtDesk = ({ send }: Actor, id: string, body: object = { reason: 'By telephone' }) =>
  send(`POST /ops/jobs/${id}/cancel`, { body });
const deskRefusals: Readonly<Record<string, Rule>> = {
  'updateJobForDesk job_not_found': async (stand) => updateAtDesk(await stand.actor(), 'absent'),
  'updateJobForDesk job_changed': having(bookedJob, (actor, id) =>
    updateAtDesk(actor, id, { version: 7 }),
  ),
  'updateJobForDesk already_cancelled': inState(cancelled, updateAtDesk),
  'updateJobForDesk already_delivered': inState(delivered, updateAtDesk),
  'updateJobForDesk in_custody': inState(collected, updateAtDesk),
  'cancelJobForDesk job_not_found': async (stand) => cancelAtDesk(await stand.actor(), 'absent'),
  'cancelJobForDesk job_changed': having(bookedJob, (actor, id) =>
    cancelAtDesk(actor, id, { reason: 'By telephone', version: 7 }),
  ),
  'cancelJobForDesk already_cancelled': inState(cancelled, cancelAtDesk),
  'cancelJobForDesk already_delivered': inState(delivered, cancelAtDesk),
  'cancelJobForDesk in_custody': inState(collected, cancelAtDesk),
  'cancelJobForDesk reason_required': having(bookedJob, (actor, id) =>
    cancelAtDesk(actor, id, { reason: '  ' }),
  ),
};

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
    version starts_at driver_id vehicle_id requirements.otp requirements.id_check
    requirements.signature requirements.photo requirements.scan requirements.pickup_otp requirements.return_otp requirements.undeliverable`,
    GetTimelineResponse: `object date from to ${timelineJob('unassigned[]')}
    ${conflicts('unassigned[]')} has_more_unassigned ${crew('drivers[]')}
    ${timelineJob('drivers[].jobs[]')} ${conflicts('drivers[].jobs[]')} has_more`,
    SuggestDriversResponse: `object job_id version ${crew('data[]')} data[].rank data[].km
    data[].minutes data[].measured_from data[].jobs_in_window data[].open_jobs
    ${conflicts('data[]')}`,
    GetHandoverCodeResponse: 'object job_id code pickup_code locked_until',
    Incident: 'object id job_id category severity description occurred_at',
    ListedIncident: 'object id job_id category severity description occurred_at photo_url',
    Job: job,
    JobNote: 'object id job_id text by created_at',
    JobDetail: `${job}
    custody_events legs[].seq legs[].from_site_id legs[].to_site_id legs[].status
    legs[].departed_at legs[].arrived_at parcel_items[].id parcel_items[].barcode
    parcel_items[].seal parcel_items[].temperature_class parcel_items[].un_number
    requirements.otp requirements.id_check requirements.signature requirements.photo requirements.scan requirements.pickup_otp requirements.return_otp requirements.undeliverable ready_at version
    note pickup_contact.name pickup_contact.phone dropoff_contact.name dropoff_contact.phone`,
    ListIncidentsResponse: list('ListedIncident'),
    ListJobNotesResponse: list('JobNote'),
    ListJobsForDeskResponse: list('DeskJob'),
    ListJobsResponse: counted('Job'),
    CancelJobForDeskResponse: `${job}
    version starts_at driver_id vehicle_id requirements.otp requirements.id_check
    requirements.signature requirements.photo requirements.scan requirements.pickup_otp requirements.return_otp requirements.undeliverable webhook_events[]
    cancellation.reason cancellation.fee_cents cancellation.currency cancellation.rule`,
    MovedJob: `${job}
    version starts_at driver_id vehicle_id requirements.otp requirements.id_check
    requirements.signature requirements.photo requirements.scan requirements.pickup_otp requirements.return_otp requirements.undeliverable webhook_events[]`,
  },
  grants: {
    'jobs:read': {
      listJobs: 'ListJobsResponse',
      getJob: 'JobDetail',
      getHandoverCode: 'GetHandoverCodeResponse',
    },
    'jobs:write': { bookJob: 'BookedJob', updateJob: 'BookedJob', cancelJob: 'CancelledJob' },
    'ops:courier': {
      getCourierRun: 'GetCourierRunResponse',
      getCourierJob: 'GetCourierJobResponse',
    },
    'ops:dispatch': {
      listJobsForDesk: 'ListJobsForDeskResponse',
      getJobForDesk: 'GetJobForDeskResponse',
      assignJob: 'MovedJob',
      undoAssignment: 'MovedJob',
      updateJobForDesk: 'MovedJob',
      cancelJobForDesk: 'CancelJobForDeskResponse',
      getTimeline: 'GetTimelineResponse',
      suggestDrivers: 'SuggestDriversResponse',
      listIncidents: 'ListIncidentsResponse',
      addJobNote: 'JobNote',
      listJobNotes: 'ListJobNotesResponse',
    },
  },
  targets: {
    '/jobs/': bookedJob,
    '/jobs/{id}/handover-code': assignedJob,
    '/ops/jobs/': bookedJob,
    '/courier/jobs/': ownRun,
    '/ops/jobs/{id}/milestones': assignedJob,
    '/ops/jobs/{id}/undo-assignment': assignedJob,
  },
  listed: { '/ops/timeline': async ({ crew }) => crew.driver_id },
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

    'updateJob job_changed': having(bookedJob, (actor, id) => update(actor, id, { version: 7 })),
    'cancelJob job_changed': having(bookedJob, (actor, id) =>
      cancel(actor, id, { reason: 'No longer needed', version: 7 }),
    ),
    ...deskRefusals,

    'getHandoverCode job_not_found': toAbsent('GET /jobs/absent/handover-code'),
    'getHandoverCode invalid_transition': having(bookedJob, ({ send }, id) =>
      send(`GET /jobs/${id}/handover-code`),
    ),

    'addJobNote job_not_found': toAbsent('POST /ops/jobs/absent/notes', {
      body: { text: 'Told.' },
    }),
    'listJobNotes job_not_found': toAbsent('GET /ops/jobs/absent/notes'),
    'getJobForDesk job_not_found': toAbsent('GET /ops/jobs/absent'),

    'assignJob job_not_found': async (stand) => assign(await stand.actor(), 'absent'),
    'assignJob unknown_driver': assignedTo({ driver_id: 'drv_absent' }),
    'assignJob unknown_vehicle': assignedTo({ vehicle_id: 'veh_absent' }),
    'assignJob invalid_transition': having(deliveredJob, assign),
    'assignJob job_changed': assignedTo({ version: 7 }),

    'undoAssignment job_not_found': async (stand) => undo(await stand.actor(), 'absent'),
    'undoAssignment job_changed': having(assignedJob, (actor, id) => undo(actor, id, 7)),
    'undoAssignment invalid_transition': having(bookedJob, undo),

    'suggestDrivers job_not_found': toAbsent('GET /ops/jobs/absent/driver-suggestions'),

    'getCourierJob job_not_found': toAbsent('GET /courier/jobs/absent'),
  },
};
