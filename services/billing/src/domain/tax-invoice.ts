/**
 * Content of a tax invoice (Value-Added Tax Act 89 of 1991, section 20(4)): the words "Tax
 * Invoice"; name, address and VAT number of supplier and recipient; serial number and date;
 * description and quantity of what was supplied; its value, the VAT and the sum of both.
 */
import type { BillingDetails } from '@svc/contracts';
import type { InvoiceLineRecord } from './invoice.ts';
import { dayOf } from './month.ts';

interface Supplier {
  name: string;
  address: string[];
  vat_number: string;
  /** Bank details for payment. */
  bank: string[];
}

/** Frozen when the invoice is rendered. */
export interface Parties {
  supplier: Supplier;
  recipient: BillingDetails;
}

/** Rows on the first page, on the others, and as many as the totals take up. */
export const rowsFirst = 34;
export const rowsNext = 46;
export const rowsOfTotals = 10;

/** Number of lines per page; the totals follow the last line, on the last page. */
export function pagesOf(lineCount: number): number[] {
  const pages: number[] = [];
  for (let left = lineCount; ; ) {
    const room = pages.length === 0 ? rowsFirst : rowsNext;
    const rows = Math.min(left, room);
    pages.push(rows);
    left -= rows;
    if (left === 0 && rows + rowsOfTotals <= room) return pages;
  }
}

/** `12 345.67`, as South Africa writes it but with a point. */
export function money(cents: number): string {
  const [rand = '', rest = ''] = (cents / 100).toFixed(2).split('.');
  return `${rand.replaceAll(/\B(?=(\d{3})+$)/g, ' ')}.${rest}`;
}

/** The cells of a line; one line is one job, so the quantity is one. */
export const cellsOf = (line: InvoiceLineRecord): string[] => [
  dayOf(line.happened_at),
  line.ref,
  oneLine(line.label),
  oneLine(line.cost_centre),
  '1',
  money(line.amount_cents),
  money(line.vat_cents),
];

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Storage key of an invoice's PDF. */
export const pdfKey = (tenant: string, id: string): string => `invoices/${tenant}/${id}.pdf`;
