/** Invoices and statements of the organisation. */
import { billing, type Invoice, withActions } from '@svc/contracts';
import { csvLines } from '@svc/web/csv';
import { type Html, html } from '@svc/web/html';
import { z } from 'zod';
import { cursor, nextOf, pager } from '../../address/pager.ts';
import { choiceOrNone, type Options, pick } from '../../form/field.ts';
import { filterOf } from '../../form/form-fields.ts';
import { mayOpen } from '../../route/access.ts';
import { download, page } from '../../route/route.ts';
import { monthName, monthsUntil } from '../../words/local-time.ts';
import { formatMoney } from '../../words/money.ts';
import { factList, timeOf } from './job-views.ts';
import { invoiceStatusLabels } from './words.ts';

/** Months to choose from; older invoices are further on in the list. */
const monthsShown = 36;

const filter = filterOf({
  period: pick(z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/), {
    ...{ label: 'Month', first: 'All', missing: 'Choose a month.' },
  }),
  status: choiceOrNone(invoiceStatusLabels, { label: 'Status', first: 'All' }),
});

const invoicesPage = page({
  path: '/invoices',
  access: 'invoices:read',
  nav: { label: 'Invoices', icon: 'receipt', group: 'Organisation' },
  title: 'Invoices',
  asks: { billing: withActions(billing, 'listInvoices') },
  load: async ({ query, clients }) => {
    const wanted = query(filter.query);
    return { wanted, list: await clients.billing.listInvoices(wanted) };
  },
  render: ({ wanted: { starting_after, ...wanted }, list }, { now }) => html`<h1>Invoices</h1>
<p><a href="/statements">Statements</a></p>
${filter.show('/invoices', wanted, {
  known: { period: { missing: undefined, options: months(now) } },
})}
${list.data.length === 0 ? html`<p>No invoice fits.</p>` : invoiceTable(list)}
${pager('/invoices', wanted, {
  after: starting_after,
  next: nextOf(list),
})}`,
});

const months = (now: Date): Options =>
  monthsUntil(now, monthsShown).map((each) => [each, monthName(each)]);

const invoiceTable = ({ data, total }: { data: readonly Invoice[]; total: number }): Html =>
  html`<div class="table" role="region" aria-label="Invoices" tabindex="0"><table>
<caption>${total} ${total === 1 ? 'invoice' : 'invoices'}, the newest month first; totals with VAT</caption>
<thead><tr><th scope="col">Month</th><th scope="col">Number</th><th scope="col">Status</th><th scope="col">Due</th><th scope="col" class="amount">Total</th><th scope="col" class="amount">Paid</th></tr></thead>
<tbody>${data.map(
    (each) =>
      html`<tr><th scope="row"><a href="/invoices/${encodeURIComponent(each.id)}">${monthName(each.period)}</a></th><td>${each.number ?? 'Not numbered yet'}</td><td>${invoiceStatusLabels[each.status]}</td><td>${each.due_at === null ? 'Not yet' : timeOf(each.due_at)}</td><td class="amount">${formatMoney(each.total_cents)}</td><td class="amount">${formatMoney(each.paid_cents)}</td></tr>`,
  )}</tbody></table></div>`;

