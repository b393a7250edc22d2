import { billing } from '@svc/contracts';
import { defineService } from '@svc/kit/service';
import { getInvoice } from './actions/get-invoice.ts';
import { invoicePdf } from './actions/invoice-pdf.ts';
import { listInvoices } from './actions/list-invoices.ts';
import { listStatements } from './actions/list-statements.ts';
import { recordPayment } from './actions/record-payment.ts';
import { config } from './config.ts';
import { calls } from './define.ts';
import { migrations } from './migrations/index.ts';
import { billJobs } from './reactions/on-job-event.ts';
import { earnFromOrders } from './reactions/on-partner-order-closed.ts';
import { forgetExpired } from './schedules/forget-expired.ts';
import { issueInvoices } from './schedules/issue-invoices.ts';
import { issueStatements } from './schedules/issue-statements.ts';
import { printInvoices } from './schedules/print-invoices.ts';
import { sendPayouts } from './schedules/send-payouts.ts';

export const billingService = defineService({
  contract: billing,
  calls,
  config,
  actions: { listInvoices, getInvoice, invoicePdf, listStatements, recordPayment },
  reactions: [...billJobs, earnFromOrders],
  schedules: [issueInvoices, issueStatements, sendPayouts],
  migrations,
  workers: [printInvoices],
  forget: forgetExpired,
});
