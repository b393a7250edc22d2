import { refused } from '@svc/kit/testing/service-test';
import { beforeEach, describe, expect, it } from 'vitest';
import { billingTest, newId } from './app.ts';

const app = billingTest();
beforeEach(() => {
  app.clock.set('2026-12-05T08:00:00.000Z');
});

/** 11 500 cents each with VAT: one for September, one for October, one for November. */
async function threeInvoices(): Promise<void> {
  const days = ['2026-09-10', '2026-10-10', '2026-11-10'];
  await app.end(
    days.map((day) => ({
      job_id: newId('job_'),
      at: `${day}T10:00:00.000Z`,
      amount_cents: 10_000,
    })),
    app.tenant,
  );
  await app.run('issue-invoices');
}

const pay = (amount_cents: number, fields: object = {}, request?: string) =>
  app.call(
    'recordPayment',
    {
      tenant_id: app.tenant,
      amount_cents,
      received_on: '2026-12-05',
      reference: 'EFT 1',
      ...fields,
    },
    { tenant: 'ten_operator', ...(request && { request }) },
  );
const invoiceStates = async () =>
  (await app.as().listInvoices({})).data.map(({ period, status, paid_cents }) => [
    period,
    status,
    paid_cents,
  ]);

describe('a payment', () => {
  it('settles the oldest invoices first', async () => {
    await threeInvoices();
    expect(await pay(15_000)).toMatchObject({
      ok: {
        object: 'payment',
        id: expect.stringMatching(/^pmt_/),
        tenant_id: app.tenant,
        settled: [{ amount_cents: 11_500 }, { amount_cents: 3500 }],
        credit_cents: 0,
      },
    });
    expect(await invoiceStates()).toEqual([
      ['2026-11', 'issued', 0],
      ['2026-10', 'issued', 3500],
      ['2026-09', 'paid', 11_500],
    ]);
    expect(await app.ledger('cash')).toBe(15_000);
    expect(await app.ledger('receivable')).toBe(3 * 11_500 - 15_000);
  });

  it('above the balance is credit that settles the next invoice when issued', async () => {
    await threeInvoices();
    expect(await pay(40_000)).toMatchObject({ ok: { credit_cents: 5500 } });
    await app.end(
      [{ job_id: newId('job_'), at: '2026-12-10T10:00:00.000Z', amount_cents: 10_000 }],
      app.tenant,
    );
    app.clock.set('2027-01-01T00:00:00.000Z');
    await app.run('issue-invoices');
    expect((await invoiceStates())[0]).toEqual(['2026-12', 'issued', 5500]);
    await pay(6000);
    expect((await invoiceStates())[0]).toEqual(['2026-12', 'paid', 11_500]);
  });

  it('is recorded once per key, also among concurrent payments', async () => {
    await threeInvoices();
    const first = await pay(11_500, {}, 'key');
    expect(await pay(11_500, {}, 'key')).toEqual({ ...first, replayed: true });
    await Promise.all(Array.from({ length: 10 }, () => pay(2300)));
    expect((await invoiceStates()).map(([, status]) => status)).toEqual(['paid', 'paid', 'paid']);
    expect(await app.ledger('receivable')).toBe(0);
  });
});

it.each([
  ['unknown_tenant', { tenant_id: 'nobody' }],
  ['unknown_tenant', { tenant_id: 'not an id' }],
  ['invalid_body', { received_on: '2026-12-06' }],
])('a payment is refused with %s for %o, and leaves no entry', async (code, fields) => {
  expect(await pay(1, fields)).toEqual(refused(code));
  expect(await app.ledger('cash')).toBe(0);
});
