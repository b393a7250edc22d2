import type { Kysely } from 'kysely';
import type { Config } from '../config.ts';
import { onBatch } from '../define.ts';
import { type Charge, chargeOfCancellation, chargeOfDelivery } from '../domain/charge.ts';
import type { Tables } from '../store/schema.ts';
import { addCharges } from '../workflows/add-charges.ts';

interface BillingContext {
  db: Kysely<Tables>;
  now: Date;
  config: Config;
}

/** A reaction that bills all events of a batch; sandbox jobs are not billed. */
const bill =
  <E>(chargeOf: (event: E) => Charge | undefined) =>
  async (
    events: readonly (E & { tenant_id: string })[],
    { db, now, config }: BillingContext,
  ): Promise<void> => {
    if (config.SVC_ENVIRONMENT === 'sandbox') return;
    const charges = events.flatMap((event) => {
      const charge = chargeOf(event);
      return charge ? { ...charge, tenant_id: event.tenant_id } : [];
    });
    if (charges.length > 0) await addCharges(db, charges, now);
  };

export const billJobs = [
  onBatch('jobs', 'delivery.completed', bill(chargeOfDelivery), { inAnyOrder: true }),
  onBatch('jobs', 'job.cancelled', bill(chargeOfCancellation), { inAnyOrder: true }),
];
