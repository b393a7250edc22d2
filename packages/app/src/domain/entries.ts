/** Entries of a form, as the fields of an action: read as the table of hand-offs has them. */
import {
  barcodesMost,
  boxTemperature,
  type HandOffField,
  type HandOffRequirements,
  handOverCode,
  incidentEntries,
  isIdChecked,
} from '@svc/contracts/jobs/hand-off-fields';
import { fieldsAsked, handOffs } from '@svc/contracts/jobs/hand-offs';
import { messageTextMax } from '@svc/contracts/jobs/ready-messages';
import {
  type ActionFields,
  type ActionType,
  type CourierReport,
  type FileKind,
  isReport,
  isTransfer,
  type TransferHalf,
} from './action.ts';

export type Entries = Readonly<Record<string, string>>;

/** Faults of the entries, by name of the field. */
type EntryFaults = Readonly<Record<string, string>>;
export type ReadEntries = { fields: ActionFields } | { faults: EntryFaults };

type Read = { value: string | number | string[] } | { fault: string };

/** `label`: one code as printed, which is no field of a hand-off. */
export type EntryField = HandOffField | (Omit<HandOffField, 'kind'> & { kind: 'label' });

/** Fields of an action that a job asks for, by name, in the order of the form. */
export function fieldsOfAction(
  type: ActionType,
  requirements: HandOffRequirements,
): [string, EntryField][] {
  if (isTransfer(type)) return Object.entries<EntryField>(transferEntries[type]);
  if (isReport(type)) return Object.entries<EntryField>(reportFields[type]);
  const asked = fieldsAsked(type, requirements);
  return type === 'collect'
    ? [...asked, ['box', { ...boxLabel, isOptional: true, hint: `Optional: the ${boxHint}` }]]
    : asked;
}

const boxHint = 'code on the box that the parcels go into.';
const boxLabel: EntryField = {
  kind: 'label',
  per: 'box',
  label: 'Box',
  hint: `The ${boxHint}`,
};

const outerLabel: EntryField = {
  kind: 'label',
  per: 'box',
  isOptional: true,
  label: 'Crate or cage',
  hint: 'Optional: the code on what the box is put into.',
};

const packedParcels: HandOffField = {
  kind: 'barcodes',
  per: 'job',
  isOptional: true,
  label: 'Parcels that go in',
  hint: 'Optional, one in a line. None means all parcels of the job.',
};

const messageField: HandOffField = {
  kind: 'line',
  label: 'Message to the control desk',
  hint: 'No patient data and no medicines.',
  max: messageTextMax,
  missing: 'Write the message.',
};

const reportFields: Record<CourierReport, Record<string, EntryField>> = {
  incident: incidentEntries,
  message: { text: messageField },
  box: { identifier: boxLabel, parcels: packedParcels, into: outerLabel },
  take: { identifier: { ...boxLabel, hint: 'The code on the box that you take along.' } },
};

const given = {
  seals: {
    kind: 'barcodes',
    isOptional: true,
    label: 'Seals',
    hint: 'Read each from its box, one in a line.',
  },
  box_temperature_c: { ...handOffs.collect.fields.box_temperature_c, isOptional: true },
  reason: {
    kind: 'text',
    max: 500,
    isOptional: true,
    label: 'Why a seal was not compared',
    missing: 'Say why.',
    hint: 'Only if one was not. No names, no patient data.',
    usual: ['The other courier cannot come', 'It cannot be read'],
  },
} as const satisfies Record<string, EntryField>;

/** Fields of a transfer, for all of its jobs. */
export const transferEntries: Readonly<Record<TransferHalf, Record<string, EntryField>>> = {
  give: given,
  take_over: {
    ...given,
    parcels: {
      kind: 'barcodes',
      isOptional: true,
      label: 'Parcels',
      hint: 'At a hub: the code of each, one in a line, so that a missing one is seen.',
    },
    units: {
      kind: 'barcodes',
      isOptional: true,
      label: 'Boxes, crates or cages',
      hint: 'The code of each, one in a line: all in it counts as scanned, and goes along.',
    },
    registration: {
      kind: 'line',
      max: 32,
      label: 'Registration of your vehicle or hub',
      missing: 'Say which vehicle.',
    },
  },
};

type OfKind<K extends EntryField['kind']> = Extract<EntryField, { kind: K }>;
type Readers = { [K in EntryField['kind']]: (text: string, field: OfKind<K>) => Read };

const words = (text: string, { max, missing }: OfKind<'line' | 'text'>): Read => {
  if (text === '') return { fault: missing };
  return text.length > max ? { fault: `At most ${max} characters.` } : { value: text };
};
const chosen = (text: string): Read => (text === '' ? { fault: 'Choose one.' } : { value: text });

const printed = /^[!-~]{1,64}$/;

