import { describe, expect, it } from 'vitest';
import { billingApp, firstOfDecember, newId, start } from './app.ts';
import { endOf } from './neighbours.ts';

const app = billingApp();

const invoicesOf = async (tenant: string) => (await app.as(tenant).listInvoices({})).data;
const delivered = (at = start, amount_cents = 18_500) => ({
  job_id: newId('job_'),
  at,
  amount_cents,
});

describe('the run of the 1st', () => {
  it('leaves the running month alone, and the last one for two hours', async () => {
    const tenant = newId('ten_');
    app.clock.set(start);
    await app.end(tenant, [delivered()]);
    for (const early of [start, '2026-11-30T23:59:59.999Z']) {
      app.clock.set(early);
      await app.run('issue-invoices');
      expect(await invoicesOf(tenant)).toMatchObject([{ status: 'draft' }]);
    }
    app.clock.set(firstOfDecember);
    await app.run('issue-invoices');
    expect(await invoicesOf(tenant)).toMatchObject([{ status: 'issued' }]);
  });

  it('gives number and dates, tells of it and books it', async () => {
    const tenant = newId('ten_');
    await app.end(tenant, [delivered(start, 18_501), delivered(start, 7777)]);
    app.clock.set(firstOfDecember);
    await app.run('issue-invoices');
    const [invoice] = await invoicesOf(tenant);
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
    expect(await app.emitted(tenant, 'invoice.issued')).toMatchObject([
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
    expect(await app.ledger(tenant, 'receivable')).toBe(30_220);
    expect(await app.ledger(tenant, 'revenue')).toBe(-26_278);
    expect(await app.ledger(tenant, 'vat')).toBe(-3942);
  });

  it('twice at once and once more changes nothing', async () => {
    app.clock.set(firstOfDecember);
    const tenants = Array.from({ length: 120 }, () => newId('ten_'));
    for (const tenant of tenants)
      await app
        .running()
        .clients(tenant)
        .jobs.emit([endOf(delivered())]);
    await app.end(tenants[0] ?? '', [delivered()]);
    await Promise.all([app.run('issue-invoices'), app.run('issue-invoices')]);
    await app.run('issue-invoices');
    for (const tenant of tenants) {
      expect(await invoicesOf(tenant)).toMatchObject([{ status: 'issued' }]);
      expect(await app.emitted(tenant, 'invoice.issued')).toHaveLength(1);
    }
    await expectGapless(2026);
  });

  it('is made up for, month by month, and counts anew in a new year', async () => {
    const tenant = newId('ten_');
    app.clock.set('2027-02-11T09:00:00.000Z');
    await app.end(tenant, [
      delivered('2026-12-20T10:00:00.000Z'),
      delivered('2027-01-20T10:00:00.000Z'),
      delivered('2027-02-10T10:00:00.000Z'),
    ]);
    await app.run('issue-invoices');
    expect(await invoicesOf(tenant)).toMatchObject([
      { period: '2027-02', status: 'draft' },
      { period: '2027-01', status: 'issued', number: 'INV-2027-000002' },
      { period: '2026-12', status: 'issued', number: 'INV-2027-000001' },
    ]);
    await expectGapless(2027);
  });
});

async function expectGapless(year: number): Promise<void> {
  const numbers = await app.rows(
    'select number from billing.invoice where number like $1 order by number',
    [`INV-${year}-%`],
  );
  expect(numbers.map(({ number }) => number)).toEqual(
    numbers.map((_, nth) => `INV-${year}-${String(nth + 1).padStart(6, '0')}`),
  );
}
