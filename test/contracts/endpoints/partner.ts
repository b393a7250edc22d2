/** Pharmacies' orders and stock; laboratories' manifests and routes. */
import { manifest, partnerOrder, partnerQuote, route } from '@svc/contracts';
import { resource } from '../../journeys/http.ts';
import { type Actor, endsOf, uniqueKey } from '../requests.ts';
import { type EndpointCases, having, list, type Make, type Rule, toAbsent } from './endpoint.ts';
import { deliveredJob } from './fixtures.ts';

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

const requestRoute = ({ send, pickup, dropoff }: Actor, fields: object = {}) => {
  const stops = [{ site_id: pickup, window: '08:00-08:30' }];
  const route = { name: 'North', sku: 'LAB-ROUTE', days: ['mon'], starts_on: '2027-01-04' };
  return send('POST /routes', { body: { ...route, stops, dropoff_site_id: dropoff, ...fields } });
};
const newRoute: Make = async (actor) => resource(await requestRoute(actor), 201, route).id;
const newManifest: Make = async ({ send, job: job_id }) => {
  const body = { job_id, specimens: [specimen] };
  return resource(await send('POST /manifests', { body }), 201, manifest).id;
};

/** Delivered, with the specimen of the example on its manifest, as many as parcels were scanned. */
const expectedJob: Make = async (actor) => {
  const job_id = await deliveredJob(actor);
  const body = { job_id, specimens: [specimen] };
  resource(await actor.send('POST /manifests', { body }), 201, manifest);
  return job_id;
};
const accepted = { barcode: 'S-0001', verdict: 'accepted' };
const receive = ({ send }: Actor, id: string, specimens: object[]) =>
  send(`POST /jobs/${id}/reception`, { body: { specimens } });

const items = [{ item_code: '700123', quantity: 1 }];
const quoteLine = 'POST /partner/quotes';
const readyLine = (id: string) => `POST /partner/orders/${id}/ready` as const;

const readyWith = (body: object): Rule =>
  having(quotedOrder, ({ send }, { id, quote_id, parcels }) =>
    send(readyLine(id), { body: { ...bag, quote_id, parcels, ...body } }),
  );

const feedLine = 'POST /partner/stock-feed';
const rows = (fields: object, count = 1) => {
  const row = { item_code: '700123', quantity: 1, updated_at: '2026-11-02T07:00:00Z', ...fields };
  return Array.from({ length: count }, () => row);
};
const feedWith =
  (feed: (actor: Actor) => string): Rule =>
  async (stand) => {
    const actor = await stand.actor();
    return actor.send(feedLine, { key: uniqueKey(), raw: feed(actor) });
  };
const feedOf = (fields: object, count = 1): Rule =>
  feedWith(({ pickup }) =>
    JSON.stringify({ site_id: pickup, mode: 'delta', items: rows(fields, count) }),
  );

const manifestWith =
  (body: (actor: Actor) => object): Rule =>
  async (stand) => {
    const actor = await stand.actor();
    const manifest = { job_id: actor.job, specimens: [specimen], ...body(actor) };
    return actor.send('POST /manifests', { body: manifest });
  };

const routeWith =
  (body: object): Rule =>
  async (stand) => {
    const actor = await stand.actor();
    return requestRoute(actor, body);
  };

