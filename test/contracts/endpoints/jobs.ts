/** Bookings, and jobs at the carrier's desk and on the road. */
import { quote } from '@svc/contracts';
import { resource } from '../../journeys/http.ts';
import { bookJob, endsOf, uniqueKey } from '../requests.ts';
import { counted, type EndpointCases, list, type Make } from './endpoint.ts';
import { assignedJob, bookedJob, deliveredJob, distantSite } from './fixtures.ts';

/** A job as it stands in the database, whatever way led there. */
const inState =
  (change: string): Make =>
  async (actor) => {
    const { id } = await bookJob(actor);
    await actor.stage.owner.query(`update jobs.job set ${change} where id = $1`, [id]);
    return id;
  };
const cancelled = inState(`status = 'cancelled'`);
const delivered = inState(
  `status = 'delivered', collected_at = created_at, delivered_at = created_at`,
);
const collected = inState(`status = 'collected', collected_at = created_at`);
/** Its SKU has left the price book since it was booked. */
const gone = inState(`priced = jsonb_set(priced::jsonb, '{sku}', '"GONE"')::json`);
const staleVersion = { body: { version: 7 } };

/** A job of the driver whose device the actor is. */
const ownRun: Make = async (actor) => {
  const { id } = await bookJob(actor);
  await actor.send(`POST /ops/jobs/${id}/assign`, { body: actor.crew });
  return id;
};

