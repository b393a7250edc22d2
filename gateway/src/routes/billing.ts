import { billing, invoice } from '@svc/contracts';
import { change, liveOnly, read } from '../endpoint/declaration.ts';
import { documentPage, jsonType } from '../endpoint/representation.ts';
import type { GatewayRoute } from '../endpoint/route.ts';

const common = { environments: liveOnly, scope: 'invoices:read', tag: 'Billing' } as const;
const page = { limit: 'integer', starting_after: 'string', ending_before: 'string' } as const;
const { getInvoice, invoicePdf, statementPdf } = billing.actions;

export const billingRoutes: readonly GatewayRoute[] = [
  read(billing, 'listInvoices', {
    ...common,
    operationId: 'listInvoices',
    path: '/invoices',
    query: { period: 'string', status: 'string', cost_centre: 'string', ...page },
    summary: 'List invoices',
    description:
      'Newest month first; the current month is a draft. Each invoice shows its first ten lines and their total number, `line_count`; fetch the invoice for all of them. `cost_centre` returns only invoices with a line of that cost centre.',
  }),
  read(billing, 'getInvoice', {
    ...common,
    operationId: 'getInvoice',
    path: '/invoices/{id}',
    representations: [
      {
        mediaType: jsonType,
        action: 'getInvoice',
        contract: getInvoice,
        response: invoice,
        text: invoiceText,
        next: (output) => getInvoice.output.parse(output).next ?? undefined,
      },
      {
        mediaType: 'application/pdf',
        action: 'invoicePdf',
        contract: invoicePdf,
        file: (output) => invoicePdf.output.parse(output),
      },
    ],
    summary: 'Fetch an invoice',
    description:
      'Returns the invoice with all its lines. Send `Accept: application/pdf` for the tax invoice, available once it is issued.',
  }),
  read(billing, 'listStatements', {
    ...common,
    operationId: 'listStatements',
    path: '/statements',
    query: { period: 'string', ...page },
    summary: 'List statements',
    description:
      'Newest month first: opening balance, amounts invoiced and received, and closing balance.',
  }),
  read(billing, 'getStatement', {
    ...common,
    operationId: 'getStatement',
    path: '/statements/{id}',
    representations: [
      {
        mediaType: 'application/pdf',
        action: 'statementPdf',
        contract: statementPdf,
        file: (output) => statementPdf.output.parse(output),
      },
    ],
    summary: 'Fetch a statement',
    description:
      'Returns the statement with the invoices and payments behind its balance. Send `Accept: application/pdf` for the document, available shortly after it is issued.',
  }),
  change(billing, 'recordPayment', {
    ...common,
    scope: 'ops:dispatch',
    operationId: 'recordPayment',
    method: 'POST',
    path: '/ops/payments',
    status: 201,
    keyRequired: true,
    summary: 'Record a payment',
    description:
      "Settles the tenant's oldest invoices first. The rest becomes credit for later invoices.",
  }),
];

function invoiceText(output: unknown, page: number): string {
  const { lines, next, ...head } = getInvoice.output.parse(output);
  return documentPage({ head, list: ['lines', lines], page, isLast: next === null });
}