export const partner: EndpointCases = {
  fields: {
    FeedStockResponse: 'object id accepted rejected errors[].row errors[].code',
    GetManifestResponse: `object id status route_id run_on job_id specimen_count scanned_count digest created_at
    specimens[].barcode specimens[].container specimens[].temperature_class
    specimens[].un_number specimens[].verdict specimens[].reason`,
    ReceiveSpecimensResponse: `object job_id ref accepted rejected outstanding specimens[].barcode
    specimens[].expected specimens[].verdict specimens[].reason specimens[].note
    specimens[].received_at specimens[].received_by`,
    GetRouteResponse: `object id status next_run_on name sku timezone days[] stops[].site_id stops[].window
    dropoff_site_id starts_on ends_on skip_public_holidays cost_centre created_at
    runs[].run_on runs[].stop runs[].site_id runs[].window runs[].reason runs[].status
    runs[].job_id runs[].ref`,
    ListRoutesResponse: list('Route'),
    MarkOrderReadyResponse: `object id order_ref status sealed_bag job_id ref tracking_url ready_at closed_at
    pickup_site_id dropoff_site_id items[].item_code items[].quantity created_at`,
    PushManifestResponse: `object id status route_id run_on job_id specimen_count scanned_count digest created_at`,
    QuoteOrderResponse: `object id order_id available reason items[].item_code items[].requested
    items[].available options[].quote_id options[].sku options[].priority
    options[].total_cents options[].currency options[].vat_inclusive options[].sla_minutes
    options[].eta_minutes expires_at`,
    Route: `object id status next_run_on name sku timezone days[] stops[].site_id stops[].window
    dropoff_site_id starts_on ends_on skip_public_holidays cost_centre created_at`,
  },
  grants: {
    'jobs:write': {
      pushManifest: 'PushManifestResponse',
      getManifest: 'GetManifestResponse',
      receiveSpecimens: 'ReceiveSpecimensResponse',
      getReception: 'ReceiveSpecimensResponse',
      createRoute: 'Route',
      listRoutes: 'ListRoutesResponse',
      getRoute: 'GetRouteResponse',
      updateRoute: 'Route',
    },
    'partner:orders': {
      quoteOrder: 'QuoteOrderResponse',
      markOrderReady: 'MarkOrderReadyResponse',
      getOrder: 'MarkOrderReadyResponse',
    },
    'partner:stock': { feedStock: 'FeedStockResponse' },
  },
  targets: {
    '/partner/orders/': async (actor) => (await quotedOrder(actor)).id,
    '/partner/orders/{id}/ready': async (actor) => (await readyOrder(actor)).id,
    '/routes/': newRoute,
    '/manifests/': newManifest,
    '/jobs/{id}/reception': expectedJob,
  },
  refusals: {
    'quoteOrder unknown_site': async (stand) => {
      const actor = await stand.actor();
      const body = { order_ref: uniqueKey(), items, ...endsOf(actor), dropoff_site_id: 'absent' };
      return actor.send(quoteLine, { body });
    },
    'quoteOrder same_site': async (stand) => {
      const actor = await stand.actor();
      const body = {
        order_ref: uniqueKey(),
        items,
        ...endsOf(actor),
        pickup_site_id: actor.dropoff,
      };
      return actor.send(quoteLine, { body });
    },
    'quoteOrder already_ready': having(readyOrder, (actor, { order_ref }) =>
      actor.send(quoteLine, { body: { order_ref, items, ...endsOf(actor) } }),
    ),
    'markOrderReady order_not_found': toAbsent(readyLine('absent'), {
      body: { ...bag, quote_id: 'q_absent' },
    }),
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
    'getOrder order_not_found': toAbsent('GET /partner/orders/absent'),

    'feedStock invalid_body': feedWith(() => '{"mode":"delta","items":[]}'),
    'feedStock invalid_json': feedWith(() => '{"mode":'),
    'feedStock payload_too_large': feedOf({}, 10_001),
    'feedStock unknown_site': feedWith(() =>
      JSON.stringify({ site_id: 'absent', mode: 'delta', items: rows({}) }),
    ),
    'feedStock medicine_name_not_allowed': feedOf({ description: 'of something' }),
    'feedStock patient_data_not_allowed': feedOf({ patient_id: '1' }),

    'pushManifest invalid_target': manifestWith(() => ({ route_id: 'rt_1' })),
    'pushManifest route_not_found': manifestWith(() => ({ job_id: undefined, route_id: 'absent' })),
    'pushManifest job_not_found': manifestWith(() => ({ job_id: 'absent' })),
    'pushManifest duplicate_barcode': manifestWith(() => ({ specimens: [specimen, specimen] })),
    'pushManifest patient_data_not_allowed': manifestWith(() => ({
      specimens: [{ ...specimen, Surname: 'x' }],
    })),
    'receiveSpecimens job_not_found': toAbsent('POST /jobs/absent/reception', {
      body: { specimens: [accepted] },
    }),
    'receiveSpecimens invalid_transition': async (stand) => {
      const actor = await stand.actor();
      return receive(actor, actor.job, [accepted]);
    },
    'receiveSpecimens already_received': having(expectedJob, async (actor, id) => {
      await receive(actor, id, [accepted]);
      return receive(actor, id, [{ ...accepted, verdict: 'rejected', reason: 'broken' }]);
    }),
    'receiveSpecimens specimen_not_expected': having(expectedJob, (actor, id) =>
      receive(actor, id, [{ ...accepted, barcode: 'S-9999' }]),
    ),
    'receiveSpecimens duplicate_barcode': having(expectedJob, (actor, id) =>
      receive(actor, id, [accepted, accepted]),
    ),
    'getReception job_not_found': toAbsent('GET /jobs/absent/reception'),
    'getManifest manifest_not_found': toAbsent('GET /manifests/absent'),

    'createRoute unknown_site': routeWith({ dropoff_site_id: 'absent' }),
    'createRoute same_site': async (stand) => {
      const actor = await stand.actor();
      return requestRoute(actor, { dropoff_site_id: actor.pickup });
    },
    'createRoute unknown_sku': routeWith({ sku: 'NO-SUCH-SKU' }),
    'createRoute not_a_delivery': routeWith({ sku: 'SUP-BOX' }),
    'getRoute route_not_found': toAbsent('GET /routes/absent'),
    'updateRoute route_not_found': toAbsent('PATCH /routes/absent', { body: { status: 'paused' } }),
    'updateRoute invalid_transition': having(newRoute, async ({ send }, id) => {
      await send(`PATCH /routes/${id}`, { body: { status: 'ended' } });
      return send(`PATCH /routes/${id}`, { body: { status: 'active' } });
    }),
  },
};
