/** What pharmacies and laboratories are refused. */
import { type Actor, endsOf, uniqueKey } from '../requests.ts';
import { bag, newRoute, quotedOrder, readyOrder, requestRoute, specimen } from '../targets.ts';
import { having, type Rule, type Rules, toAbsent } from './rule.ts';

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

export const partnerRules: Rules = {
  'quoteOrder unknown_site': async (stand) => {
    const actor = await stand.actor();
    const body = { order_ref: uniqueKey(), items, ...endsOf(actor), dropoff_site_id: 'absent' };
    return actor.send(quoteLine, { body });
  },
  'quoteOrder same_site': async (stand) => {
    const actor = await stand.actor();
    const body = { order_ref: uniqueKey(), items, ...endsOf(actor), pickup_site_id: actor.dropoff };
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
};
