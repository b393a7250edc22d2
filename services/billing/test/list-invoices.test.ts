import { beforeAll, describe, expect, it } from 'vitest';
import { billingApp, newId } from './app.ts';

const app = billingApp();
const tenant = newId('ten_');
const months = ['2026-07', '2026-08', '2026-09', '2026-10', '2026-11'];

beforeAll(async () => {
  await app.end(
    tenant,
    months.map((month) => ({
      job_id: newId('job_'),
      at: `${month}-12T10:00:00.000Z`,
      cost_centre: month < '2026-09' ? 'CC-OLD' : 'CC-NEW',
    })),
  );
  await app.run('issue-invoices');
});

const list = (filter: object) => app.as(tenant).listInvoices(filter);
const periods = ({ data }: Awaited<ReturnType<typeof list>>) => data.map(({ period }) => period);

describe('the list of invoices', () => {
  it('begins with the newest month, which is a draft', async () => {
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
  ])('can be asked for %s', async (_, filter, expected) => {
    const page = await list(filter);
    expect([periods(page), page.total]).toEqual([expected, expected.length]);
  });

  it('pages forth and back', async () => {
    const first = await list({ limit: 2 });
    const second = await list({ limit: 2, starting_after: first.data[1]?.id });
    expect([periods(first), first.has_more]).toEqual([['2026-11', '2026-10'], true]);
    expect([periods(second), second.has_more]).toEqual([['2026-09', '2026-08'], true]);
    const back = await list({ limit: 2, ending_before: second.data[0]?.id });
    expect([back.data, back.has_more]).toEqual([first.data, false]);
  });

  it("shows nothing of another tenant's, nor behind its cursors", async () => {
    const other = app.as(newId('ten_'));
    expect(await other.listInvoices({})).toMatchObject({ total: 0, data: [] });
    const starting_after = (await list({})).data[0]?.id;
    await expect(other.listInvoices({ starting_after })).rejects.toMatchObject({
      issues: [{ path: ['starting_after'], code: 'unknown_cursor' }],
    });
  });

  it.each([
    [{ period: '2026-13' }],
    [{ status: 'lost' }],
    [{ limit: 0 }],
    [{ starting_after: 'a', ending_before: 'b' }],
  ])('takes no %o', async (filter) => {
    expect(await app.call('listInvoices', filter, tenant)).toEqual({ invalid: expect.anything() });
  });
});

describe('an invoice of many lines', () => {
  const big = newId('ten_');
  const count = 1_250;
  beforeAll(async () => {
    const label = 'x'.repeat(500);
    const jobs = Array.from({ length: count }, () => ({
      job_id: newId('job_'),
      at: '2026-11-10T10:00:00.000Z',
      fee_cents: 100,
      reason: label,
    }));
    await app.end(big, jobs);
  });

  it('shows its first ten in a list, and how many there are', async () => {
    const [draft] = (await app.as(big).listInvoices({})).data;
    expect(draft?.lines).toHaveLength(10);
    expect(draft).toMatchObject({ line_count: count, amount_cents: 100 * count });
  });

  it('comes in messages that the bus can carry, and whole', async () => {
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

  it('is nobody else’s', async () => {
    const id = (await app.as(big).listInvoices({})).data[0]?.id ?? '';
    const never = await app.call('getInvoice', { id: 'inv_none' }, tenant);
    expect(never).toMatchObject({ refused: { code: 'invoice_not_found' } });
    expect(await app.call('getInvoice', { id }, tenant)).toEqual(never);
  });
});
