import { beforeEach, describe, expect, it } from 'vitest';
import { gatewayUnderTest } from './gateway-under-test.ts';
import { codeIn } from './requests.ts';

const { app, files, issuer, services } = await gatewayUnderTest();
const authorization = `Bearer ${await issuer.token({ scopes: ['invoices:read'] })}`;
const get = (accept = 'application/json') =>
  app.inject({ url: '/v1/invoices/inv_1', headers: { authorization, accept } });

const lines = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => ({ ref: `SVC-${from + n}` }));
const answerWith = (line_count: number, first: number) =>
  services.answers.set('billing.getInvoice', () => ({
    ok: { object: 'invoice', lines: lines(0, first), line_count, total_cents: 7 },
  }));
const continueWith = (perMessage: number, end: number) =>
  services.answers.set('billing.invoiceLines', ({ input }) => {
    const after = Number(Object(input).after);
    return { ok: { lines: lines(after, Math.min(end, after + perMessage)) } };
  });

beforeEach(() => services.calls.splice(0));

describe('an invoice of more lines than one message holds', () => {
  it('is answered whole, asked for bit by bit', async () => {
    answerWith(25, 10);
    continueWith(10, 25);
    expect((await get()).json()).toEqual({
      object: 'invoice',
      lines: lines(0, 25),
      line_count: 25,
      total_cents: 7,
    });
    expect(services.asked().map(({ action, input }) => [action, input])).toEqual([
      ['getInvoice', { id: 'inv_1' }],
      ['invoiceLines', { id: 'inv_1', after: 10 }],
      ['invoiceLines', { id: 'inv_1', after: 20 }],
    ]);
  });

  it('is asked for once when all of it came', async () => {
    answerWith(10, 10);
    expect((await get()).json().lines).toHaveLength(10);
    expect(services.asked()).toHaveLength(1);
  });

  it('is a problem, not a part, when the rest does not come', async () => {
    answerWith(25, 10);
    continueWith(10, 20);
    expect(codeIn(await get())).toBe('internal');
    services.answers.set('billing.invoiceLines', () => ({ fault: 'unavailable' }));
    expect(codeIn(await get())).toBe('unavailable');
  });
});

describe('an invoice as PDF', () => {
  it('comes from file storage, under its number', async () => {
    await files.put('invoices/a.pdf', Buffer.from('%PDF-1.3'), 'application/pdf');
    services.answers.set('billing.invoicePdf', () => ({
      ok: { storage_key: 'invoices/a.pdf', file_name: 'INV-2026-000001.pdf' },
    }));
    const response = await get('application/pdf');
    expect(response.body).toBe('%PDF-1.3');
    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'inline; filename="INV-2026-000001.pdf"',
      'cache-control': 'no-store',
      vary: 'accept',
    });
  });

  it('is internal when its file is gone: that is our fault', async () => {
    await files.remove('invoices/a.pdf');
    expect(codeIn(await get('application/pdf'))).toBe('internal');
  });
});
