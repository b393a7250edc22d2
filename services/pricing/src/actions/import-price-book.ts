import {
  currency,
  families,
  km,
  priority,
  requirements,
  temperatureClass,
  text,
} from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import { parse } from 'yaml';
import { z } from 'zod';
import { command } from '../define.ts';
import { faultsOf, type PriceBook } from '../domain/price-book.ts';
import { findBook, insertBook, lockBooks, makeCurrent } from '../store/price-books.ts';

export const importPriceBook = command('importPriceBook', {
  handle: async ({ yaml }, { db, now }) => {
    const book = read(yaml);
    const { version } = book;
    await lockBooks(db);
    const stored = await findBook(db, version);
    if (!stored) await insertBook(db, book, now);
    else if (JSON.stringify(stored) !== JSON.stringify(book)) {
      throw new Refusal(
        'invalid_body',
        `Price book ${version} is in store with other content: give the change a new version.`,
      );
    }
    await makeCurrent(db, version);
    return { price_book_version: version, skus: book.skus.length };
  },
});

const skuCode = z
  .string()
  .max(64)
  .regex(/^[A-Z0-9]+(-[A-Z0-9]+)*$/);
const label = text(120).min(1);
/** With the bounds of km and parcels, these two keep every total within 32 bits. */
const price = z.int().min(0).max(100_000_000);
const perKm = z.int().min(0).max(100_000);
/** Up to 30 days. */
const minutes = z.int().min(1).max(43_200);

/** A field that is not known is a fault: it would be a misspelt one. */
const priceBookFile = z.strictObject({
  version: z
    .string()
    .max(40)
    .regex(/^\d{4}-\d{2}([.-][A-Za-z0-9]+)*$/),
  currency,
  vat_percent: z.int().min(0).max(100),
  skus: z
    .array(
      z.strictObject({
        sku: skuCode,
        name: label,
        family: z.enum(families),
        unit: label,
        price_cents: price,
        included_km: km,
        per_km_cents: perKm,
        sla_minutes: z.strictObject({
          scheduled: minutes,
          same_day: minutes,
          stat: minutes,
          critical: minutes,
        }),
        default_priority: priority,
        stat_upgrade: skuCode.nullable().default(null),
        delivery: z.boolean(),
        temperature_class: temperatureClass.nullable().default(null),
        un_number: z
          .string()
          .regex(/^UN\d{4}$/)
          .or(z.literal(''))
          .default(''),
        requirements: requirements.strict(),
      }),
    )
    .min(1)
    .max(500),
});

/** The book, or a refusal that names the first faults by SKU and field. */
function read(yaml: string): PriceBook {
  const raw = parseYaml(yaml);
  const file = priceBookFile.safeParse(raw);
  if (!file.success) throw faulty(file.error.issues.map((issue) => describe(issue, raw)));
  const { version, vat_percent, skus } = file.data;
  const book = { version, vat_percent, skus };
  const faults = faultsOf(book);
  if (faults.length === 0) return book;
  throw faulty(faults.map(({ sku, field, message }) => `SKU ${sku} ${field}: ${message}`));
}

function parseYaml(yaml: string): unknown {
  try {
    return parse(yaml, { logLevel: 'error' });
  } catch (error) {
    const [reason = ''] = String(error).split('\n');
    throw faulty([reason]);
  }
}

/** A SKU is named by its code where it has one, else by its place in the list. */
function describe({ path, message }: z.core.$ZodIssue, raw: unknown): string {
  const [list, place, ...field] = path;
  if (list !== 'skus' || typeof place !== 'number') return `${path.join('.')}: ${message}`;
  const codes = z
    .object({ skus: z.array(z.object({ sku: skuCode }).catch({ sku: '' })) })
    .parse(raw);
  return `SKU ${codes.skus[place]?.sku || `number ${place + 1}`} ${field.join('.')}: ${message}`;
}

const faultsShown = 5;
const faulty = (faults: readonly string[]) =>
  new Refusal('invalid_body', `Price book: ${faults.slice(0, faultsShown).join('; ')}`);
