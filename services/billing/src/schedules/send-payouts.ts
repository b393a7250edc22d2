import { newId } from '@svc/kit/ids';
import { every } from '../define.ts';
import { lastClosedMonth } from '../domain/month.ts';
import { postingOfPayout } from '../domain/posting.ts';
import { insertPostings } from '../store/ledger.ts';
import { insertPayout, listPayees } from '../store/payouts.ts';

const batch = 50;

/** Payouts of closed months: runs hourly, pays a partner once a month. */
export const sendPayouts = every('send-payouts', '22 * * * *', async ({ db, now, emit }) => {
  const period = lastClosedMonth(now);
  const payees = await listPayees(db, { period, batch });
  for (const tenant of payees) {
    const payout = await insertPayout(db, tenant, { id: newId('pay_', now), period, now });
    const { id: payout_id, amount_cents, orders } = payout;
    await insertPostings(db, [{ id: newId('ltx_', now), ...postingOfPayout(payout) }], now);
    const data = { payout_id, amount_cents, currency: 'ZAR' } as const;
    emit('payout.sent', data, { period, orders }, { tenant });
  }
  return payees.length === batch ? 'again' : undefined;
});
