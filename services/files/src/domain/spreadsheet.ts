/** Columns of a manifest; cells as spreadsheets write them: forms that mean one thing alone, and values they destroy. */

/** In this order (API document, File channel for wholesalers). */
export const columns = [
  'order_id',
  'consignee_site',
  'consignee_name',
  'drop_window',
  'totes',
  'temperature_class',
  'schedule_max',
  'un_number',
  'reference',
] as const;
/** A manifest may have these beside them. */
export const furtherColumns = ['temperature_profile'] as const;
export type Column = (typeof columns | typeof furtherColumns)[number];

const wholeNumber = (cell: string): string => cell.replace(/^0*(\d+)(?:[.,]0{1,2})?$/, '$1');
const clock = String.raw`(\d{1,2})[:hH](\d{2})(?::00)?`;
const drops = new RegExp(String.raw`^${clock}\s*(?:[-‐–—]|to)\s*${clock}$`);
const cold = /^\+?2\s?[°º˚]?\s?C?\s?(?:[-‐–—]|to)\s?\+?8\s?[°º˚℃]?\s?C?$/i;

/**
 * Other spellings of a value that can have no other meaning; any other text is left to be refused.
 */
const normalForms: Readonly<Partial<Record<Column, (cell: string) => string>>> = {
  drop_window: (cell) => {
    const [, ...parts] = drops.exec(cell) ?? [];
    const [from, fromMinutes, to, toMinutes] = parts.map((part) => part.padStart(2, '0'));
    return from && to ? `${from}:${fromMinutes}-${to}:${toMinutes}` : cell;
  },
  totes: wholeNumber,
  temperature_class: (cell) => {
    const name = cell.toLowerCase();
    return cold.test(name) ? '2-8C' : name === 'ambient' ? name : cell;
  },
  schedule_max: wholeNumber,
  un_number: (cell) => cell.replace(/^(?:UN)?[ -]?(\d{4})$/i, 'UN$1'),
};

/** Longer than any of these forms; the patterns are not for more. */
const formMax = 40;

/** The cell without blanks around it, in the form of its column. */
export function normalCell(column: Column, cell = ''): string {
  const trimmed = cell.trim();
  return trimmed.length > formMax ? trimmed : (normalForms[column]?.(trimmed) ?? trimmed);
}

const month = '(?:Jan|Feb|Mar|Mrt|Apr|May|Mei|Jun|Jul|Aug|Sep|Oct|Okt|Nov|Dec|Des)';
const date = new RegExp(
  [
    String.raw`^\d{1,2}[- /]${month}(?:[- /](?:\d{2}|\d{4}))?$`,
    String.raw`^${month}[- /]\d{2}$`,
    String.raw`^\d{1,2}/\d{1,2}/(?:\d{2}|\d{4})$`,
    String.raw`^\d{4}/\d{1,2}/\d{1,2}$`,
  ].join('|'),
);
const scientific = /^-?\d(?:[.,]\d+)?E[+-]\d+$/i;
const errorValue = /^#(?:#+|N\/A|NAME\?|REF!|VALUE!|DIV\/0!|NUM!|NULL!)$/;
/** Columns of free text, in which a date may be meant. */
const texts: ReadonlySet<Column> = new Set(['consignee_name', 'reference']);

const advice = 'format the column as Text, type the value again and save';

/** How a spreadsheet has changed the value; undefined if there is no sign of that. */
export function spreadsheetDamage(column: Column, cell: string): string | undefined {
  if (scientific.test(cell)) return `the spreadsheet rounded a long number: ${advice}`;
  if (errorValue.test(cell)) return 'the spreadsheet shows an error here: type the value again';
  if (date.test(cell) && !texts.has(column)) return `the spreadsheet made a date of it: ${advice}`;
  return column === 'un_number' && /^\d{1,3}$/.test(cell)
    ? 'the spreadsheet dropped leading zeros: write UN and four digits, for example UN0004'
    : undefined;
}
