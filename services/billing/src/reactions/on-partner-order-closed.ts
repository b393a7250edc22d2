import { newId } from '@svc/kit/ids';
import { on } from '../define.ts';
import { monthOf } from '../domain/month.ts';
import { postingOfPartnerOrder } from '../domain/posting.ts';
import { insertPostings } from '../store/ledger.ts';
import { insertEarning } from '../store/payouts.ts';

/** Accrues the partner's earning of a delivered order, once, at the amount configured now. */
export const accrueFromOrders = on(
  'partner',
  'partner_order.closed',
  async ({ data }, { db, tenant, now, config }) => {
    if (config.SVC_ENVIRONMENT === 'sandbox') return;
    const { order_id, job_id, delivered_at } = data;
    const amount_cents = config.SVC_PAYOUT_CENTS;
    const month = monthOf(new Date(delivered_at));
    const isNew = await insertEarning(db, tenant, { order_id, job_id, month, amount_cents });
    if (!isNew) return;
    const posting = postingOfPartnerOrder({ tenant_id: tenant, id: order_id, amount_cents });
    await insertPostings(db, [{ id: newId('ltx_', now), ...posting }], now);
  },
  { inAnyOrder: true },
);