const invoicePage = page({
  path: '/invoices/{id}',
  access: 'invoices:read',
  asks: { billing: withActions(billing, 'getInvoice') },
  load: async ({ param, query, clients }) => {
    const { starting_after } = query(z.object(cursor));
    const id = param('id');
    const [invoice, centres] = await Promise.all([
      clients.billing.getInvoice({ id, starting_after }),
      starting_after === undefined ? centresOf(clients.billing.getInvoice, id) : [],
    ]);
    return { starting_after, invoice, centres };
  },
  title: ({ invoice }) => `Invoice of ${monthName(invoice.period)}`,
  render: (
    { starting_after, invoice, centres },
    { person },
  ) => html`<h1>Invoice of ${monthName(invoice.period)}</h1>
${factList([
  ['Number', invoice.number ?? 'Not numbered yet: its month is not over'],
  ['Status', invoiceStatusLabels[invoice.status]],
  ['Issued', invoice.issued_at === null ? undefined : timeOf(invoice.issued_at)],
  ['Due', invoice.due_at === null ? undefined : timeOf(invoice.due_at)],
  ['Without VAT', formatMoney(invoice.amount_cents)],
  ['VAT', formatMoney(invoice.vat_cents)],
  ['Total', formatMoney(invoice.total_cents)],
  ['Paid', formatMoney(invoice.paid_cents)],
])}
${
  invoice.number === null
    ? undefined
    : html`<p><a href="/invoices/${encodeURIComponent(invoice.id)}/pdf" download>Download the tax invoice (PDF)</a></p>`
}
${centres.length > 0 && centreTable(centres)}
<h2>Lines</h2>
<p><a href="/invoices/${encodeURIComponent(invoice.id)}/csv" download>All lines as a CSV file</a></p>
${lineTable(invoice, mayOpen('jobs:read', person))}
${pager(`/invoices/${encodeURIComponent(invoice.id)}`, {}, { after: starting_after, next: invoice.next ?? undefined })}
<p><a href="/invoices">All invoices</a></p>`,
});

/** Messages of lines that are read of one invoice. */
const messagesMost = 50;

type InvoiceOf = (asked: { id: string; starting_after?: string }) => Promise<Lines>;
type Lines = Invoice & { next: string | null };

/** All lines, message by message. */
async function* linesOf(getInvoice: InvoiceOf, id: string) {
  let invoice = await getInvoice({ id });
  for (let nth = 0; nth < messagesMost; nth += 1) {
    yield invoice.lines;
    if (invoice.next === null) return;
    invoice = await getInvoice({ id, starting_after: invoice.next });
  }
}

/** Sums by cost centre, the largest first. */
async function centresOf(getInvoice: InvoiceOf, id: string) {
  const sums = new Map<string, { jobs: number; cents: number }>();
  for await (const lines of linesOf(getInvoice, id)) {
    for (const { cost_centre, amount_cents } of lines) {
      const { jobs, cents } = sums.get(cost_centre) ?? { jobs: 0, cents: 0 };
      sums.set(cost_centre, { jobs: jobs + 1, cents: cents + amount_cents });
    }
  }
  return [...sums].toSorted(([, a], [, b]) => b.cents - a.cents);
}

const centreTable = (centres: Awaited<ReturnType<typeof centresOf>>): Html =>
  html`<h2>Cost centres</h2>
<div class="table" role="region" aria-label="Cost centres" tabindex="0"><table>
<caption>Sums without VAT, the largest first</caption>
<thead><tr><th scope="col">Cost centre</th><th scope="col" class="amount">Lines</th><th scope="col" class="amount">Without VAT</th></tr></thead>
<tbody>${centres.map(
    ([name, { jobs, cents }]) =>
      html`<tr><th scope="row">${name === '' ? 'None' : name}</th><td class="amount">${String(jobs)}</td><td class="amount">${formatMoney(cents)}</td></tr>`,
  )}</tbody></table></div>`;

const lineColumns = [
  ...['job', 'happened_at', 'what', 'cost_centre', 'amount_without_vat', 'vat', 'currency'],
];
const lineRow = (line: Invoice['lines'][number]) => [
  ...[line.ref, line.happened_at, line.label, line.cost_centre],
  ...[line.amount_cents / 100, line.vat_cents / 100, 'ZAR'],
];

const invoiceFile = download({
  path: '/invoices/{id}/csv',
  access: 'invoices:read',
  asks: { billing: withActions(billing, 'getInvoice') },
  load: async ({ param, clients }) => {
    const { getInvoice } = clients.billing;
    const { number, period } = await getInvoice({ id: param('id') });
    return {
      fileName: `${number ?? `draft-${period}`}.csv`,
      mediaType: 'text/csv; charset=utf-8',
      parts: csvOf(linesOf(getInvoice, param('id'))),
    };
  },
});

