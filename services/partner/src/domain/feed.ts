/** Rows of a stock feed: codes, quantities, moments; never names. */
import type { FeedFault } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';

export interface StockRow {
  item_code: string;
  quantity: number;
  updated_at: Date;
}
export interface ParsedFeed {
  rows: StockRow[];
  /** Codes of all rows, also of faulty ones: a full feed lists them. */
  listed: string[];
  faults: FeedFault[];
}

export const rowsMax = 10_000;
const quantityMax = 1_000_000;
/** Clocks differ; a moment further ahead would shut out what comes after it. */
const aheadMs = 5 * 60_000;
const codeForm = /^[A-Za-z0-9][A-Za-z0-9._/-]{0,39}$/;
const momentForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** Splits valid rows and faults; of a duplicate item the first row counts. */
export function parseRows(raw: readonly Record<string, unknown>[], now: Date): ParsedFeed {
  const read: ParsedFeed = { rows: [], listed: [], faults: [] };
  const seen = new Set<string>();
  for (const [index, values] of raw.entries()) {
    const code = text(values.item_code);
    const row = parseRow(values, code, now);
    if (codeForm.test(code)) read.listed.push(code);
    if (typeof row === 'string') read.faults.push({ row: index + 1, code: row });
    else if (seen.has(code)) read.faults.push({ row: index + 1, code: 'duplicate_item_code' });
    else {
      seen.add(code);
      read.rows.push(row);
    }
  }
  return read;
}

function parseRow(
  values: Record<string, unknown>,
  item_code: string,
  now: Date,
): StockRow | FeedFault['code'] {
  if (!codeForm.test(item_code)) return 'invalid_item_code';
  const quantity = numberOf(values.quantity);
  if (!Number.isInteger(quantity) || quantity > quantityMax) return 'invalid_quantity';
  if (quantity < 0) return 'negative_quantity';
  const moment = text(values.updated_at);
  const updated_at = new Date(moment);
  const isMoment = momentForm.test(moment) && !Number.isNaN(updated_at.getTime());
  if (!isMoment || updated_at.getTime() > now.getTime() + aheadMs) return 'invalid_updated_at';
  return { item_code, quantity, updated_at };
}

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  return /^-?\d{1,9}$/.test(text(value)) ? Number(text(value)) : Number.NaN;
}

/** Time of a feed: its latest `updated_at`; null without valid rows. */
export const feedAsOf = ({ rows }: ParsedFeed): Date | null =>
  rows.length === 0 ? null : new Date(Math.max(...rows.map((row) => row.updated_at.getTime())));

const ofMedicines =
  /^(item_?|product_?|medicine_?|drug_?|brand_?|trade_?|generic_?)?(name|description|title)$|^(medicine|medication|drug|brand|molecule|ingredient|active_?ingredient|product)$/i;
const ofPatients =
  /patient|surname|first_?name|last_?name|full_?name|^(id_?(number|no)|dob|diagnosis|icd_?10|script|prescription|member_?(number|no))$|birth/i;

/** Data minimization: refuses a feed with a field that names a medicine or a person. */
export function requireCodesOnly(fields: Iterable<string>): void {
  for (const field of fields) {
    const name = field.trim().replaceAll(/[\s-]+/g, '_');
    if (ofPatients.test(name)) {
      throw new Refusal('patient_data_not_allowed', 'A field of the feed looks like patient data.');
    }
    if (ofMedicines.test(name)) {
      throw new Refusal(
        'medicine_name_not_allowed',
        'A field of the feed looks like the name of a medicine.',
      );
    }
  }
}
