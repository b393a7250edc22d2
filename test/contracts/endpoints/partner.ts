/** Pharmacies' orders and stock; laboratories' manifests and routes. */
import { manifest, partnerOrder, partnerQuote } from '@svc/contracts';
import { resource } from '../../journeys/http.ts';
import { type Actor, endsOf, uniqueKey } from '../requests.ts';
import { type Attempt, type EndpointCases, having, type Make, type Rule } from './endpoint.ts';
import { created, deliveredJob, distantSite } from './fixtures.ts';

const specimen = { barcode: 'S-0001', container: 'tube' };

/** An order that was quoted just now, with its cheapest option. */
async function quotedOrder(actor: Actor) {
  const order_ref = uniqueKey();
  const body = { order_ref, items: [{ item_code: '700123', quantity: 1 }], ...endsOf(actor) };
  const answer = await actor.send('POST /partner/quotes', { body });
  const { order_id: id, options } = resource(answer, 201, partnerQuote);
  return { id, order_ref, quote_id: options[0]?.quote_id ?? '', parcels: 1 };
}

/** Also sent by hostile requests. */
export const bag = { sealed_bag: 'SL-4711' };

/** Packed in that bag, so that the same request gets the same answer. */
async function readyOrder(actor: Actor) {
  const order = await quotedOrder(actor);
  const body = { ...bag, quote_id: order.quote_id };
  const answer = await actor.send(`POST /partner/orders/${order.id}/ready`, { body });
  resource(answer, 200, partnerOrder);
  return order;
}

const endedRoute: Make = async (actor) => {
  const id = await created('/routes')(actor);
  await actor.send(`PATCH /routes/${id}`, { body: { status: 'ended' } });
  return id;
};
/** Delivered, with the specimen of the example on its manifest, as many as parcels were scanned. */
const expectedJob: Make = async (actor) => {
  const job_id = await deliveredJob(actor);
  const body = { job_id, specimens: [specimen] };
  resource(await actor.send('POST /manifests', { body }), 201, manifest);
  return job_id;
};
const accepted = { barcode: 'S-0001', verdict: 'accepted' };
const receivedJob: Make = async (actor) => {
  const id = await expectedJob(actor);
  await actor.send(`POST /jobs/${id}/reception`, { body: { specimens: [accepted] } });
  return id;
};

const items = [{ item_code: '700123', quantity: 1 }];
const quoteLine = 'POST /partner/quotes';
const readyLine = (id: string) => `POST /partner/orders/${id}/ready` as const;

const readyWith = (body: object): Rule =>
  having(quotedOrder, ({ send }, { id, quote_id, parcels }) =>
    send(readyLine(id), { body: { ...bag, quote_id, parcels, ...body } }),
  );

/** So many rows like this one, of this feed. */
const feedOf = ({ feed = {}, row = {}, count = 1 }): Attempt => {
  const item = { item_code: '700123', quantity: 1, updated_at: '2026-11-02T07:00:00Z', ...row };
  const items = Array.from({ length: count }, () => item);
  const raw = (site_id: string) => JSON.stringify({ site_id, mode: 'delta', items, ...feed });
  return { send: ({ pickup }) => ({ raw: raw(pickup) }) };
};

export const partner: EndpointCases = {
  targets: {
    '/partner/orders/': async (actor) => (await quotedOrder(actor)).id,
    '/partner/orders/{id}/ready': async (actor) => (await readyOrder(actor)).id,
    '/jobs/{id}/reception': expectedJob,
  },
  refusals: {
    'quoteOrder invalid_body': { body: { dry_ice_kg: 2 } },
    'quoteOrder same_site': { body: ({ dropoff }) => ({ pickup_site_id: dropoff }) },
    'quoteOrder already_ready': having(readyOrder, (actor, { order_ref }) =>
      actor.send(quoteLine, { body: { order_ref, items, ...endsOf(actor) } }),
    ),
    'markOrderReady quote_not_found': readyWith({ quote_id: 'q_absent' }),
    'markOrderReady quote_expired': async (stand) => {
      const actor = await stand.actor();
      const { id, quote_id } = await quotedOrder(actor);
      stand.clock.advanceMs(15 * 60_000);
      const { send } = await stand.again(actor);
      return send(readyLine(id), { body: { ...bag, quote_id } });
    },
    // A site that was shared with the pharmacy is so no more.
    'markOrderReady unknown_site': async (stand) => {
      const actor = await stand.actor();
      const { id, quote_id } = await quotedOrder(actor);
      const moveTo = (tenant: string) =>
        stand.stage.owner.query(`update accounts.site set tenant_id = ${tenant} where id = $1`, [
          actor.dropoff,
        ]);
      await moveTo(`'not_' || tenant_id`);
      try {
        return await actor.send(readyLine(id), { body: { ...bag, quote_id } });
      } finally {
        await moveTo('substr(tenant_id, 5)');
      }
    },
    // One that was quoted before such trips were refused.
    'markOrderReady same_site': async (stand) => {
      const actor = await stand.actor();
      const { id, quote_id } = await quotedOrder(actor);
      const sql = `update partner.partner_quote
                      set trip = jsonb_set(trip::jsonb, '{dropoff_site_id}', trip::jsonb -> 'pickup_site_id')::json
                    where order_id = $1`;
      await stand.stage.owner.query(sql, [id]);
      return actor.send(readyLine(id), { body: { ...bag, quote_id } });
    },
    'markOrderReady already_ready': having(readyOrder, ({ send }, { id, quote_id }) =>
      send(readyLine(id), { body: { sealed_bag: 'SL-OTHER', quote_id } }),
    ),
    'markOrderReady invalid_seal': readyWith({ sealed_bag: '-' }),
    'markOrderReady invalid_parcels': readyWith({ parcels: 7 }),

    'feedStock invalid_body': { send: { raw: '{"mode":"delta","items":[]}' } },
    'feedStock invalid_json': { send: { raw: '{"mode":' } },
    'feedStock payload_too_large': feedOf({ count: 10_001 }),
    'feedStock unknown_site': feedOf({ feed: { site_id: 'absent' } }),
    'feedStock medicine_name_not_allowed': feedOf({ row: { description: 'of something' } }),
    'feedStock patient_data_not_allowed': feedOf({ row: { patient_id: '1' } }),

    'pushManifest invalid_target': { body: { route_id: 'rt_1' } },
    'pushManifest route_not_found': { body: { job_id: undefined, route_id: 'absent' } },
    'pushManifest job_not_found': { body: { job_id: 'absent' } },
    'pushManifest duplicate_barcode': { body: { specimens: [specimen, specimen] } },
    'pushManifest patient_data_not_allowed': {
      body: { specimens: [{ ...specimen, Surname: 'x' }] },
    },
    'receiveSpecimens invalid_transition': { at: async ({ job }) => job },
    'receiveSpecimens already_received': { at: receivedJob },
    'receiveSpecimens specimen_not_expected': {
      body: { specimens: [{ ...accepted, barcode: 'S-9999' }] },
    },
    'receiveSpecimens duplicate_barcode': { body: { specimens: [accepted, accepted] } },

    'createRoute invalid_body': { body: { dry_ice_kg: 2 } },
    'createRoute out_of_area': {
      body: async (actor) => ({ dropoff_site_id: await distantSite(actor) }),
    },
    'updateRoute invalid_transition': { at: endedRoute },
  },
};
