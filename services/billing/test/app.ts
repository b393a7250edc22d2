/** Billing between its neighbours, on a clock that is held. */
import { until } from '@svc/devnet';
import { serviceTest } from '@svc/kit/testing/service-test';
import { billingService } from '../src/service.ts';
import { type Ended, endOf, neighbours } from './neighbours.ts';

/** The middle of a month; the one before is over. */
export const start = '2026-11-15T08:00:00.000Z';
/** 02:00 in Johannesburg on the 1st: the month before is over for two hours. */
export const firstOfDecember = '2026-12-01T00:00:00.000Z';

type Schedule = 'issue-invoices' | 'issue-statements' | 'send-payouts';

export function billingTest(env: NodeJS.ProcessEnv = {}) {
  const app = serviceTest(billingService, {
    ...{ neighbours, clock: start, folder: true },
    env: {
      SVC_API_URL: 'https://api.svc.example/v1',
      SVC_SUPPLIER_NAME: 'Example Couriers (Pty) Ltd',
      SVC_SUPPLIER_ADDRESS: '9 Depot Street|Johannesburg 2001',
      SVC_SUPPLIER_VAT_NUMBER: '4987654321',
      SVC_SUPPLIER_BANK: 'Example Bank, account 000 123',
      ...env,
    },
  });
  const consumed = async () => {
    const isConsumed = async () => {
      const [counted] = await app.sql(
        `select (select count(*) from jobs.outbox) + (select count(*) from partner.outbox)
              = (select count(*) from billing.inbox) as all`,
      );
      return counted.all;
    };
    await until(isConsumed, { timeoutMs: 60_000, what: 'billing to handle all events' });
  };
  /** Resolves with the key of a PDF, once it is there. */
  const printed = async (what: string, find: () => Promise<{ storage_key: string }>) => {
    const found = () => find().catch(() => undefined);
    return (await until(found, { timeoutMs: 60_000, what: `the ${what} to be printed` }))
      .storage_key;
  };
  return Object.assign(app, {
    run: (schedule: Schedule) => app.runSchedule(schedule),
    /** Jobs end; resolves when billing has handled all events. */
    end: async (jobs: Ended[], tenant = app.tenant) => {
      await app.clients(tenant).jobs.emit(jobs.map(endOf));
      await consumed();
    },
    /** Orders of a partner are delivered. */
    close: async (orders: { order_id: string; at: string }[], tenant = app.tenant) => {
      const closed = orders.map(({ order_id, at: delivered_at }) => {
        const data = { order_id, order_ref: 'RX-1', job_id: `job_of_${order_id}`, delivered_at };
        return { type: 'partner_order.closed' as const, data, internals: {} };
      });
      await app.clients(tenant).partner.emit(closed);
      await consumed();
    },
    printed: (id: string, tenant = app.tenant) =>
      printed('invoice', () => app.as(tenant).invoicePdf({ id })),
    statementPrinted: (id: string, tenant = app.tenant) =>
      printed('statement', () => app.as(tenant).statementPdf({ id })),
    emitted: async (type: string, tenant = app.tenant) =>
      (await app.outbox(tenant)).filter((event) => event.type === type),
    /** The sum of a tenant's entries in one account of the ledger. */
    ledger: async (account: string, tenant = app.tenant): Promise<number> => {
      const [sum] = await app.sql(
        `select coalesce(sum(amount_cents), 0)::float8 as cents from billing.ledger_entry
          where tenant_id = $1 and account = $2`,
        [tenant, account],
      );
      return sum.cents;
    },
  });
}

let made = 0;
/** An id that no other test of the file has. */
export const newId = (prefix: 'job_' | 'po_'): string => {
  made += 1;
  return `${prefix}${made}`;
};
