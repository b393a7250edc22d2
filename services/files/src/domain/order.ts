/** Row of a manifest: validation rules per column, and the booking that a valid row becomes. */
import {
  type DistributionCentre,
  type Fault,
  isVisible,
  type TemperatureClass,
} from '@svc/contracts';
import type { EdiSender } from './edifact/iftsta.ts';
import { type Column, normalCell, columns as required, spreadsheetDamage } from './spreadsheet.ts';
import { windowEnd } from './window.ts';

export interface OrderBooking {
  /** (distribution centre, order) of the wholesaler: booked at most once, without expiry. */
  identity: string;
  sku: string;
  parcels: number;
  temperature_class: TemperatureClass;
  temperature_profile?: string;
  un_number: string;
  pickup_site_id: string;
  dropoff_site_id: string;
  sla_due: string;
  reference: string;
  metadata: Record<string, string>;
}

export interface ParsedRow {
  /** From 1; the header is not counted. */
  row: number;
  order_id: string;
  /** Null for a row with faults. */
  booking: OrderBooking | null;
  faults: Fault[];
}

/**
 * A parsed manifest, or the fault that refuses the whole file. `edi` requests EDIFACT answers;
 * `isCutOff` means that the file has no end, so that more may come.
 */
export type ParsedManifest = (
  | { rows: ParsedRow[]; edi?: EdiSender | undefined }
  | { fault: Fault }
) & { isCutOff?: boolean };

/** Which SKU of the price book carries totes of a class; their number makes the parcels. */
const skus: Readonly<Record<string, { sku: string; temperature_class: TemperatureClass }>> = {
  ambient: { sku: 'WHL-TOTE', temperature_class: 'ambient' },
  '2-8C': { sku: 'WHL-COLD', temperature_class: '2-8C' },
};

type CellFault = readonly [code: string, message: string] | undefined;
type Check = (cell: string) => CellFault;

const matching =
  (form: RegExp, code: string, message: string): Check =>
  (cell) =>
    cell === '' ? ['required', 'must not be empty'] : form.test(cell) ? undefined : [code, message];

/** Free text: neither longer than jobs keep it, nor something that a spreadsheet would run. */
const plainText =
  (max: number, isRequired: boolean): Check =>
  (cell) => {
    if (!isVisible(cell) && (isRequired || cell === ''))
      return isRequired ? ['required', 'must not be empty'] : undefined;
    if (cell.length > max) return ['too_long', `at most ${max} characters`];
    if (/^[=+\-@\t\r＝＋－＠]/.test(cell))
      return ['formula_not_allowed', 'may not begin with = + - @'];
    return isPlain(cell) ? undefined : ['invalid_text', 'control characters are not text'];
  };

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
const isPlain = (cell: string): boolean => !/[\u0000-\u001f\u007f]/.test(cell);

const checks: Readonly<Record<Exclude<Column, 'drop_window'>, Check>> = {
  order_id: matching(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
    'invalid_order_id',
    'up to 64 letters, digits, points, hyphens and underscores',
  ),
  consignee_site: matching(/^[A-Za-z0-9_-]{1,64}$/, 'unknown_site', 'is not a site id'),
  consignee_name: plainText(120, true),
  totes: matching(/^[1-9]\d?$/, 'invalid_totes', 'a whole number from 1 to 99'),
  temperature_class: matching(/^(ambient|2-8C)$/, 'invalid_temperature_class', 'ambient or 2-8C'),
  schedule_max: matching(/^[0-8]$/, 'invalid_schedule', 'a whole number from 0 to 8'),
  un_number: (cell) =>
    /^(UN\d{4})?$/.test(cell) ? undefined : ['invalid_un_number', 'UN and four digits, or empty'],
  reference: plainText(64, false),
  temperature_profile: (cell) =>
    /^\w{0,40}$/.test(cell) ? undefined : ['unknown_profile', 'is not the name of a profile'],
};

export interface Wave {
  file_id: string;
  receivedAt: Date;
  centre: DistributionCentre;
  /** Those of the file, if it has more than it must. */
  columns?: readonly Column[];
}

