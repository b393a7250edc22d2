/** A small price book for tests: as rules see it, and as the file that is imported. */
import { stringify } from 'yaml';
import type { PriceBook, Sku } from '../src/domain/price-book.ts';

const hospital: Sku = {
  sku: 'HOS-STD',
  name: 'Hospital transfer',
  family: 'hospital',
  unit: 'per job',
  price_cents: 21_500,
  included_km: 15,
  per_km_cents: 900,
  sla_minutes: { scheduled: 480, same_day: 240, stat: 90, critical: 120 },
  default_priority: 'same_day',
  stat_upgrade: null,
  delivery: true,
  temperature_class: null,
  un_number: '',
  requirements: { otp: false, id_check: false, signature: true, photo: false },
};
const specimens: Sku = {
  ...hospital,
  sku: 'LAB-STD',
  name: 'Specimens',
  family: 'lab',
  price_cents: 18_501,
  stat_upgrade: 'LAB-STAT',
  temperature_class: 'ambient',
  un_number: 'UN3373',
};
const stat: Sku = {
  ...specimens,
  sku: 'LAB-STAT',
  name: 'Specimens, STAT',
  price_cents: 39_500,
  sla_minutes: { scheduled: 120, same_day: 90, stat: 60, critical: 60 },
  default_priority: 'stat',
  stat_upgrade: null,
};
const coolBox: Sku = {
  ...hospital,
  sku: 'SUP-BOX',
  name: 'Cool box',
  family: 'other',
  unit: 'per item',
  delivery: false,
};

export const book: PriceBook = {
  version: '2026-11',
  vat_percent: 15,
  skus: [specimens, stat, hospital, coolBox],
};

export const toYaml = (changed: Partial<PriceBook> = {}): string =>
  stringify({ currency: 'ZAR', ...book, ...changed }, { aliasDuplicateObjects: false });
