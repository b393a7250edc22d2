import { readFileSync } from 'node:fs';
import { builtInProfiles, families, priced, priorities, timings } from '@svc/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { priceOf } from '../src/domain/price.ts';
import type { PriceBook } from '../src/domain/price-book.ts';
import { pricingTest } from './app.ts';

const books = new Map<string, PriceBook>();
const app = pricingTest();
beforeAll(async () => {
  for (const environment of ['live', 'sandbox'])
    books.set(environment, await imported(environment));
});

/** The shipped book as the service keeps it, under a version of its own. */
async function imported(environment: string): Promise<PriceBook> {
  const file = new URL(`../books/${environment}-2026-12.yaml`, import.meta.url);
  const version = `2026-12-${environment}`;
  const yaml = readFileSync(file, 'utf8').replace("version: '2026-12'", `version: ${version}`);
  await app.as('ten_carrier').importPriceBook({ yaml });
  const rows = await app.sql('select content from pricing.price_book where version = $1', [
    version,
  ]);
  const [stored] = rows;
  if (!stored) throw new Error(`${version} was not stored`);
  return stored.content;
}

const bookOf = (environment: string): PriceBook => {
  const book = books.get(environment);
  if (!book) throw new Error(`no book for ${environment}`);
  return book;
};

describe.each(['live', 'sandbox'])('the shipped price book of %s', (environment) => {
  it('prices every SKU at every priority and timing', () => {
    const book = bookOf(environment);
    for (const { sku } of book.skus) {
      for (const priority of priorities) {
        for (const timing of timings) {
          const price = priceOf(book, { sku, priority, timing });
          expect(priced.parse(price)).toEqual(price);
          expect(price.amount_cents).toBeGreaterThan(0);
        }
      }
    }
  });

  it('has every family, and at least two SKUs without delivery', () => {
    const { skus } = bookOf(environment);
    expect(new Set(skus.map((sku) => sku.family))).toEqual(new Set(families));
    expect(skus.filter((sku) => !sku.delivery).length).toBeGreaterThanOrEqual(2);
  });

  it('has the rate of the API document: 15 km included, then 900 cents each', () => {
    expect(bookOf(environment).skus).toContainEqual(
      expect.objectContaining({ included_km: 15, per_km_cents: 900 }),
    );
  });

  it('upgrades each lab and blood SKU that is not STAT yet, and never for less', () => {
    const book = bookOf(environment);
    const matching = book.skus.filter(
      ({ family, default_priority }) =>
        (family === 'lab' || family === 'blood') && default_priority !== 'stat',
    );
    for (const { sku, price_cents, per_km_cents, included_km } of matching) {
      const upgrade = priceOf(book, { sku, priority: 'stat', km: included_km });
      expect(upgrade.sku).not.toBe(sku);
      expect(upgrade.amount_cents).toBeGreaterThan(price_cents);
      const target = book.skus.find((other) => other.sku === upgrade.sku);
      expect(target?.per_km_cents).toBeGreaterThanOrEqual(per_km_cents);
    }
  });
});

it('each built-in profile is of the class of a blood SKU', () => {
  const classes = bookOf('live').skus.flatMap(({ family, temperature_class: its }) =>
    family === 'blood' ? [its] : [],
  );
  for (const { temperature_class } of Object.values(builtInProfiles))
    expect(classes).toContain(temperature_class);
});

it('the sandbox sells the same SKUs as live', () => {
  const codes = (environment: string) => bookOf(environment).skus.map(({ sku }) => sku);
  expect(codes('sandbox')).toEqual(codes('live'));
});