/** Every fault of a row is named, not only the first; a row without any is a booking. */
export function parseRow(cells: readonly string[], row: number, wave: Wave): ParsedRow {
  const order_id = shown(normalCell('order_id', cells[0]));
  const { columns = required } = wave;
  if (cells.length !== columns.length) {
    const message = `${cells.length} columns instead of ${columns.length}; empty ones count, too`;
    return { row, order_id, booking: null, faults: [fault('', 'column_count', message)] };
  }
  const named = Object.fromEntries(
    columns.map((column, n) => [column, normalCell(column, cells[n])]),
  );
  const cell = (column: Column): string => named[column] ?? '';
  const end = windowEnd(cell('drop_window'), wave.receivedAt, wave.centre);
  const faults = columns.flatMap((column) => {
    const damage = spreadsheetDamage(column, cell(column));
    if (damage) return [fault(column, 'changed_by_spreadsheet', damage)];
    if (column === 'drop_window') return 'due' in end ? [] : [fault(column, end.code, end.message)];
    const verdict = checks[column](cell(column));
    return verdict ? [fault(column, ...verdict)] : [];
  });
  const carried = skus[cell('temperature_class')];
  if (faults.length > 0 || !carried || !('due' in end)) {
    return { row, order_id, booking: null, faults };
  }
  const { centre } = wave;
  const booking: OrderBooking = {
    identity: orderIdentity(centre.dc, order_id),
    ...carried,
    parcels: Number(cell('totes')),
    un_number: cell('un_number'),
    ...(cell('temperature_profile') && { temperature_profile: cell('temperature_profile') }),
    pickup_site_id: centre.site_id,
    dropoff_site_id: cell('consignee_site'),
    sla_due: end.due.toISOString(),
    reference: cell('reference'),
    metadata: {
      order_id,
      distribution_centre: centre.dc,
      file_id: wave.file_id,
      row: String(row),
      consignee_name: cell('consignee_name'),
      drop_window: cell('drop_window'),
      schedule_max: cell('schedule_max'),
    },
  };
  return { row, order_id, booking, faults: [] };
}

const fault = (column: string, code: string, message: string): Fault => ({ column, code, message });

/** The last row of a file that is cut off: its last cell may be incomplete. */
export const cutOffRow = ({ row, order_id }: ParsedRow): ParsedRow => {
  const message =
    'no line end behind the last row, so it may be cut off: end it, and send it again';
  return { row, order_id, booking: null, faults: [fault('', 'cut_off', message)] };
};

/** First 64 characters without control characters, to identify the row in answers. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it replaces
const shown = (cell = ''): string => cell.slice(0, 64).replace(/[\u0000-\u001f\u007f]/g, ' ');

const orderIdentity = (dc: string, orderId: string): string => `file:${dc}:${orderId}`;

/** Inverse of `orderIdentity`; undefined for a job that no file booked. */
export function parseOrderIdentity(
  identity: string | null,
): { dc: string; order_id: string } | undefined {
  const [, dc, order_id] = /^file:([^:]+):([^:]+)$/.exec(identity ?? '') ?? [];
  return dc && order_id ? { dc, order_id } : undefined;
}

/** Duplicate orders: the first good row is booked, later ones get a fault. */
export function refuseDuplicateOrders(rows: readonly ParsedRow[]): ParsedRow[] {
  const first = new Map<string, number>();
  return rows.map((read) => {
    if (!read.booking) return read;
    const earlier = first.get(read.order_id);
    if (earlier === undefined) {
      first.set(read.order_id, read.row);
      return read;
    }
    const faults = [fault('order_id', 'duplicate_order_id', `also in row ${earlier}`)];
    return { ...read, booking: null, faults };
  });
}

/** Maps a refusal of jobs to a fault of the column that caused it. */
export function refusalFault(code: string, detail: string): Fault {
  if (code === 'same_site') return fault('consignee_site', code, "is the centre's own site");
  if (code === 'out_of_area') return fault('consignee_site', code, detail);
  if (code === 'unknown_profile' || code === 'profile_mismatch')
    return fault('temperature_profile', code, detail);
  if (code !== 'unknown_site') return fault('temperature_class', code, detail);
  if (detail.startsWith('pickup')) return fault('', code, 'the distribution centre has no site');
  return fault('consignee_site', code, 'is neither a site of yours nor of a customer of yours');
}

export const alreadyBooked = (ref: string): Fault =>
  fault('order_id', 'already_booked', `booked before as ${ref}`);
