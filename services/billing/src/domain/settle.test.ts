import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocatedTo, settle, spentOf } from './settle.ts';

const named = (prefix: string, amounts: readonly number[]) =>
  amounts.map((left_cents, n) => ({ id: `${prefix}${n}`, left_cents }));

describe('settling', () => {
  it.each([
    ['exactly', [100], [100], [['i0', 'p0', 100]]],
    ['in part', [100], [40], [['i0', 'p0', 40]]],
    ['with credit left', [100], [140], [['i0', 'p0', 100]]],
    [
      'oldest invoices first',
      [100, 100],
      [150],
      [
        ['i0', 'p0', 100],
        ['i1', 'p0', 50],
      ],
    ],
    [
      'oldest money first',
      [100],
      [60, 60],
      [
        ['i0', 'p0', 60],
        ['i0', 'p1', 40],
      ],
    ],
    ['nothing', [], [100], []],
    ['an invoice of nothing', [0], [100], []],
    ['without money', [100], [], []],
  ])('goes %s', (_, invoices, payments, expected) => {
    const allocations = settle(named('i', invoices), named('p', payments));
    expect(
      allocations.map(({ invoice_id, payment_id, amount_cents }) => [
        invoice_id,
        payment_id,
        amount_cents,
      ]),
    ).toEqual(expected);
  });

  it('never spends what is not there, nor pays more than is owed, nor leaves both', () => {
    const amounts = fc.array(fc.nat({ max: 1000 }), { maxLength: 8 });
    fc.assert(
      fc.property(amounts, amounts, (owed, money) => {
        const invoices = named('i', owed);
        const payments = named('p', money);
        const allocations = settle(invoices, payments);
        const left = invoices.map((i) => i.left_cents - allocatedTo(allocations, i.id));
        const unspent = payments.map((p) => p.left_cents - spentOf(allocations, p.id));
        expect(Math.min(0, ...left, ...unspent)).toBe(0);
        const open = left.some((cents) => cents > 0);
        expect(open && unspent.some((cents) => cents > 0)).toBe(false);
      }),
    );
  });
});