async function* csvOf(all: AsyncIterable<Invoice['lines']>) {
  let nth = 0;
  for await (const lines of all) {
    yield csvLines(lineColumns, lines.map(lineRow), nth);
    nth += 1;
  }
}

const lineTable = ({ lines, line_count }: Invoice, isLinked: boolean): Html =>
  html`<div class="table" role="region" aria-label="Lines" tabindex="0"><table>
<caption>${line_count} ${line_count === 1 ? 'line' : 'lines'}, the oldest first; amounts in South African rand</caption>
<thead><tr><th scope="col">Job</th><th scope="col">When</th><th scope="col">What</th><th scope="col">Cost centre</th><th scope="col" class="amount">Without VAT</th><th scope="col" class="amount">VAT</th></tr></thead>
<tbody>${lines.map(
    ({ job_id, ref, happened_at, label, cost_centre, amount_cents, vat_cents }) =>
      html`<tr><th scope="row">${isLinked ? html`<a href="/jobs/${encodeURIComponent(job_id)}">${ref}</a>` : ref}</th><td>${timeOf(happened_at)}</td><td>${label}</td><td>${cost_centre}</td><td class="amount">${formatMoney(amount_cents)}</td><td class="amount">${formatMoney(vat_cents)}</td></tr>`,
  )}</tbody></table></div>`;

const statementsPage = page({
  path: '/statements',
  access: 'invoices:read',
  title: 'Statements',
  asks: { billing: withActions(billing, 'listStatements') },
  load: async ({ query, clients }) => {
    const { starting_after } = query(z.object(cursor));
    return { starting_after, list: await clients.billing.listStatements({ starting_after }) };
  },
  render: ({ starting_after, list }) => html`<h1>Statements</h1>
<div class="table" role="region" aria-label="Statements" tabindex="0"><table>
<caption>What was owed at the beginning and at the end of each month; a negative amount is credit</caption>
<thead><tr><th scope="col">Month</th><th scope="col" class="amount">Owed before</th><th scope="col" class="amount">Invoiced</th><th scope="col" class="amount">Received</th><th scope="col" class="amount">Owed after</th><th scope="col">PDF</th></tr></thead>
<tbody>${list.data.map(
    (each) =>
      html`<tr><th scope="row">${monthName(each.period)}</th><td class="amount">${formatMoney(each.opening_balance_cents)}</td><td class="amount">${formatMoney(each.invoiced_cents)}</td><td class="amount">${formatMoney(each.received_cents)}</td><td class="amount">${formatMoney(each.balance_cents)}</td><td><a class="target" href="/statements/${encodeURIComponent(each.id)}/pdf" download>Download<span class="unseen"> the statement of ${monthName(each.period)}</span></a></td></tr>`,
  )}</tbody></table></div>
${pager('/statements', {}, { after: starting_after, next: nextOf(list) })}
<p><a href="/invoices">Invoices</a></p>`,
});

const invoicePdf = download({
  path: '/invoices/{id}/pdf',
  access: 'invoices:read',
  asks: { billing: withActions(billing, 'invoicePdf') },
  load: async ({ param, clients }) => {
    const { storage_key, file_name } = await clients.billing.invoicePdf({ id: param('id') });
    return { fileName: file_name, mediaType: 'application/pdf', storageKey: storage_key };
  },
});

const statementPdf = download({
  path: '/statements/{id}/pdf',
  access: 'invoices:read',
  asks: { billing: withActions(billing, 'statementPdf') },
  load: async ({ param, clients }) => {
    const { storage_key, file_name } = await clients.billing.statementPdf({ id: param('id') });
    return { fileName: file_name, mediaType: 'application/pdf', storageKey: storage_key };
  },
});

export const invoiceRoutes = [
  ...[invoicesPage, invoicePage, invoiceFile, invoicePdf],
  ...[statementsPage, statementPdf],
];
