import { z } from 'zod';
import { command, query } from '../define.ts';
import { byId, listOf } from '../primitives.ts';
import {
  invoiceFilter,
  lineCursor,
  oneCursor,
  paymentRequest,
  statementFilter,
} from './requests.ts';
import { invoice, payment, statement, statementDetail } from './resource.ts';

const idIssues = { 'id.invalid_format': 'invoice_not_found' } as const;
const statementIdIssues = { 'id.invalid_format': 'statement_not_found' } as const;

export const billingActions = {
  listInvoices: query({
    input: oneCursor(invoiceFilter),
    output: listOf(invoice),
    refusals: [],
  }),
  /** With as many lines as fit one message; pass `next` as `starting_after` for the rest. */
  getInvoice: query({
    input: byId.extend({ starting_after: lineCursor.optional() }),
    output: invoice.extend({ next: lineCursor.nullable() }),
    refusals: ['invoice_not_found'],
    issues: idIssues,
  }),
  /** Storage key of the PDF of the tax invoice. */
  invoicePdf: query({
    input: byId,
    output: z.object({ storage_key: z.string(), file_name: z.string() }),
    refusals: ['invoice_not_found', 'invoice_pending'],
    issues: idIssues,
  }),
  listStatements: query({
    input: oneCursor(statementFilter),
    output: listOf(statement),
    refusals: [],
  }),
  getStatement: query({
    input: byId,
    output: statementDetail,
    refusals: ['statement_not_found'],
    issues: statementIdIssues,
  }),
  /** Storage key of the PDF of the statement. */
  statementPdf: query({
    input: byId,
    output: z.object({ storage_key: z.string(), file_name: z.string() }),
    refusals: ['statement_not_found', 'statement_pending'],
    issues: statementIdIssues,
  }),

  // Operations: for the carrier's desk, for any tenant.
  recordPayment: command({
    input: paymentRequest,
    output: payment,
    refusals: ['unknown_tenant', 'invalid_body'],
    issues: { 'tenant_id.invalid_format': 'unknown_tenant' },
    example: {
      tenant_id: 'ten_01J',
      amount_cents: 2_127_615,
      received_on: '2026-11-02',
      reference: 'INV-2026-000123',
    },
  }),
};
