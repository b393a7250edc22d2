import { describe, expect, it } from 'vitest';
import { tokenOf } from './desk-under-test.ts';
import { hostileText, listOf } from './examples.ts';
import { personOf } from './persons.ts';
import { portal } from './portal-forms.ts';
import { invoiceAnswer } from './portal-tenant-answers.ts';

const auditor = tokenOf('auditor');

describe('invoices', () => {
  it('are listed by month and status, with amounts in rand', async () => {
    const { get, services, callsTo } = await portal();
    services.answers.set('billing.listInvoices', () => listOf([invoiceAnswer()], true));
    const { body } = await get('/invoices?period=2026-10&status=issued', auditor);
    expect(callsTo('billing.listInvoices')[0]?.input).toEqual({
      period: '2026-10',
      status: 'issued',
    });
    expect(body).toContain('<option value="2026-10" selected>October 2026</option>');
    expect(body).toContain('<td class="amount">R\u00a010\u00a0241.50</td>');
    expect(body).toContain('href="/invoices/x_01">October 2026</a>');
    expect(body).toContain(
      'href="/invoices?period=2026-10&amp;status=issued&amp;starting_after=x_01"',
    );
  });

  it('leave out what is no filter', async () => {
    const { get, services, callsTo } = await portal();
    services.answers.set('billing.listInvoices', () => listOf([]));
    const { body } = await get('/invoices?period=2026-13&status=lost', auditor);
    expect(callsTo('billing.listInvoices')[0]?.input).toEqual({});
    expect(body).toContain('No invoice fits.');
  });

  it('show a draft as one', async () => {
    const { get, services } = await portal();
    const draft = { status: 'draft', number: null, issued_at: null, due_at: null } as const;
    services.answers.set('billing.getInvoice', () => ({ ok: invoiceAnswer(draft) }));
    const { body } = await get('/invoices/x_01', auditor);
    expect(body).toContain('Not numbered yet');
    expect(body).toContain('<dd>Draft</dd>');
  });

  it('page through their lines', async () => {
    const { get, services, callsTo } = await portal();
    services.answers.set('billing.getInvoice', () => ({ ok: invoiceAnswer({ next: '50-90' }) }));
    const { body } = await get('/invoices/x_01?starting_after=10-90', auditor);
    expect(callsTo('billing.getInvoice')[0]?.input).toEqual({
      id: 'x_01',
      starting_after: '10-90',
    });
    expect(body).toContain('href="/invoices/x_01?starting_after=50-90"');
    expect(body).toContain('<a href="/jobs/job_01">HC-0001</a>');
  });

  it('lead to jobs those who may read them', async () => {
    const { get, sessions } = await portal();
    sessions.set('token-of-bills', { ...personOf('auditor'), scopes: ['invoices:read'] });
    const { body } = await get('/invoices/x_01', 'token-of-bills');
    expect(body).toContain('<th scope="row">HC-0001</th>');
    expect(body).not.toContain('href="/jobs/job_01"');
  });

  it('that are unknown are a 404', async () => {
    const { get, services } = await portal();
    services.answers.set('billing.getInvoice', () => ({
      refused: { code: 'invoice_not_found', detail: 'None.' },
    }));
    expect((await get('/invoices/x_02', auditor)).statusCode).toBe(404);
  });

  it('escape what a tenant wrote', async () => {
    const { get, services } = await portal();
    const [line] = invoiceAnswer().lines;
    const lines = line ? [{ ...line, label: hostileText, cost_centre: hostileText }] : [];
    services.answers.set('billing.getInvoice', () => ({ ok: invoiceAnswer({ lines }) }));
    const { body } = await get('/invoices/x_01', auditor);
    expect(body.match(/&lt;script&gt;alert/g)).toHaveLength(2);
    expect(body).not.toContain('<script>alert');
  });
});

describe('statements', () => {
  it('show credit with its sign', async () => {
    const { get } = await portal();
    const { body } = await get('/statements', auditor);
    expect(body).toContain('<td class="amount">−R\u00a050.00</td>');
    expect(body).toContain('<td class="amount">R\u00a0191.50</td>');
  });

  it('and invoices are not for a booker or a viewer', async () => {
    const { get } = await portal();
    for (const role of ['booker', 'viewer'] as const) {
      for (const path of ['/invoices', '/invoices/x_01', '/statements']) {
        expect((await get(path, tokenOf(role))).statusCode).toBe(403);
      }
    }
  });
});
