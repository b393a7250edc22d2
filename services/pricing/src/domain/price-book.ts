/**
 * The price book: SKUs with their prices and SLAs.
 *
 * Terms
 * - **family**: the field of health care that a SKU serves.
 * - **included km**: the distance that the base price covers.
 * - **STAT upgrade**: the SKU that a lab or blood SKU becomes when it must leave immediately.
 */
import {
  type families,
  type Priority,
  priorities,
  type Requirements,
  type TemperatureClass,
} from '@svc/contracts';

export interface Sku {
  sku: string;
  name: string;
  family: (typeof families)[number];
  unit: string;
  price_cents: number;
  included_km: number;
  per_km_cents: number;
  sla_minutes: Record<Priority, number>;
  default_priority: Priority;
  stat_upgrade: string | null;
  /** Can be booked as a job; everything else can only be quoted. */
  delivery: boolean;
  temperature_class: TemperatureClass | null;
  un_number: string;
  /** Default proof requirements of a hand-over; tenant and booking may override them. */
  requirements: Requirements;
}

export interface PriceBook {
  version: string;
  vat_percent: number;
  skus: Sku[];
}

export const findSku = (book: PriceBook, code: string): Sku | undefined =>
  book.skus.find(({ sku }) => sku === code);

interface SkuFault {
  sku: string;
  field: string;
  message: string;
}

/** Codes are unique, STAT is never slower than another priority, and upgrades keep the handling. */
export const faultsOf = (book: PriceBook): SkuFault[] =>
  book.skus.flatMap((sku) => [
    ...(findSku(book, sku.sku) === sku ? [] : [fault(sku, 'sku', 'stands in the book twice')]),
    ...slowStat(sku, 'sla_minutes.stat', sku.sla_minutes.stat),
    ...badUpgrade(sku, book),
  ]);

const fault = ({ sku }: Sku, field: string, message: string): SkuFault => ({ sku, field, message });

const slowStat = (sku: Sku, field: string, stat: number): SkuFault[] =>
  priorities
    .filter((priority) => stat > sku.sla_minutes[priority])
    .map((priority) => fault(sku, field, `is slower than ${priority}`));

/** Properties that a STAT upgrade must not change. */
const kept = ['family', 'delivery', 'temperature_class', 'un_number'] as const;

function badUpgrade(sku: Sku, book: PriceBook): SkuFault[] {
  if (sku.stat_upgrade === null) return [];
  const field = 'stat_upgrade';
  const target = findSku(book, sku.stat_upgrade);
  if (!target) return [fault(sku, field, `${sku.stat_upgrade} is not in the book`)];
  if (target.stat_upgrade !== null) return [fault(sku, field, `${target.sku} is itself upgraded`)];
  return [
    ...kept
      .filter((property) => target[property] !== sku[property])
      .map((property) => fault(sku, field, `${target.sku} has another ${property}`)),
    ...slowStat(sku, field, target.sla_minutes.stat),
  ];
}
