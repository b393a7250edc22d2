/** What is refused about invoices and payments. */
import { draftInvoice } from '../targets.ts';
import { having, type Rule, type Rules, toAbsent } from './rule.ts';

const pdf = { headers: { accept: 'application/pdf' } };

const pay =
  (fields: object): Rule =>
  async (stand) => {
    const actor = await stand.actor();
    const received = { amount_cents: 100, received_on: '2026-11-02', reference: 'EFT' };
    const body = { tenant_id: actor.tenant, ...received, ...fields };
    return actor.send('POST /ops/payments', { key: crypto.randomUUID(), body });
  };

export const billingRules: Rules = {
  'getInvoice invoice_not_found': toAbsent('GET /invoices/absent'),
  'getInvoice invoice_pending': having(draftInvoice, ({ send }, id) =>
    send(`GET /invoices/${id}`, pdf),
  ),
  'recordPayment unknown_tenant': pay({ tenant_id: 'ten_absent' }),
  'recordPayment invalid_body': pay({ received_on: '2026-11-03' }),
};
