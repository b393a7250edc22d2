import { webhooks } from '@svc/contracts';
import { until } from '@svc/devnet';
import { heldClock } from '@svc/kit/clock';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resource } from './http.ts';
import { deliveredOrder } from './pharmacy.ts';
import { startWorld, type World } from './world.ts';

const clock = heldClock('2026-11-10T08:00:00.000Z');
let world: World;
beforeAll(async () => {
  world = await startWorld({ clock, without: ['custody'] });
});
afterAll(() => world?.stop());

const feed = webhooks.actions.listEvents.output;

it("a pharmacy is paid for its delivered order, and told of all that month's papers", async () => {
  const { stage } = world;
  const tenant = await world.tenant();
  const order = await deliveredOrder(world, tenant);
  const earned = async () => {
    const { rows } = await stage.owner.query(
      `select e.order_id, e.amount_cents::int as cents, i.line_count
         from billing.earning e join billing.invoice i using (tenant_id) where tenant_id = $1`,
      [tenant.id],
    );
    return rows[0];
  };
  expect(
    await until(earned, { timeoutMs: 60_000, what: 'the order to earn, and its job to be billed' }),
  ).toEqual({ order_id: order, cents: 1500, line_count: 1 });

  clock.set('2026-12-01T00:00:00.000Z');
  for (const run of ['issue-invoices', 'issue-statements', 'send-payouts', 'send-payouts']) {
    await stage.runSchedule('billing', run);
  }
  const send = await tenant.sendWith(['webhooks:manage']);
  const papers = async () => {
    const { data } = resource(await send('GET /events?limit=100'), 200, feed);
    const found = data.filter(({ type }) => /^(invoice|statement|payout)\./.test(type));
    return found.length >= 3 ? found : undefined;
  };
  const events = await until(papers, { timeoutMs: 60_000, what: 'the papers in the feed' });
  const byType = new Map(events.map(({ type, data }) => [type, data]));
  // PHA-STD over 70.1 km, of which 10 are included, and VAT.
  const value = 12_500 + 60.1 * 750;
  const period = '2026-11';
  const money = { currency: 'ZAR' };
  expect(events).toHaveLength(3);
  expect(byType.get('invoice.issued')).toEqual({
    invoice_id: expect.stringMatching(/^inv_/),
    period,
    amount_cents: value,
    vat_inclusive: false,
    ...money,
  });
  expect(byType.get('statement.issued')).toEqual({
    statement_id: expect.stringMatching(/^st_/),
    period,
    balance_cents: value + Math.round(value * 0.15),
    ...money,
  });
  expect(byType.get('payout.sent')).toEqual({
    payout_id: expect.stringMatching(/^pay_/),
    amount_cents: 1500,
    ...money,
  });
});
