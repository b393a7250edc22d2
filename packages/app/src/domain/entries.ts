/** Entries of a form, as the fields of an action. */
import type { ActionFields, ActionType, FileKind } from './action.ts';

export type Entries = Readonly<Record<string, string>>;

interface Requirements {
  otp: boolean;
  id_check: boolean;
  signature: boolean;
  photo: boolean;
  /** Which codes must be scanned at a hand-off; absent for none. */
  scan?: 'none' | 'seal' | 'parcels' | undefined;
  pickup_otp?: boolean | undefined;
  /** Agreed outcome for parcels that cannot be handed over; absent for their way back. */
  undeliverable?: 'return' | 'ask_desk' | undefined;
}

/** Faults of the entries, by name of the field. */
type EntryFaults = Readonly<Record<string, string>>;
export type ReadEntries = { fields: ActionFields } | { faults: EntryFaults };

type ReadField = (text: string) => { value: string | number | string[] } | { fault: string };

const words =
  (max: number, missing: string): ReadField =>
  (text) => {
    if (text === '') return { fault: missing };
    return text.length > max ? { fault: `At most ${max} characters.` } : { value: text };
  };
const whole =
  (min: number, max: number): ReadField =>
  (text) => {
    const value = Number(text);
    const fits = /^\d+$/.test(text) && value >= min && value <= max;
    return fits ? { value } : { fault: `A whole number from ${min} to ${max}.` };
  };
/** One decimal; comma and point are both understood. */
const celsius: ReadField = (text) => {
  const value = Number(text.replace(',', '.').replace('−', '-'));
  const fits = /^[-−]?\d+([.,]\d)?$/.test(text) && Math.abs(value) <= 90;
  return fits ? { value } : { fault: 'Degrees Celsius from -90 to 90, with at most one decimal.' };
};
/** Why a temperature as typed calls for the desk before anything is recorded; undefined if it does not. */
export function rangeWarning(
  text: string,
  range: { min: number; max: number } | null,
): string | undefined {
  const read = celsius(text.trim());
  if (range === null || 'fault' in read) return undefined;
  if (Number(read.value) >= range.min && Number(read.value) <= range.max) return undefined;
  return `${text.trim()} °C is outside ${range.min} to ${range.max} °C, where this job must be kept. Check the box and call the control desk. If you record it, the desk gets an alarm.`;
}
const seal: ReadField = (text) =>
  /^[A-Z0-9][A-Z0-9-]{3,31}$/.test(text.toUpperCase())
    ? { value: text.toUpperCase() }
    : { fault: 'The number on the seal: 4 to 32 letters, digits and hyphens.' };
const barcodes: ReadField = (text) => {
  const value = [...new Set(text.split(/\s+/))];
  const fits = value.length <= 1_000 && value.every((each) => /^[!-~]{1,64}$/.test(each));
  return fits ? { value } : { fault: 'Codes of at most 64 characters, one in a line.' };
};
/** One in a line, as read: spaces are part of a code. */
const scannedCodes: ReadField = (text) => {
  const lines = text.split('\n').map((line) => line.trim());
  const value = [...new Set(lines.filter((line) => line !== ''))];
  const fits = value.length <= 200 && value.every((each) => each.length <= 128);
  return fits
    ? { value }
    : { fault: 'At most 200 codes of at most 128 characters, one in a line.' };
};
const code: ReadField = (text) =>
  /^\d{6}$/.test(text) ? { value: text } : { fault: 'The 6 digits that you are told.' };
const chosen: ReadField = (text) => (text === '' ? { fault: 'Choose one.' } : { value: text });

const fieldsOf: Readonly<Record<ActionType, Readonly<Record<string, ReadField>>>> = {
  depart: {},
  arriving: { eta_minutes: whole(0, 1_440) },
  collect: {
    seal,
    parcels_scanned: whole(0, 99),
    box_temperature_c: celsius,
    barcodes,
    handover_code: code,
  },
  scan: { location: words(120, 'Where you are, such as Midrand hub.'), seal },
  replace_seal: {
    location: words(120, 'Where you are, such as Midrand hub.'),
    replaces_seal: seal,
    seal,
    replacement_reason: words(500, 'Why it was replaced.'),
  },
  deliver: {
    recipient: words(120, 'Who takes the parcels: name or desk.'),
    seal,
    handover_code: code,
    id_check: chosen,
  },
  pickup_failed: { reason: words(500, 'Why it failed.') },
  delivery_failed: { reason: words(500, 'Why it failed.') },
  incident: {
    category: chosen,
    severity: chosen,
    description: words(2_000, 'What happened.'),
  },
};

const scanFields: Readonly<Record<string, ReadField>> = {
  scans: scannedCodes,
  scan_bypass_reason: words(500, ''),
};

/** Whether the job's scan policy asks for codes at this step. */
export const asksForScans = (type: ActionType, { scan = 'none' }: Requirements): boolean =>
  scan !== 'none' && ['collect', 'scan', 'replace_seal', 'deliver'].includes(type);

/** Whether the one who gives or takes the parcels has to tell a code at this step. */
export const asksForCode = (type: ActionType, { otp, pickup_otp = false }: Requirements): boolean =>
  (type === 'collect' && pickup_otp) || (type === 'deliver' && otp);

/** Fields that may be left empty, unless the job requires them. */
const optional = new Set(['barcodes', 'handover_code', 'id_check', 'scans', 'scan_bypass_reason']);

/** Reads a form. Names every entry that is missing or does not fit. */
export function readEntries(
  type: ActionType,
  entries: Entries,
  requirements: Requirements,
): ReadEntries {
  const fields: Record<string, string | number | readonly string[]> = {};
  const faults: Record<string, string> = {};
  const hasScans = asksForScans(type, requirements);
  const readers = { ...fieldsOf[type], ...(hasScans && scanFields) };
  for (const [name, read] of Object.entries(readers)) {
    const text = (entries[name] ?? '').trim();
    const mayLack =
      optional.has(name) && !(name === 'handover_code' && asksForCode(type, requirements));
    if (text === '' && mayLack) continue;
    const found = read(text);
    if ('fault' in found) faults[name] = found.fault;
    else fields[name] = found.value;
  }
  if (type === 'deliver') checkIdentity(fields, faults, requirements);
  if (hasScans) checkScans(fields, faults);
  return Object.keys(faults).length > 0 ? { faults } : { fields };
}

function checkIdentity(
  fields: Record<string, unknown>,
  faults: Record<string, string>,
  { id_check }: Requirements,
): void {
  const isChecked = ![undefined, 'not_required', 'refused'].includes(Object(fields).id_check);
  if (id_check && !isChecked) faults.id_check = 'Choose how you checked who it is.';
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

/** Also where one of the two has the application identifier of an SSCC before it. */
function isSame(scanned: string, onSeal: string): boolean {
  const read = scanned.toUpperCase();
  return read.endsWith(onSeal) || onSeal.endsWith(read);
}

/** Images that a hand-over still lacks. */
export function missingFiles(
  type: ActionType,
  kinds: readonly FileKind[],
  { signature, photo }: Requirements,
): FileKind[] {
  if (type !== 'deliver') return [];
  const required: FileKind[] = [
    ...(signature ? ['signature' as const] : []),
    ...(photo ? ['photo' as const] : []),
  ];
  return required.filter((kind) => !kinds.includes(kind));
}
