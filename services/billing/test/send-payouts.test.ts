import { describe, expect, it } from 'vitest';
import { billingApp, firstOfDecember, newId, start } from './app.ts';

const app = billingApp({ SVC_PAYOUT_CENTS: '1250' });

const payoutsOf = async (tenant: string) =>
  (await app.emitted(tenant, 'payout.sent')).map(({ data, internals }) => ({
    ...data,
    ...internals,
  }));
const order = (at = start) => ({ order_id: newId('po_'), at });

describe('payouts', () => {
  it('are sent for the delivered orders of a month that is over, once', async () => {
    const tenant = newId('ten_');
    app.clock.set(start);
    const once = order();
    await app.close(tenant, [once, order(), once, order('2026-12-01T00:00:00.000Z')]);
    await app.close(tenant, [once]);
    await app.run('send-payouts');
    expect(await payoutsOf(tenant)).toEqual([]);
    expect(await app.ledger(tenant, 'payouts_payable')).toBe(-3 * 1250);
    app.clock.set(firstOfDecember);
    await app.run('send-payouts');
    await app.run('send-payouts');
    expect(await payoutsOf(tenant)).toEqual([
      {
        payout_id: expect.stringMatching(/^pay_/),
        amount_cents: 2 * 1250,
        currency: 'ZAR',
        period: '2026-11',
        orders: 2,
      },
    ]);
    expect(await app.ledger(tenant, 'payouts_payable')).toBe(-1250);
    expect(await app.ledger(tenant, 'cash')).toBe(-2 * 1250);
    expect(await app.ledger(tenant, 'payout_cost')).toBe(3 * 1250);
  });

  it('take along what came too late for its own month', async () => {
    const tenant = newId('ten_');
    app.clock.set(firstOfDecember);
    await app.close(tenant, [order()]);
    await app.run('send-payouts');
    await app.close(tenant, [order()]);
    await app.run('send-payouts');
    app.clock.set('2027-01-01T00:00:00.000Z');
    await app.run('send-payouts');
    expect((await payoutsOf(tenant)).map(({ period, orders }) => [period, orders])).toEqual([
      ['2026-11', 1],
      ['2026-12', 1],
    ]);
  });

  it('of two runs at once are one', async () => {
    const tenant = newId('ten_');
    app.clock.set(firstOfDecember);
    await app.close(tenant, [order()]);
    await Promise.allSettled([app.run('send-payouts'), app.run('send-payouts')]);
    await app.run('send-payouts');
    expect(await payoutsOf(tenant)).toHaveLength(1);
    expect(await app.ledger(tenant, 'payouts_payable')).toBe(0);
  });
});
