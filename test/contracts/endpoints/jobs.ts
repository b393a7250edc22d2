/** Quotes and bookings, and jobs at the carrier's desk and on the road. */
import { quote } from '@svc/contracts';
import { resource } from '../../journeys/http.ts';
import { bookJob, endsOf, uniqueKey } from '../requests.ts';
import { type EndpointCases, having, type Make } from './endpoint.ts';
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

/** A job of the driver whose device the actor is. */
const ownRun: Make = async (actor) => {
  const { id } = await bookJob(actor);
  await actor.send(`POST /ops/jobs/${id}/assign`, { body: actor.crew });
  return id;
};

export const jobs: EndpointCases = {
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
    job_changed: { body: { version: 7 } },
    already_cancelled: { at: cancelled },
    already_delivered: { at: delivered },
    in_custody: { at: collected },
    reason_required: { body: { reason: '  ' } },
    unknown_site: { body: { dropoff_site_id: 'absent' } },
    same_site: { body: ({ pickup }) => ({ dropoff_site_id: pickup }) },
    unknown_sku: { body: { sku: 'NO-SUCH-SKU' } },
    not_a_delivery: { body: { sku: 'SUP-BOX' } },
    invalid_priority: { body: { priority: 'yesterday' } },
    invalid_timing: { body: { timing: 'full_moon' } },

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
    'bookJob out_of_area': {
      body: async (actor) => ({ km: undefined, dropoff_site_id: await distantSite(actor) }),
    },
    'bookJob invalid_body': { body: { ready_at: '2020-01-01T00:00:00Z' } },

    'updateJob invalid_priority': { body: { priority: 'critical' } },
    'updateJob unknown_sku': { at: gone },

    'getLabels invalid_body': having(bookedJob, ({ send }, id) =>
      send(`GET /jobs/${id}/labels?parcel=99`),
    ),
    'getHandoverCode invalid_transition': { at: bookedJob },

    'assignJob unknown_driver': { body: { driver_id: 'drv_absent' } },
    'assignJob unknown_vehicle': { body: { vehicle_id: 'veh_absent' } },
    'assignJob invalid_transition': { at: deliveredJob },

    'undoAssignment invalid_transition': { at: bookedJob, body: { version: 1 } },
  },
};
