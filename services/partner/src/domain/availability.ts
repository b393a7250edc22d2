/** Whether an order can be brought, and by which options. */
import type { OrderTrip, PartnerQuote, Quote, QuoteOption } from '@svc/contracts';

/** On the road between packing and door: to the pharmacy, then along the way. */
const toPharmacyMinutes = 30;
const kmPerHour = 40;

type Reason = PartnerQuote['reason'];
type ItemStock = PartnerQuote['items'][number];

/** Available quantity per item; null where no feed has listed it. */
export const stockOf = (
  { items }: OrderTrip,
  known: ReadonlyMap<string, number>,
  hasFullFeed: boolean,
): ItemStock[] =>
  items.map(({ item_code, quantity }) => ({
    item_code,
    requested: quantity,
    available: known.get(item_code) ?? (hasFullFeed ? 0 : null),
  }));

const isShort = ({ requested, available }: ItemStock): boolean =>
  available !== null && available < requested;

/**
 * Minutes until delivery: the time until it is packed, then the drive, but never beyond the SLA.
 */
export function etaMinutes(way: { km: number; waitMs: number }, sla_minutes: number): number {
  const wait = Math.ceil(way.waitMs / 60_000);
  const drive = toPharmacyMinutes + Math.ceil((way.km / kmPerHour) * 60);
  return wait + Math.min(drive, sla_minutes);
}

export const toOption = (quote: Quote, way: { km: number; waitMs: number }): QuoteOption => ({
  quote_id: quote.id,
  sku: quote.sku,
  priority: quote.priority,
  total_cents: quote.total_cents,
  currency: quote.currency,
  vat_inclusive: quote.vat_inclusive,
  sla_minutes: quote.sla_minutes,
  eta_minutes: etaMinutes(way, quote.sla_minutes),
});

interface AvailabilityInputs {
  items: readonly ItemStock[];
  km: number;
  kmMax: number;
  /** The pharmacy when the order is packed, and the recipient when it arrives. */
  isOpen: boolean;
  options: number;
}

/** First reason that applies, in the order stock, distance, opening hours, service. */
export function unavailableReason({
  items,
  km,
  kmMax,
  isOpen,
  options,
}: AvailabilityInputs): Reason {
  if (items.some(isShort)) return 'out_of_stock';
  if (km > kmMax) return 'out_of_area';
  if (!isOpen) return 'closed';
  return options === 0 ? 'no_service' : null;
}
