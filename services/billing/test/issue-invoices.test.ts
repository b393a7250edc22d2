import { newTenant } from '@svc/kit/testing/service-test';
import { describe, expect, it } from 'vitest';
import { billingTest, firstOfDecember, newId, start } from './app.ts';
import { endOf } from './neighbours.ts';

const app = billingTest();

const invoicesOf = async (tenant = app.tenant) => (await app.as(tenant).listInvoices({})).data;
const delivered = (at = start, amount_cents = 18_500) => ({
  job_id: newId('job_'),
  at,
  amount_cents,
});

describe('the schedule issue-invoices', () => {
  it('leaves the current month alone, and the last one for two hours', async () => {
    app.clock.set(start);
    await app.end([delivered()]);
    for (const early of [start, '2026-11-30T23:59:59.999Z']) {
      app.clock.set(early);
      await app.run('issue-invoices');
      expect(await invoicesOf()).toMatchObject([{ status: 'draft' }]);
    }
    app.clock.set(firstOfDecember);
    await app.run('issue-invoices');
    expect(await invoicesOf()).toMatchObject([{ status: 'issued' }]);
  });

  it('sets number and dates, emits invoice.issued and posts to the ledger', async () => {
    await app.end([delivered(start, 18_501), delivered(start, 7777)]);
    app.clock.set(firstOfDecember);
    await app.run('issue-invoices');
    const [invoice] = await invoicesOf();
    expect(invoice).toMatchObject({
      number: expect.stringMatching(/^INV-2026-\d{6}$/),
      period: '2026-11',
      issued_at: firstOfDecember,
      due_at: '2026-12-31T00:00:00.000Z',
      amount_cents: 26_278,
      vat_cents: 2775 + 1167,
      total_cents: 30_220,
      pdf_url: `https://api.svc.example/v1/invoices/${invoice?.id}`,
    });
    expect(await app.emitted('invoice.issued')).toMatchObject([
      {
        job_id: '',
        data: {
          invoice_id: invoice?.id,
          period: '2026-11',
          amount_cents: 26_278,
          currency: 'ZAR',
          vat_inclusive: false,
        },
      },
    ]);
    expect(await app.ledger('receivable')).toBe(30_220);
    expect(await app.ledger('revenue')).toBe(-26_278);
    expect(await app.ledger('vat')).toBe(-3942);
  });

  it('issues each invoice once in concurrent and repeated runs', async () => {
    app.clock.set(firstOfDecember);
    const tenants = Array.from({ length: 120 }, () => newTenant());
    for (const tenant of tenants) await app.clients(tenant).jobs.emit([endOf(delivered())]);
    await app.end([delivered()], tenants[0] ?? '');
    await Promise.all([app.run('issue-invoices'), app.run('issue-invoices')]);
    await app.run('issue-invoices');
    for (const tenant of tenants) {
      expect(await invoicesOf(tenant)).toMatchObject([{ status: 'issued' }]);
      expect(await app.emitted('invoice.issued', tenant)).toHaveLength(1);
    }
    await expectGapless(2026);
  });

  it('catches up month by month, and restarts numbers in a new year', async () => {
    app.clock.set('2027-02-11T09:00:00.000Z');
    await app.end([
      delivered('2026-12-20T10:00:00.000Z'),
      delivered('2027-01-20T10:00:00.000Z'),
      delivered('2027-02-10T10:00:00.000Z'),
    ]);
    await app.run('issue-invoices');
    expect(await invoicesOf()).toMatchObject([
      { period: '2027-02', status: 'draft' },
      { period: '2027-01', status: 'issued', number: 'INV-2027-000002' },
      { period: '2026-12', status: 'issued', number: 'INV-2027-000001' },
    ]);
    await expectGapless(2027);
  });
});

async function expectGapless(year: number): Promise<void> {
  const numbers = await app.sql(
    'select number from billing.invoice where number like $1 order by number',
    [`INV-${year}-%`],
  );
  expect(numbers.map(({ number }) => number)).toEqual(
    numbers.map((_, nth) => `INV-${year}-${String(nth + 1).padStart(6, '0')}`),
  );
}
