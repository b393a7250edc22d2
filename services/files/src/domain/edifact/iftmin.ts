/**
 * IFTMIN (D.96A, D.01B): one message is one consignment and so one row. The map of segments to
 * columns is in docs/wholesale-edi.md. Values are judged by the rules of the columns, as those of
 * a CSV row are; here it is only said where they stand. What has no column is read past.
 */
import type { MessageFault } from './faults.ts';
import { type EdifactMessage, numberAt, textAt } from './interchange.ts';
import type { EdifactSegment } from './segments.ts';

export interface Cells {
  order_id: string;
  consignee_site: string;
  consignee_name: string;
  drop_window: string;
  totes: string;
  temperature_class: string;
  schedule_max: string;
  un_number: string;
  reference: string;
}

export interface IftminRow {
  cells: Cells;
  /** `YYYY-MM-DD` where the sender named the day; the centre's time zone. */
  dropDate: string | undefined;
  faults: readonly MessageFault[];
}

const types = new Set(['IFTMIN:D:96A:UN', 'IFTMIN:D:01B:UN']);
/** 1225: original. Changes and cancellations go through the API. */
const original = '9';
const temperatureClasses: Readonly<Record<string, string>> = {
  '2:8': '2-8C',
  '15:25': 'ambient',
  '-25:-15': 'frozen',
};

/** Segments that carry columns, by tag and qualifier; each may be there once. */
const places = [
  'BGM',
  'RFF+CU',
  'DTM+64',
  'DTM+63',
  'NAD+CN',
  'GID',
  'HAN',
  'RNG+5',
  'DGS',
] as const;
type Place = (typeof places)[number];

/** Refused because they could name a medicine or a patient. */
const forbidden = ['FTX', 'IMD', 'PIA', 'GDS'];

export function readIftmin({ type, segments, faults }: EdifactMessage): IftminRow {
  const found = (place: Place): EdifactSegment[] =>
    segments.filter((segment) => isAt(segment, place));
  const read = (at: typeof textAt) => (place: Place, element: number, component?: number) => {
    const [segment] = found(place);
    return segment ? at(segment, element, component) : '';
  };
  const [get, number] = [read(textAt), read(numberAt)];
  const earliest = readTime(get('DTM+64', 0, 1), get('DTM+64', 0, 2));
  const latest = readTime(get('DTM+63', 0, 1), get('DTM+63', 0, 2));
  const [consignee] = found('NAD+CN');
  const cells: Cells = {
    order_id: get('BGM', 1),
    consignee_site: get('NAD+CN', 1),
    consignee_name: (consignee?.elements[3] ?? []).join(' ').trim(),
    drop_window: `${earliest.time}-${latest.time}`,
    totes: number('GID', 1),
    temperature_class: temperatureClass(number('RNG+5', 1, 1), number('RNG+5', 1, 2)),
    schedule_max: get('HAN', 0).replace(/^S0*(?=\d)/, ''),
    // 7124 is n4: a number may lack its leading zeros.
    un_number: number('DGS', 2) && `UN${number('DGS', 2).padStart(4, '0')}`,
    reference: get('RFF+CU', 0, 1),
  };
  const repeated = places.filter((place) => found(place).length > 1);
  return {
    cells,
    dropDate: earliest.date ?? latest.date,
    faults: [
      ...faults,
      ...typeFaults(type, get('BGM', 2)),
      ...contentFaults(segments),
      ...repeated.map(repeatedFault),
      // A day that one of them names is that of both: a window lies within a day.
      ...(earliest.date && latest.date && earliest.date !== latest.date ? [twoDays] : []),
    ],
  };
}

function isAt(segment: EdifactSegment, place: Place): boolean {
  const [tag, qualifier] = place.split('+');
  return segment.tag === tag && (!qualifier || textAt(segment, 0) === qualifier);
}

/** 2379: 401 is HHMM, 203 is CCYYMMDDHHMM. Anything else is given on as it came, to be refused. */
function readTime(value: string, format: string): { time: string; date?: string } {
  const [, date, time = ''] =
    (format === '203' && /^(\d{8})(\d{4})$/.exec(value)) ||
    (format === '401' && /^()(\d{4})$/.exec(value)) ||
    [];
  if (time === '') return { time: value };
  const clock = `${time.slice(0, 2)}:${time.slice(2)}`;
  if (!date) return { time: clock };
  return { time: clock, date: `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}` };
}

/** A range that matches no class is passed on unchanged, for the column's rule to refuse. */
const temperatureClass = (min: string, max: string): string =>
  temperatureClasses[`${min}:${max}`] ?? (min || max ? `${min}-${max}C` : '');

function typeFaults(type: string, messageFunction: string): MessageFault[] {
  if (!types.has(type)) {
    const message = 'Only IFTMIN D.96A and D.01B are taken (14)';
    return [{ column: 'UNH', code: 'unsupported_message', message }];
  }
  if (messageFunction === original) return [];
  const message = 'Only originals (BGM 1225 = 9) are taken (14)';
  return [{ column: 'BGM', code: 'unsupported_function', message }];
}

function contentFaults(segments: readonly EdifactSegment[]): MessageFault[] {
  const present = forbidden.filter((tag) => segments.some((segment) => segment.tag === tag));
  const message = 'Free text and product descriptions are not taken on this lane (15)';
  return present.map((column) => ({ column, code: 'not_accepted', message }));
}

const repeatedFault = (column: Place): MessageFault => ({
  column,
  code: 'repeated_segment',
  message: `${column} may be there once: one message is one consignment (35)`,
});

const twoDays: MessageFault = {
  column: 'drop_window',
  code: 'two_days',
  message: 'DTM+64 and DTM+63 name two days (12)',
};
