/** Invoices, statements and payments. */
import { billing as billingContract } from '@svc/contracts';
import { until } from '@svc/devnet';
import { newId } from '@svc/kit/ids';
import { resource } from '../../journeys/http.ts';
import type { EndpointCases, Make } from './endpoint.ts';
import { deliveredJob } from './fixtures.ts';

const invoiceList = billingContract.actions.listInvoices.output;

/** The draft that a delivered job stands on. */
const draftInvoice: Make = async (actor) => {
  await deliveredJob(actor);
  const found = async () => {
    const answer = await actor.send('GET /invoices?status=draft');
    return resource(answer, 200, invoiceList).data[0]?.id;
  };
  return until(found, { timeoutMs: 60_000, what: 'a delivered job to be billed' });
};

let stated = 0;

/** A statement of another month each, before its PDF is made. */
const statement: Make = async ({ stage, tenant }) => {
  const id = newId('st_', new Date());
  stated += 1;
  const period = new Date(Date.UTC(2020, stated)).toISOString().slice(0, 7);
  await stage.owner.query(
    `insert into billing.statement (tenant_id, id, period, issued_at, opening_cents,
       invoiced_cents, received_cents) values ($1, $2, $3, now(), 0, 100, 0)`,
    [tenant, id, period],
  );
  await stage.owner.query(
    `insert into billing.statement_movement values
       ($1, $2, 1, 'invoice', $3, '2020-01-01', 'INV-2020-000001', 100)`,
    [tenant, id, id.replace('st_', 'inv_')],
  );
  return id;
};

const pdf = { headers: { accept: 'application/pdf' } };

export const billing: EndpointCases = {
  targets: { '/invoices/': draftInvoice, '/statements/': statement },
  refusals: {
    'getInvoice invoice_pending': { send: pdf },
    'getStatement statement_pending': { send: pdf },
    'recordPayment unknown_tenant': { body: { tenant_id: 'ten_absent' } },
    'recordPayment invalid_body': { body: { received_on: '2026-11-03' } },
  },
};