const readers: Readers = {
  line: words,
  text: words,
  whole: (text, { min, max }) => {
    const fits = /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max;
    return fits ? { value: Number(text) } : { fault: `A whole number from ${min} to ${max}.` };
  },
  celsius: readCelsius,
  seal: (text) =>
    /^[A-Z0-9][A-Z0-9-]{3,31}$/.test(text.toUpperCase())
      ? { value: text.toUpperCase() }
      : { fault: 'The number on the seal: 4 to 32 letters, digits and hyphens.' },
  label: (text) =>
    printed.test(text)
      ? { value: text.toUpperCase() }
      : { fault: 'The code on the box: at most 64 characters, without spaces.' },
  barcodes: (text) => {
    const value = [...new Set(text.split(/\s+/))];
    const fits = value.length <= barcodesMost && value.every((each) => printed.test(each));
    return fits ? { value } : { fault: 'Codes of at most 64 characters, one in a line.' };
  },
  // Untrimmed: spaces are part of a code.
  codes: (text, { most, max }) => {
    const lines = text.split('\n').map((line) => line.trim());
    const value = [...new Set(lines.filter((line) => line !== ''))];
    const fits = value.length <= most && value.every((each) => each.length <= max);
    return fits
      ? { value }
      : { fault: `At most ${most} codes of at most ${max} characters, one in a line.` };
  },
  code: (text) => {
    const { digits } = handOverCode;
    const fits = /^\d+$/.test(text) && text.length === digits;
    return fits ? { value: text } : { fault: `The ${digits} digits that you are told.` };
  },
  id_check: (text) =>
    text !== '' && isIdChecked(text)
      ? { value: text }
      : { fault: 'Choose how you checked who it is.' },
  choice: chosen,
  file: chosen,
};
const read = <K extends EntryField['kind']>(text: string, field: OfKind<K>): Read =>
  readers[field.kind as K](text, field);

/** One decimal; comma and point are both understood. */
export function readCelsius(text: string): Read {
  const value = Number(text.replace(',', '.').replace('−', '-'));
  const { min, max } = boxTemperature;
  const fits = /^[-−]?\d+([.,]\d)?$/.test(text) && value >= min && value <= max;
  return fits
    ? { value }
    : { fault: `Degrees Celsius from ${min} to ${max}, with at most one decimal.` };
}

/** Why a temperature as typed calls for the desk before anything is recorded; undefined if it does not. */
export function rangeWarning(
  text: string,
  range: { min: number; max: number } | null,
): string | undefined {
  const read = readCelsius(text.trim());
  if (range === null || 'fault' in read) return undefined;
  if (Number(read.value) >= range.min && Number(read.value) <= range.max) return undefined;
  return `${text.trim()} °C is outside ${range.min} to ${range.max} °C, where this job must be kept. Check the box and call the control desk. If you record it, the desk gets an alarm.`;
}
/** Reads a form. Names every entry that is missing or does not fit. */
export function readEntries(
  type: ActionType,
  entries: Entries,
  requirements: HandOffRequirements,
): ReadEntries {
  const fields: Record<string, string | number | readonly string[]> = {};
  const faults: Record<string, string> = {};
  for (const [name, field] of fieldsOfAction(type, requirements)) {
    const text = (entries[name] ?? '').trim();
    if (field.kind === 'file' || (text === '' && field.isOptional)) continue;
    const found = read(text, field);
    if ('fault' in found) faults[name] = found.fault;
    else fields[name] = found.value;
  }
  const names = fieldsOfAction(type, requirements).map(([name]) => name);
  if (names.includes('scans')) checkScans(fields, faults);
  return Object.keys(faults).length > 0 ? { faults } : { fields };
}

/** Finds what lacks for certain; the server knows the codes of the parcels. */
function checkScans(fields: Record<string, unknown>, faults: Record<string, string>): void {
  const { seal: onSeal, scans = [], scan_bypass_reason } = Object(fields);
  if (scan_bypass_reason !== undefined || faults.scans || faults.scan_bypass_reason) return;
  const orWhy = 'or say below why it cannot be read.';
  if (scans.length === 0) faults.scans = `Scan what is asked for, ${orWhy}`;
  else if (onSeal !== undefined && !scans.some((each: string) => isSame(each, onSeal))) {
    faults.scans = `The seal is not among them. Scan it, ${orWhy}`;
  }
}

/** Equal also if one of the two has the application identifier of an SSCC before it. */
function isSame(scanned: string, onSeal: string): boolean {
  const read = scanned.toUpperCase();
  return read.endsWith(onSeal) || onSeal.endsWith(read);
}

/** Images that a hand-over still lacks. */
export const missingFiles = (
  type: ActionType,
  kinds: readonly FileKind[],
  requirements: HandOffRequirements,
): FileKind[] =>
  (['signature', 'photo'] as const).filter((kind) => {
    const asked = fieldsOfAction(type, requirements).some(([name]) => name === `${kind}_file_id`);
    return asked && !kinds.includes(kind);
  });