export const jobs: EndpointCases = {
  fields: {
    BookedJob: '+Job webhook_events',
    CancelJobForDeskResponse: '+MovedJob cancellation{reason fee_cents currency rule}',
    CancelledJob: '+Job webhook_events cancellation{reason fee_cents currency rule}',
    Conflict: 'code is_blocking document expires_on refs',
    CourierJob: `object id ref status pickup{site_id name} dropoff{site_id name} parcels seal
      un_number temperature_range_c{min max} temperature_class starts_at sla_due
      requirements=Requirements return_job_id`,
    DeskJob: '+Job version starts_at driver_id vehicle_id requirements=Requirements',
    GetCourierJobResponse: `+CourierJob pickup=Stop dropoff=Stop note pickup_contact{name phone}
      dropoff_contact{name phone}`,
    GetCourierRunResponse: 'object date data=GetCourierJobResponse has_more',
    GetHandoverCodeResponse: 'object job_id code pickup_code locked_until',
    GetJobForDeskResponse: `+DeskJob pickup=Stop dropoff=Stop undo{at by} note pickup_contact{name
      phone} dropoff_contact{name phone} driver{driver_id first_name} vehicle{vehicle_id
      registration} legs=Leg parcel_items=ParcelItem timeline{at type note seal}
      tracking{eta_minutes eta_basis position_at sla_status minutes_late
      out_of_range{temperature_c at since} exception{reason reason_detail at next_step
      next_step_detail} last_position{lat lng at} temperature{device_id at temperature_c
      out_of_range_since}} custody{events chain_hash certificates{id type verify_url}}
      deliveries{pending succeeded failed latest{id object event_id type attempt status
      response_code failure duration_ms attempted_at next_attempt_at created_at endpoint_id}}`,
    GetTimelineResponse: `object date from to unassigned=PlannedJob has_more_unassigned
      drivers{driver_id first_name last_name vehicle{vehicle_id registration} jobs=PlannedJob}
      has_more`,
    Incident: 'object id job_id category severity description occurred_at',
    Job: `id ref object status sku service priority tenant{id name} pickup{site_id name}
      dropoff{site_id name} parcels seal un_number temperature_range_c{min max} km created_at
      sla_due delivered_at cost_centre price=Price tracking_url certificate_url reference
      metadata{*} return_job_id return_of`,
    JobDetail: `+Job custody_events legs=Leg parcel_items=ParcelItem requirements=Requirements
      ready_at version note pickup_contact{name phone} dropoff_contact{name phone}`,
    JobNote: 'object id job_id text by created_at',
    Leg: 'seq from_site_id to_site_id status departed_at arrived_at',
    ListIncidentsResponse: list('ListedIncident'),
    ListJobNotesResponse: list('JobNote'),
    ListJobsForDeskResponse: list('DeskJob'),
    ListJobsResponse: counted('Job'),
    ListedIncident: '+Incident photo_url',
    MovedJob: '+DeskJob webhook_events',
    ParcelItem: 'id barcode seal temperature_class un_number',
    PlannedJob: `id ref version status service priority pickup{site_id name} dropoff{site_id name}
      temperature_range_c{min max} starts_at sla_due driver_id tenant_name vehicle{vehicle_id
      registration} undo{at by} conflicts=Conflict`,
    Price: 'amount_cents currency vat_inclusive',
    Requirements: 'otp id_check signature photo scan pickup_otp return_otp undeliverable',
    Stop: 'site_id name address phone position{lat lng} time_zone receiving_hours',
    SuggestDriversResponse: `object job_id version data{driver_id first_name last_name
      vehicle{vehicle_id registration} rank km minutes measured_from jobs_in_window open_jobs
      conflicts=Conflict}`,
  },
  grants: {
    'jobs:read': `listJobs=ListJobsResponse getJob=JobDetail
      getHandoverCode=GetHandoverCodeResponse`,
    'jobs:write': 'bookJob=BookedJob updateJob=BookedJob cancelJob=CancelledJob',
    'ops:courier': 'getCourierRun=GetCourierRunResponse getCourierJob=GetCourierJobResponse',
    'ops:dispatch': `listJobsForDesk=ListJobsForDeskResponse getJobForDesk=GetJobForDeskResponse
      assignJob=MovedJob undoAssignment=MovedJob updateJobForDesk=MovedJob
      cancelJobForDesk=CancelJobForDeskResponse getTimeline=GetTimelineResponse
      suggestDrivers=SuggestDriversResponse listIncidents=ListIncidentsResponse
      addJobNote=JobNote listJobNotes=ListJobNotesResponse`,
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
    'bookJob quote_not_found': { body: { quote_id: 'q_absent' } },
    'bookJob quote_expired': async (stand) => {
      const actor = await stand.actor();
      const body = { sku: 'LAB-STD' };
      const { id } = resource(await actor.send('POST /quotes', { body }), 201, quote);
      stand.clock.advanceMs(15 * 60_000);
      const { send } = await stand.again(actor);
      const booking = { quote_id: id, ...body, ...endsOf(actor) };
      return send('POST /jobs', { key: uniqueKey(), body: booking });
    },
    'bookJob unknown_site': { body: { dropoff_site_id: 'site_absent' } },
    'bookJob same_site': { body: ({ pickup }) => ({ dropoff_site_id: pickup }) },
    'bookJob out_of_area': {
      body: async (actor) => ({ km: undefined, dropoff_site_id: await distantSite(actor) }),
    },
    'bookJob invalid_body': { body: { ready_at: '2020-01-01T00:00:00Z' } },
    'bookJob unknown_sku': { body: { sku: 'NO-SUCH-SKU' } },
    'bookJob invalid_priority': { body: { priority: 'yesterday' } },
    'bookJob invalid_timing': { body: { timing: 'full_moon' } },
    'bookJob not_a_delivery': { body: { sku: 'SUP-BOX' } },

    'updateJob already_cancelled': { at: cancelled },
    'updateJob already_delivered': { at: delivered },
    'updateJob in_custody': { at: collected },
    'updateJob invalid_priority': { body: { priority: 'critical' } },
    'updateJob unknown_sku': { at: gone },
    'updateJob job_changed': staleVersion,

    'cancelJob already_cancelled': { at: cancelled },
    'cancelJob already_delivered': { at: delivered },
    'cancelJob in_custody': { at: collected },
    'cancelJob reason_required': { body: { reason: '  ' } },
    'cancelJob job_changed': staleVersion,

    'updateJobForDesk job_changed': staleVersion,
    'updateJobForDesk already_cancelled': { at: cancelled },
    'updateJobForDesk already_delivered': { at: delivered },
    'updateJobForDesk in_custody': { at: collected },
    'cancelJobForDesk job_changed': staleVersion,
    'cancelJobForDesk already_cancelled': { at: cancelled },
    'cancelJobForDesk already_delivered': { at: delivered },
    'cancelJobForDesk in_custody': { at: collected },
    'cancelJobForDesk reason_required': { body: { reason: '  ' } },

    'getHandoverCode invalid_transition': { at: bookedJob },

    'assignJob unknown_driver': { body: { driver_id: 'drv_absent' } },
    'assignJob unknown_vehicle': { body: { vehicle_id: 'veh_absent' } },
    'assignJob invalid_transition': { at: deliveredJob },
    'assignJob job_changed': staleVersion,

    'undoAssignment job_changed': staleVersion,
    'undoAssignment invalid_transition': { at: bookedJob, body: { version: 1 } },
  },
};
