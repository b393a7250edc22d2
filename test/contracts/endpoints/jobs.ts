/** Quotes and bookings, and jobs at the carrier's desk and on the road. */
import { quote } from '@svc/contracts';
import { resource } from '../../journeys/http.ts';
import { type Actor, bookJob, endsOf, uniqueKey } from '../requests.ts';
import { type EndpointCases, having, type Make } from './endpoint.ts';
import { assignedJob, bookedJob, collectedJob, deliveredJob, distantSite } from './fixtures.ts';
import { reassignedFrom, retiredDriver, retiredVehicle } from './tracking.ts';

/** A job as it stands in the database, whatever way led there. */
const inState =
  (change: string): Make =>
  async (actor) => {
    const { id } = await bookJob(actor);
    await actor.stage.owner.query(`update jobs.job set ${change} where id = $1`, [id]);
    return id;
  };
const cancelled = inState(`status = 'cancelled'`);
const handedOver = `status = 'delivered', collected_at = created_at, delivered_at = created_at`;
const delivered = inState(handedOver);
const collected = inState(`status = 'collected', collected_at = created_at`);
/** Its SKU has left the price book since it was booked. */
const gone = inState(`priced = jsonb_set(priced::jsonb, '{sku}', '"GONE"')::json`);

/** A job of the driver whose device the actor is. */
export const ownRun: Make = async (actor) => {
  const { id } = await bookJob(actor);
  await actor.send(`POST /ops/jobs/${id}/assign`, { body: actor.crew });
  return id;
};

/** The same, after this statement. */
const ownRunAfter =
  (sql: string): Make =>
  async (actor) => {
    const id = await ownRun(actor);
    await actor.stage.owner.query(sql, [id]);
    return id;
  };
const endedLongAgo = ownRunAfter(
  `update jobs.job set status = 'cancelled', milestone_at = '2020-01-01' where id = $1`,
);
const fullOfMessages = ownRunAfter(
  `insert into jobs.job_message
     (tenant_id, job_id, id, sender, text, written_by, written_at, created_at)
   select tenant_id, id, 'msg_' || n, 'desk', 'Call the desk', 'Lerato M', now(), now()
     from jobs.job, generate_series(1, 200) n where id = $1`,
);

/** Parcels of it are on board. */
const isCollected = `status = 'collected', collected_at = created_at, seal = 'SL-00421'`;
const ownCollected = ownRunAfter(`update jobs.job set ${isCollected} where id = $1`);
/** The same, after this statement. */
export const ownCollectedAfter =
  (sql: string): Make =>
  async (actor) => {
    const id = await ownCollected(actor);
    await actor.stage.owner.query(sql, [id]);
    return id;
  };
export const taking = { side: 'take', code: 'A'.repeat(16) };
export async function plateOf({ stage }: Actor, vehicleId: string): Promise<string> {
  const { rows } = await stage.owner.query<{ registration: string }>(
    'select registration from tracking.vehicle where id = $1',
    [vehicleId],
  );
  return rows[0]?.registration ?? '';
}

export const jobs: EndpointCases = {
  targets: {
    '/jobs/': bookedJob,
    '/jobs/{id}/handover-code': assignedJob,
    '/ops/jobs/': bookedJob,
    '/courier/jobs/': ownRun,
    '/ops/jobs/{id}/milestones': assignedJob,
    '/ops/jobs/{id}/messages': assignedJob,
    '/ops/jobs/{id}/undo-assignment': assignedJob,
    '/ops/jobs/{id}/transfer': collectedJob,
    '/courier/jobs/{id}/transfer': ownCollected,
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
    unknown_profile: { body: { temperature_profile: 'lava' } },
    profile_mismatch: { body: { temperature_profile: 'ultra_cold' } },
    invalid_priority: { body: { priority: 'yesterday' } },
    invalid_timing: { body: { timing: 'full_moon' } },

    'createQuote invalid_body': { body: { dry_ice_kg: 2 } },
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
    'assignJob driver_retired': {
      body: async (actor) => ({ driver_id: await retiredDriver(actor) }),
    },
    'assignJob vehicle_retired': {
      body: async (actor) => ({ vehicle_id: await retiredVehicle(actor) }),
    },
    'assignJob invalid_transition': { at: deliveredJob },

    messages_closed: { at: endedLongAgo },
    too_many_messages: { at: fullOfMessages },

    'transferJob not_on_board': { at: bookedJob },
    'transferJob already_transferred': having(collectedJob, async ({ send, crew }, id) => {
      const body = { ...crew, reason: 'The van broke down.' };
      await send(`POST /ops/jobs/${id}/transfer`, { body });
      return send(`POST /ops/jobs/${id}/transfer`, { body });
    }),
    'transferJob unknown_driver': { body: { driver_id: 'drv_absent' } },
    'transferJob unknown_vehicle': { body: { vehicle_id: 'veh_absent' } },
    'transferJob driver_retired': {
      body: async (actor) => ({ driver_id: await retiredDriver(actor) }),
    },
    'transferJob vehicle_retired': {
      body: async (actor) => ({ vehicle_id: await retiredVehicle(actor) }),
    },
    'transferJob invalid_seal': { body: { seal: '-' } },
    'transferJob invalid_time': { body: { at: '2999-01-01T00:00:00Z' } },
    'reportTransfer unknown_vehicle': { body: { ...taking, registration: 'ND 000-000' } },
    'reportTransfer vehicle_retired': {
      body: async (actor) => ({
        ...taking,
        registration: await plateOf(actor, await retiredVehicle(actor)),
      }),
    },
    'reportTransfer not_on_board': { at: ownRun },
    'reportTransfer already_transferred': { times: 2 },
    'reportTransfer already_delivered': {
      at: ownRunAfter(`update jobs.job set ${handedOver} where id = $1`),
    },
    'reportTransfer already_cancelled': {
      at: ownRunAfter(`update jobs.job set status = 'cancelled' where id = $1`),
    },
    'reportTransfer invalid_seal': { body: { seal: '-' } },
    'reportTransfer invalid_time': { body: { at: '2999-01-01T00:00:00Z' } },
    'undoAssignment driver_retired': { at: reassignedFrom('driver') },
    'undoAssignment vehicle_retired': { at: reassignedFrom('vehicle') },
    'undoAssignment invalid_transition': { at: bookedJob, body: { version: 1 } },
  },
};
