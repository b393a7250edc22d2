/** The service under test between its neighbours, on a clock that is held. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { billing } from '@svc/contracts';
import { until } from '@svc/devnet';
import { heldClock } from '@svc/kit/clock';
import { createStorage } from '@svc/kit/storage';
import { startServices } from '@svc/kit/testing';
import { afterAll, beforeAll } from 'vitest';
import { billingService } from '../src/service.ts';
import { type Ended, endOf, neighbours } from './neighbours.ts';

/** The middle of a month; the one before is over. */
export const start = '2026-11-15T08:00:00.000Z';
/** 02:00 in Johannesburg on the 1st: the month before is over for two hours. */
export const firstOfDecember = '2026-12-01T00:00:00.000Z';

type Action = keyof (typeof billing)['actions'] & string;
type Schedule = 'issue-invoices' | 'issue-statements' | 'send-payouts';

export function billingApp(env: NodeJS.ProcessEnv = {}) {
  const clock = heldClock(start);
  const boot = (filesUrl: string) =>
    startServices([billingService, ...neighbours], {
      clock,
      env: {
        SVC_API_URL: 'https://api.svc.example/v1',
        SVC_FILES_URL: filesUrl,
        SVC_SUPPLIER_NAME: 'Example Couriers (Pty) Ltd',
        SVC_SUPPLIER_ADDRESS: '9 Depot Street|Johannesburg 2001',
        SVC_SUPPLIER_VAT_NUMBER: '4987654321',
        SVC_SUPPLIER_BANK: 'Example Bank, account 000 123',
        ...env,
      },
    });
  let app: Awaited<ReturnType<typeof boot>> | undefined;
  let folder = '';
  const running = () => {
    if (!app) throw new Error('not started yet');
    return app;
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'billing-'));
    app = await boot(`file:${folder}`);
  });
  afterAll(async () => {
    await app?.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const rows = async (sql: string, values: unknown[] = []) =>
    (await running().owner.query(sql, values)).rows;
  const consumed = async () => {
    const isConsumed = async () => {
      const [counted] = await rows(
        `select (select count(*) from jobs.outbox) + (select count(*) from partner.outbox)
              = (select count(*) from billing.inbox) as all`,
      );
      return counted.all;
    };
    await until(isConsumed, { timeoutMs: 60_000, what: 'billing to hear of everything' });
  };
  const as = (tenant: string) => running().clients(tenant).billing;
  return {
    clock,
    running,
    rows,
    as,
    files: () => createStorage(`file:${folder}`),
    call: (action: Action, input: unknown, tenant: string, request?: string) =>
      running().call([billing, action], input, {
        tenant,
        ...(request && { request, fingerprint: 'body' }),
      }),
    run: (schedule: Schedule) => running().runSchedule('billing', schedule),
    /** Jobs end in jobs; resolves when billing has heard of all that was ever told. */
    end: async (tenant: string, jobs: Ended[]) => {
      await running().clients(tenant).jobs.emit(jobs.map(endOf));
      await consumed();
    },
    /** Orders of a partner are delivered. */
    close: async (tenant: string, orders: { order_id: string; at: string }[]) => {
      const closed = orders.map(({ order_id, at: delivered_at }) => {
        const data = { order_id, order_ref: 'RX-1', job_id: `job_of_${order_id}`, delivered_at };
        return { type: 'partner_order.closed' as const, data, internals: {} };
      });
      await running().clients(tenant).partner.emit(closed);
      await consumed();
    },
    /** Resolves with its PDF. */
    printed: async (tenant: string, id: string) => {
      const { storage_key } = await until(
        () =>
          as(tenant)
            .invoicePdf({ id })
            .catch(() => undefined),
        { timeoutMs: 60_000, what: 'the invoice to be printed' },
      );
      return storage_key;
    },
    /** Resolves with the key of its PDF. */
    statementPrinted: async (tenant: string, id: string) => {
      const { storage_key } = await until(
        () =>
          as(tenant)
            .statementPdf({ id })
            .catch(() => undefined),
        { timeoutMs: 60_000, what: 'the statement to be printed' },
      );
      return storage_key;
    },
    emitted: async (tenant: string, type: string) =>
      (await running().outbox('billing')).filter(
        (event) => event.tenant_id === tenant && event.type === type,
      ),
    /** The sum of a tenant's entries in one account of the ledger. */
    ledger: async (tenant: string, account: string): Promise<number> => {
      const [sum] = await rows(
        `select coalesce(sum(amount_cents), 0)::float8 as cents from billing.ledger_entry
          where tenant_id = $1 and account = $2`,
        [tenant, account],
      );
      return sum.cents;
    },
  };
}

let made = 0;
/** An id that no other test of the file has. */
export const newId = (prefix: 'ten_' | 'job_' | 'po_'): string => {
  made += 1;
  return `${prefix}${made}`;
};
