import { newTenant } from '@svc/kit/testing/service-test';
import { describe, expect, it } from 'vitest';
import { billingTest, newId, start } from './app.ts';
import { refOf } from './neighbours.ts';

const app = billingTest();

const draftsOf = async (tenant = app.tenant) =>
  (await app.as(tenant).listInvoices({ status: 'draft' })).data;

describe('a job that ended', () => {
  it('is a line on the draft invoice of its month', async () => {
    const job_id = newId('job_');
    await app.end([{ job_id, at: start, amount_cents: 18_501, cost_centre: 'CC-9' }]);
    const [draft] = await draftsOf();
    expect(draft).toMatchObject({
      object: 'invoice',
      number: null,
      period: '2026-11',
      status: 'draft',
      issued_at: null,
      due_at: null,
      line_count: 1,
      lines: [
        {
          job_id,
          ref: refOf(job_id),
          cost_centre: 'CC-9',
          label: 'Specimens, Clinic North to Central Laboratory',
          amount_cents: 18_501,
          vat_cents: 2775,
          kind: 'delivery',
          happened_at: start,
        },
      ],
      amount_cents: 18_501,
      vat_cents: 2775,
      total_cents: 21_276,
      paid_cents: 0,
      pdf_url: null,
    });
  });

  it('is charged its cancellation fee with VAT, and shows the reason', async () => {
    const cancelled = { job_id: newId('job_'), at: start, amount_cents: 18_501, fee_cents: 9251 };
    await app.end([{ ...cancelled, reason: 'Patient moved' }]);
    expect((await draftsOf())[0]).toMatchObject({
      lines: [{ kind: 'cancellation', label: 'Cancellation fee, Specimens: Patient moved' }],
      amount_cents: 9251,
      vat_cents: 1388,
    });
  });

  it('is free as a return, or when it was cancelled in time', async () => {
    await app.end([
      { job_id: newId('job_'), at: start, return_of: 'job_x', amount_cents: 0 },
      { job_id: newId('job_'), at: start, fee_cents: 0 },
    ]);
    expect(await draftsOf()).toEqual([]);
  });

  it('is billed once for any repetitions of its event', async () => {
    const job = { job_id: newId('job_'), at: start };
    await app.end([job, job]);
    await app.end([job]);
    expect(await draftsOf()).toMatchObject([{ line_count: 1, amount_cents: 18_500 }]);
  });
});

it('concurrent jobs of several tenants are each on their draft once, without a gap', async () => {
  const tenants = [newTenant(), newTenant()];
  const october = '2026-10-20T10:00:00.000Z';
  const jobs = Array.from({ length: 6 }, (_, n) => ({
    job_id: newId('job_'),
    at: n % 2 === 0 ? start : october,
    amount_cents: 1_000 + n,
  }));
  await Promise.all(tenants.map((tenant) => app.end([...jobs, ...jobs], tenant)));
  for (const tenant of tenants) {
    expect(await draftsOf(tenant)).toMatchObject([
      { period: '2026-11', line_count: 3, amount_cents: 3_006 },
      { period: '2026-10', line_count: 3, amount_cents: 3_009 },
    ]);
    const positions = await app.sql(
      `select i.period, array_agg(position order by position) as positions,
                sum(l.amount_cents)::int as cents
           from billing.line l join billing.invoice i on (i.tenant_id, i.id) = (l.tenant_id, l.invoice_id)
          where l.tenant_id = $1 group by 1 order by 1`,
      [tenant],
    );
    expect(positions).toEqual([
      { period: '2026-10', positions: [1, 2, 3], cents: 3_009 },
      { period: '2026-11', positions: [1, 2, 3], cents: 3_006 },
    ]);
  }
});

it('a late line is on the next invoice, which names its month', async () => {
  const october = '2026-10-20T10:00:00.000Z';
  await app.end([{ job_id: newId('job_'), at: october }]);
  await app.run('issue-invoices');
  await app.end([{ job_id: newId('job_'), at: october }]);
  const { data } = await app.as().listInvoices({});
  expect(data).toMatchObject([
    {
      period: '2026-11',
      status: 'draft',
      lines: [{ label: 'Specimens, Clinic North to Central Laboratory (2026-10)' }],
    },
    { period: '2026-10', status: 'issued', line_count: 1 },
  ]);
});
