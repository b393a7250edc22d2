import { billing } from '@svc/contracts';
import { defineService, migrationsIn } from '@svc/kit/service';
import { getInvoice, invoicePdf, listInvoices } from './actions/invoices.ts';
import { recordPayment } from './actions/payments.ts';
import { getStatement, listStatements, statementPdf } from './actions/statements.ts';
import { config } from './config.ts';
import { calls, purge } from './define.ts';
import { billJobs } from './reactions/bill-jobs.ts';
import { accrueFromOrders } from './reactions/on-partner-order-closed.ts';
import { issueInvoices } from './schedules/issue-invoices.ts';
import { issueStatements } from './schedules/issue-statements.ts';
import { sendPayouts } from './schedules/send-payouts.ts';
import { renderInvoice } from './tasks/render-invoice.ts';
import { renderStatement } from './tasks/render-statement.ts';
import { metrics } from './workflows/metrics.ts';

export const billingService = defineService({
  contract: billing,
  calls,
  config,
  actions: {
    listInvoices,
    getInvoice,
    invoicePdf,
    listStatements,
    getStatement,
    statementPdf,
    recordPayment,
  },
  reactions: [...billJobs, accrueFromOrders],
  // An invoice is weeks away.
  batchingDelaysMs: { jobs: 250 },
  schedules: [issueInvoices, issueStatements, sendPayouts],
  migrations: migrationsIn(import.meta.dirname),
  metrics,
  tasks: [renderInvoice, renderStatement],
  // The sandbox is not billed; it only purges consumer positions.
  purge: purge(['accounts', 'jobs'], {}),
  erasure: {},
});
