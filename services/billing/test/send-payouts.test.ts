import { describe, expect, it } from 'vitest';
import { billingTest, firstOfDecember, newId, start } from './app.ts';

const app = billingTest({ SVC_PAYOUT_CENTS: '1250' });

const payoutsOf = async (tenant: string) =>
  (await app.emitted('payout.sent', tenant)).map(({ data, internals }) => ({
    ...data,
    ...internals,
  }));
const order = (at = start) => ({ order_id: newId('po_'), at });

describe('payouts', () => {
  it('are sent once for the delivered orders of a past month', async () => {
    app.clock.set(start);
    const once = order();
    await app.close([once, order(), once, order('2026-12-01T00:00:00.000Z')]);
    await app.close([once]);
    await app.run('send-payouts');
    expect(await payoutsOf(app.tenant)).toEqual([]);
    expect(await app.ledger('payouts_payable')).toBe(-3 * 1250);
    app.clock.set(firstOfDecember);
    await app.run('send-payouts');
    await app.run('send-payouts');
    expect(await payoutsOf(app.tenant)).toEqual([
      {
        payout_id: expect.stringMatching(/^pay_/),
        amount_cents: 2 * 1250,
        currency: 'ZAR',
        period: '2026-11',
        orders: 2,
      },
    ]);
    expect(await app.ledger('payouts_payable')).toBe(-1250);
    expect(await app.ledger('cash')).toBe(-2 * 1250);
    expect(await app.ledger('payout_cost')).toBe(3 * 1250);
  });

  it('include orders that were too late for their own month', async () => {
    app.clock.set(firstOfDecember);
    await app.close([order()]);
    await app.run('send-payouts');
    await app.close([order()]);
    await app.run('send-payouts');
    app.clock.set('2027-01-01T00:00:00.000Z');
    await app.run('send-payouts');
    expect((await payoutsOf(app.tenant)).map(({ period, orders }) => [period, orders])).toEqual([
      ['2026-11', 1],
      ['2026-12', 1],
    ]);
  });

  it('are sent once by two concurrent runs', async () => {
    app.clock.set(firstOfDecember);
    await app.close([order()]);
    await Promise.allSettled([app.run('send-payouts'), app.run('send-payouts')]);
    await app.run('send-payouts');
    expect(await payoutsOf(app.tenant)).toHaveLength(1);
    expect(await app.ledger('payouts_payable')).toBe(0);
  });
});
