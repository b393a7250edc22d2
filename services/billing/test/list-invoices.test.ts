import { newTenant } from '@svc/kit/testing/service-test';
import { beforeAll, describe, expect, it } from 'vitest';
import { billingTest, newId } from './app.ts';

const app = billingTest();
const tenant = newTenant();
const months = ['2026-07', '2026-08', '2026-09', '2026-10', '2026-11'];

beforeAll(async () => {
  await app.end(
    months.map((month) => ({
      job_id: newId('job_'),
      at: `${month}-12T10:00:00.000Z`,
      cost_centre: month < '2026-09' ? 'CC-OLD' : 'CC-NEW',
    })),
    tenant,
  );
  await app.run('issue-invoices');
});

const list = (filter: object) => app.as(tenant).listInvoices(filter);
const periods = ({ data }: Awaited<ReturnType<typeof list>>) => data.map(({ period }) => period);

describe('the list of invoices', () => {
  it('starts with the newest month, which is a draft', async () => {
    const page = await list({});
    expect(periods(page)).toEqual(months.toReversed());
    expect(page).toMatchObject({ object: 'list', total: 5, has_more: false });
    expect(page.data.map(({ status }) => status)).toEqual(['draft', ...Array(4).fill('issued')]);
  });

  it.each([
    ['a period', { period: '2026-08' }, ['2026-08']],
    ['drafts', { status: 'draft' }, ['2026-11']],
    ['what nobody voids', { status: 'void' }, []],
    ['a cost centre', { cost_centre: 'CC-OLD' }, ['2026-08', '2026-07']],
    ['both', { cost_centre: 'CC-NEW', status: 'draft' }, ['2026-11']],
  ])('is filtered on request by %s', async (_, filter, expected) => {
    const page = await list(filter);
    expect([periods(page), page.total]).toEqual([expected, expected.length]);
  });

  it('returns pages forward and backward', async () => {
    const first = await list({ limit: 2 });
    const second = await list({ limit: 2, starting_after: first.data[1]?.id });
    expect([periods(first), first.has_more]).toEqual([['2026-11', '2026-10'], true]);
    expect([periods(second), second.has_more]).toEqual([['2026-09', '2026-08'], true]);
    const back = await list({ limit: 2, ending_before: second.data[0]?.id });
    expect([back.data, back.has_more]).toEqual([first.data, false]);
  });

  it('shows no invoices of another tenant, not even by their cursors', async () => {
    const other = app.as(newTenant());
    expect(await other.listInvoices({})).toMatchObject({ total: 0, data: [] });
    const starting_after = (await list({})).data[0]?.id;
    await expect(other.listInvoices({ starting_after })).rejects.toMatchObject({
      issues: [{ path: ['starting_after'], code: 'unknown_cursor' }],
    });
  });
});

describe('an invoice of many lines', () => {
  const big = newTenant();
  const count = 1_250;
  beforeAll(async () => {
    const label = 'x'.repeat(500);
    const jobs = Array.from({ length: count }, () => ({
      job_id: newId('job_'),
      at: '2026-11-10T10:00:00.000Z',
      fee_cents: 100,
      reason: label,
    }));
    await app.end(jobs, big);
  });

  it('shows its first ten lines in a list, and their count', async () => {
    const [draft] = (await app.as(big).listInvoices({})).data;
    expect(draft?.lines).toHaveLength(10);
    expect(draft).toMatchObject({ line_count: count, amount_cents: 100 * count });
  });

  it('is returned whole, in pages that fit a message', async () => {
    const id = (await app.as(big).listInvoices({})).data[0]?.id ?? '';
    const invoice = await app.as(big).getInvoice({ id });
    const lines = [...invoice.lines];
    const sizes = [JSON.stringify(invoice).length];
    for (let next = invoice.next; next; ) {
      const more = await app.as(big).getInvoice({ id, starting_after: next });
      sizes.push(JSON.stringify(more).length);
      lines.push(...more.lines);
      next = more.next;
    }
    expect(lines).toHaveLength(invoice.line_count);
    expect(sizes.length).toBeGreaterThan(2);
    expect(Math.max(...sizes)).toBeLessThan(400_000);
    expect(new Set(lines.map(({ job_id }) => job_id)).size).toBe(count);
  });
});
