import { describe, expect, it } from 'vitest';
import { book } from '../../test/book.ts';
import { faultsOf, type PriceBook, type Sku } from './price-book.ts';

const withSku = (code: string, change: Partial<Sku>): PriceBook => ({
  ...book,
  skus: book.skus.map((sku) => (sku.sku === code ? { ...sku, ...change } : sku)),
});

describe('a price book', () => {
  it('has no fault when its SKUs fit together', () => {
    expect(faultsOf(book)).toEqual([]);
  });

  it.each<[string, string, Partial<Sku>]>([
    ['HOS-STD sku: stands in the book twice', 'SUP-BOX', { sku: 'HOS-STD' }],
    [
      'LAB-STAT sla_minutes.stat: is slower than same_day',
      'LAB-STAT',
      { sla_minutes: { scheduled: 120, same_day: 50, stat: 60, critical: 60 } },
    ],
    ['LAB-STD stat_upgrade: LAB-X is not in the book', 'LAB-STD', { stat_upgrade: 'LAB-X' }],
    ['LAB-STD stat_upgrade: LAB-STD is itself upgraded', 'LAB-STD', { stat_upgrade: 'LAB-STD' }],
    ['LAB-STD stat_upgrade: LAB-STAT has another family', 'LAB-STD', { family: 'blood' }],
    ['LAB-STD stat_upgrade: LAB-STAT has another delivery', 'LAB-STAT', { delivery: false }],
    [
      'LAB-STD stat_upgrade: LAB-STAT has another temperature_class',
      'LAB-STD',
      { temperature_class: '2-8C' },
    ],
    ['LAB-STD stat_upgrade: LAB-STAT has another un_number', 'LAB-STD', { un_number: '' }],
    [
      'LAB-STD stat_upgrade: is slower than critical',
      'LAB-STD',
      { sla_minutes: { scheduled: 480, same_day: 240, stat: 45, critical: 59 } },
    ],
  ])('has the fault «%s» when changed so', (fault, code, change) => {
    expect(
      faultsOf(withSku(code, change)).map(
        ({ sku, field, message }) => `${sku} ${field}: ${message}`,
      ),
    ).toContain(fault);
  });
});
