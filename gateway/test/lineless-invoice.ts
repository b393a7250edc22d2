import type { Invoice } from '@svc/contracts';

/** An invoice but for its lines. */
export const linelessInvoice: Omit<Invoice, 'lines'> = {
  object: 'invoice',
  id: 'inv_1',
  number: 'INV-2026-000001',
  period: '2026-10',
  status: 'issued',
  issued_at: '2026-11-01T00:00:00.000Z',
  due_at: '2026-12-01T00:00:00.000Z',
  line_count: 0,
  amount_cents: 7,
  vat_cents: 1,
  total_cents: 8,
  paid_cents: 0,
  currency: 'ZAR',
  vat_inclusive: false,
  pdf_url: 'https://api.example.test/v1/invoices/inv_1',
};
