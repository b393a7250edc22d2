/** What a job's life costs its tenant. */
import type { DataOf, FactsOf, jobEvents, lineKinds } from '@svc/contracts';

/** Becomes a line of an invoice. */
export interface Charge {
  job_id: string;
  kind: (typeof lineKinds)[number];
  ref: string;
  cost_centre: string;
  label: string;
  amount_cents: number;
  vat_cents: number;
  happened_at: Date;
}

type Events = typeof jobEvents;
interface Told<T extends keyof Events> {
  data: DataOf<Events[T]>;
  facts: FactsOf<Events[T]>;
  created_at: string;
}

/** A delivered job costs its price; a return is free, for nobody ordered it. */
export function chargeOfDelivery(event: Told<'delivery.completed'>): Charge | undefined {
  const { data, facts } = event;
  const { priced, pickup, dropoff, return_of, cost_centre, ref } = facts.job;
  if (return_of !== null) return undefined;
  return {
    job_id: data.job_id,
    kind: 'delivery',
    ref,
    cost_centre,
    label: `${priced.service}, ${pickup.name} to ${dropoff.name}`,
    amount_cents: priced.amount_cents,
    vat_cents: priced.vat_cents,
    happened_at: new Date(data.delivered_at),
  };
}

/** A cancelled job costs its fee, with VAT at the rate of its price; without a fee nothing. */
export function chargeOfCancellation(event: Told<'job.cancelled'>): Charge | undefined {
  const { data, facts, created_at } = event;
  const { priced, cost_centre, ref } = facts.job;
  if (data.fee_cents === 0) return undefined;
  return {
    job_id: data.job_id,
    kind: 'cancellation',
    ref,
    cost_centre,
    label: `Cancellation fee, ${priced.service}: ${data.reason}`,
    amount_cents: data.fee_cents,
    vat_cents: Math.round((data.fee_cents * vatPercent(priced)) / 100),
    happened_at: new Date(facts.told?.at ?? created_at),
  };
}

/** Price books have whole percents, so a price and its VAT tell which. */
const vatPercent = (priced: { amount_cents: number; vat_cents: number }): number =>
  priced.amount_cents === 0 ? 0 : Math.round((100 * priced.vat_cents) / priced.amount_cents);

/** On the invoice of a later month a line names its own. */
export const labelOn = (period: string, { label }: Charge, month: string): string =>
  month === period ? label : `${label} (${month})`;
