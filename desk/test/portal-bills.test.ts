/** Invoices, statements and usage of a tenant. */
import { describe, expect, it } from 'vitest';
import { everyDay } from '../src/pages/portal/day-charts.ts';
import { sizeText } from '../src/pages/portal/usage.ts';
import { exampleUsage } from './access-answers.ts';
import { tokenOf, useDesk } from './desk-under-test.ts';
import { hrefsOf, textOf } from './markup.ts';
import { personOf } from './persons.ts';
import { invoiceAnswer } from './portal-answers.ts';

const { get, services, sessions } = useDesk();
const open = async (path: string) => (await get(path, tokenOf('admin'))).body;

describe('invoices of a tenant', () => {
  it('are listed by month, with amounts in rand', async () => {
    const body = await open('/invoices?period=2026-10&status=issued');
    expect(body).toContain('<option value="2026-10" selected>October 2026</option>');
    expect(textOf(body)).toContain('R 10 241.50');
    expect(hrefsOf(body, /^October 2026$/)).toEqual(['/invoices/x_01']);
  });

  it('are drafts before they have a number', async () => {
    const draft = { status: 'draft', number: null, issued_at: null, due_at: null } as const;
    services.answer('billing.getInvoice', invoiceAnswer(draft));
    const text = textOf(await open('/invoices/x_01'));
    expect(text).toContain('Number Not numbered yet: its month is not over Status Draft');
  });

  it('are read line by line, a page at a time', async () => {
    services.answer('billing.getInvoice', invoiceAnswer({ next: '50-90' }));
    const body = await open('/invoices/x_01?starting_after=10-90');
    expect(hrefsOf(body, /^Next page/)).toEqual(['/invoices/x_01?starting_after=50-90']);
  });

  it('lead to jobs those alone who may read them', async () => {
    expect(hrefsOf(await open('/invoices/x_01'), /^HC-0001$/)).toEqual(['/jobs/job_01']);
    sessions.set('token-of-bills', { ...personOf('auditor'), scopes: ['invoices:read'] });
    const { body } = await get('/invoices/x_01', 'token-of-bills');
    expect(textOf(body)).toContain('HC-0001');
    expect(hrefsOf(body)).not.toContain('/jobs/job_01');
  });
});

it('statements of a tenant show credit with its sign', async () => {
  const text = textOf(await open('/statements'));
  expect(text).toContain('October 2026 −R 50.00 R 241.50 R 0.00 R 191.50');
});

describe('the page of usage', () => {
  it('shows what is used beside its limit, in this South African month', async () => {
    const text = textOf(await open('/usage'));
    for (const words of [
      '2 of 20, disabled',
      '600 a minute, and 100 more',
      'Today 12 345',
      'Refused today (429) 67',
      '13 145 requests in 30 days, 67 of them refused',
      '31 Oct 2026 0 800',
      '6 1 234 5',
      'Signatures and photos 1 500, 61.3 MB',
      'Files of orders 0',
      'API keys 3',
      'People 5',
    ]) {
      expect(text).toContain(words);
    }
    const begin = '2026-11-01T00:00:00+02:00';
    expect(services.asked('list')).toContainEqual({ created_gte: begin, limit: 1 });
  });

  it('shows a day without requests as none', () => {
    const days = everyDay(exampleUsage.request_days, {
      ...{ last: '2026-11-02', count: 4 },
      values: ({ requests }) => [requests],
    });
    expect(days.map((each) => each.values)).toEqual([[], [800], [], [12_345]]);
  });

  it.each([
    [0, '0 bytes'],
    [999, '999 bytes'],
    [1_000, '1 kB'],
    [61_250_000, '61.3 MB'],
    [999_960, '1000 kB'],
    [2 ** 53, '9007.2 TB'],
  ])('says %i bytes as "%s"', (bytes, text) => {
    expect(sizeText(bytes).replaceAll('\u00a0', ' ')).toBe(text);
  });

  it('says that figures are of the newest deliveries alone', async () => {
    const { webhooks } = exampleUsage;
    const part = webhooks && { ...webhooks, is_complete: false, days: [] };
    services.answer('accounts.usage', { ...exampleUsage, webhooks: part });
    const text = textOf(await open('/usage'));
    expect(text).toContain('Nothing was sent in the last seven days');
    expect(text).toContain('these figures are of the newest');
  });

  it('shows the rest where a service is away', async () => {
    services.answer('accounts.usage', { ...exampleUsage, webhooks: null, proof_files: null });
    const text = textOf(await open('/usage'));
    expect(text).toContain('Not available at the moment. Open');
    expect(text).toContain('Signatures and photos Not available at the moment');
    expect(text).toContain('600 a minute');
    services.answers.delete('accounts.usage');
    expect(textOf(await open('/usage'))).toContain('Booked this month');
  });
});
