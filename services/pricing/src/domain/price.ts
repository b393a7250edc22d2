/** Prices in whole cents, by integer arithmetic only: no floating-point rounding. */
import {
  type Priced,
  type PriceList,
  type PriceRequest,
  type Priority,
  percentOf,
  roundedCents,
  type TemperatureClass,
  type Timing,
} from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import { hintFor } from '@svc/text/nearest-name';
import { findSku, type PriceBook, type Sku } from './price-book.ts';

/** Timing multipliers in tenths (API document, Quote). */
const timingTenths = { standard: 10, after_hours: 15, saturday: 13, sunday: 20 } as const;
const timingLabels = {
  standard: '',
  after_hours: ' (after hours × 1.5)',
  saturday: ' (Saturday × 1.3)',
  sunday: ' (Sunday × 2)',
} as const satisfies Record<Timing, string>;
/** Each further parcel to the same address (API document, Limits). */
const extraParcelCents = 2500;

/** Defaults come from the SKU; VAT is a percentage of the sum of the lines. */
export function priceOf(book: PriceBook, request: PriceRequest): Priced {
  const { sku, priority } = findPricedSku(book, request);
  const { km = sku.included_km, timing = 'standard', parcels = 1 } = request;
  const base = baseLine(sku, timing);
  const lines = [base, ...distanceLine(sku, km), ...parcelLine(parcels)];
  const amount = lines.reduce((sum, line) => sum + line.amount_cents, 0);
  return {
    sku: sku.sku,
    service: sku.name,
    priority,
    km,
    parcels,
    timing,
    lines,
    base_cents: base.amount_cents,
    amount_cents: amount,
    vat_cents: percentOf(amount, book.vat_percent),
    vat_percent: book.vat_percent,
    sla_minutes: sku.sla_minutes[priority],
    delivery: sku.delivery,
    temperature_class: sku.temperature_class,
    un_number: sku.un_number,
    requirements: sku.requirements,
    price_book_version: book.version,
  };
}

/** The numbers that `priceOf` reckons with. */
export const priceListOf = (book: PriceBook): PriceList => ({
  price_book_version: book.version,
  vat_percent: book.vat_percent,
  extra_parcel_cents: extraParcelCents,
  timing_factors: {
    standard: timingTenths.standard / 10,
    after_hours: timingTenths.after_hours / 10,
    saturday: timingTenths.saturday / 10,
    sunday: timingTenths.sunday / 10,
  },
  skus: book.skus.map(
    ({ family: _, temperature_class: _class, un_number: _number, requirements: _proof, ...sku }) =>
      sku,
  ),
});

interface OptionsRequest {
  family: Sku['family'];
  temperature_class: TemperatureClass;
  km: number;
  parcels: number;
}

/** Every delivery of the family at this temperature, as usual and at STAT: the cheapest first. */
export function optionsOf(
  book: PriceBook,
  { family, temperature_class, km, parcels }: OptionsRequest,
): Priced[] {
  const priced = book.skus
    .filter(
      (sku) => sku.delivery && sku.family === family && sku.temperature_class === temperature_class,
    )
    .flatMap(({ sku, default_priority }) => [
      priceOf(book, { sku, priority: default_priority, km, parcels }),
      priceOf(book, { sku, priority: 'stat', km, parcels }),
    ]);
  // One SKU at STAT may be another as usual.
  const distinct = new Map(priced.map((each) => [`${each.sku} ${each.priority}`, each]));
  return [...distinct.values()].toSorted(
    (a, b) => a.amount_cents - b.amount_cents || a.sla_minutes - b.sla_minutes,
  );
}

/** STAT prices the requested SKU's upgrade; a SKU without one keeps its own price. */
function findPricedSku(book: PriceBook, request: PriceRequest): { sku: Sku; priority: Priority } {
  const requested = getSku(book, request.sku);
  const priority = request.priority ?? requested.default_priority;
  const upgrade = priority === 'stat' ? requested.stat_upgrade : null;
  return { sku: upgrade === null ? requested : getSku(book, upgrade), priority };
}

function getSku(book: PriceBook, code: string): Sku {
  const sku = findSku(book, code);
  if (sku) return sku;
  const hint = hintFor(
    code,
    book.skus.map((each) => each.sku),
  );
  const detail = `SKU ${code} is not in price book ${book.version}. ${hint} GET /quotes lists them.`;
  throw new Refusal('unknown_sku', detail, { path: ['sku'] });
}

/** Only the base price is multiplied by the timing. */
const baseLine = (sku: Sku, timing: Timing) => ({
  label: sku.name + timingLabels[timing],
  amount_cents: roundedCents(sku.price_cents * timingTenths[timing], 10),
});

/** Distances have at most three decimals: in metres they are whole. */
function distanceLine(sku: Sku, km: number) {
  const beyond = Math.round(km * 1000) - Math.round(sku.included_km * 1000);
  if (beyond <= 0 || sku.per_km_cents === 0) return [];
  return [
    {
      label: `Distance beyond ${sku.included_km} km: ${beyond / 1000} km`,
      amount_cents: roundedCents(beyond * sku.per_km_cents, 1000),
    },
  ];
}

const parcelLine = (parcels: number) =>
  parcels > 1
    ? [
        {
          label: `Additional parcels: ${parcels - 1}`,
          amount_cents: (parcels - 1) * extraParcelCents,
        },
      ]
    : [];
