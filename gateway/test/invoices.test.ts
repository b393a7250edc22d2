import type { InvoiceLine } from '@svc/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import { gatewayUnderTest } from './gateway-under-test.ts';
import { linelessInvoice as head } from './lineless-invoice.ts';
import { codeIn } from './requests.ts';

const { app, files, issuer, services } = await gatewayUnderTest();
const authorization = `Bearer ${await issuer.token({ scopes: ['invoices:read'] })}`;
const get = (accept = 'application/json') =>
  app.inject({ url: '/v1/invoices/inv_1', headers: { authorization, accept } });

const line: InvoiceLine = {
  job_id: 'job_1',
  ref: '',
  cost_centre: '',
  label: 'Delivery',
  amount_cents: 7,
  vat_cents: 1,
  kind: 'delivery',
  happened_at: '2026-10-02T10:00:00.000Z',
};
const lines = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => ({ ...line, ref: `SVC-${from + n}` }));
/** So many lines, ten to a message; from a message on that line the rest does not come. */
function answerWith(count: number, fails = Number.POSITIVE_INFINITY) {
  services.answers.set('billing.getInvoice', ({ input }) => {
    const [after = 0] = String(Object(input).starting_after ?? '0')
      .split('-')
      .map(Number);
    if (after >= fails) return { fault: 'unavailable' };
    const through = Math.min(count, after + 10);
    const next = through < count ? `${through}-${count}` : null;
    return { ok: { ...head, line_count: count, lines: lines(after, through), next } };
  });
}

beforeEach(() => services.calls.splice(0));

describe('an invoice of more lines than one message holds', () => {
  it('is answered whole, asked for bit by bit', async () => {
    answerWith(25);
    expect((await get()).json()).toEqual({ ...head, line_count: 25, lines: lines(0, 25) });
    expect(services.callsOfUsers().map(({ input }) => input)).toEqual([
      { id: 'inv_1' },
      { id: 'inv_1', starting_after: '10-25' },
      { id: 'inv_1', starting_after: '20-25' },
    ]);
  });

  it('is asked for once when all of it came', async () => {
    answerWith(10);
    expect((await get()).json().lines).toHaveLength(10);
    expect(services.callsOfUsers()).toHaveLength(1);
  });

  it('is a problem when nothing comes', async () => {
    answerWith(25, 0);
    expect(codeIn(await get())).toBe('unavailable');
  });

  it('breaks off, and is no JSON, when the rest does not come', async () => {
    answerWith(25, 20);
    await expect(get().then((response) => response.json())).rejects.toThrow();
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
