import { newId } from '@svc/kit/ids';
import type { Kysely } from 'kysely';
import type { Config } from '../config.ts';
import { on } from '../define.ts';
import { type Charge, chargeOfCancellation, chargeOfDelivery, labelOn } from '../domain/charge.ts';
import { monthOf, nextMonth } from '../domain/month.ts';
import { insertLine, isCharged, reserveLine } from '../store/lines.ts';
import type { Tables } from '../store/schema.ts';

interface BillingContext {
  db: Kysely<Tables>;
  tenant: string;
  now: Date;
  config: Config;
}

/** Adds a charge, idempotently, to its month's invoice or the first later one that is not issued. */
async function insertCharge(
  charge: Charge | undefined,
  { db, tenant, now, config }: BillingContext,
) {
  // Sandbox jobs are not billed.
  if (!charge || config.SVC_ENVIRONMENT === 'sandbox') return;
  if (await isCharged(db, tenant, charge)) return;
  const month = monthOf(charge.happened_at);
  for (let period = month; ; period = nextMonth(period)) {
    const draft = { id: newId('inv_', now), period, charge };
    const place = await reserveLine(db, tenant, draft);
    if (!place) continue;
    await insertLine(db, tenant, { ...charge, ...place, label: labelOn(period, charge, month) });
    return;
  }
}

export const billJobs = [
  on(
    'jobs',
    'delivery.completed',
    (event, context) => insertCharge(chargeOfDelivery(event), context),
    {
      inAnyOrder: true,
    },
  ),
  on(
    'jobs',
    'job.cancelled',
    (event, context) => insertCharge(chargeOfCancellation(event), context),
    {
      inAnyOrder: true,
    },
  ),
];
