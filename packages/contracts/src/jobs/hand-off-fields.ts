/**
 * Fields of hand-offs and incidents, as people fill them in and programs send them. Imports nothing:
 * browsers load it as it stands.
 */

export interface HandOffRequirements {
  otp: boolean;
  id_check: boolean;
  signature: boolean;
  photo: boolean;
  /** Absent for none, and for no code. */
  scan?: 'none' | 'seal' | 'parcels' | undefined;
  pickup_otp?: boolean | undefined;
}

interface FieldText {
  label: string;
  /** For the person who fills the field in. */
  hint?: string;
  /** For programs: the description in OpenAPI; defaults to that of the kind's schema. */
  about?: string;
  /**
   * The job requirement under which people are asked for the field; programs may always omit it.
   */
  when?: keyof HandOffRequirements;
  /** May be left empty. */
  isOptional?: true;
  /** Where one act is for several jobs at a door: an entry for each job or box; absent: one for all. */
  per?: 'job' | 'box';
}
/** Bounds are inclusive; of texts in characters. */
export type HandOffField = FieldText &
  (
    | { kind: 'line'; max: number; missing: string }
    | { kind: 'text'; max: number; missing: string; usual?: readonly string[] }
    | { kind: 'whole'; min: number; max: number }
    | { kind: 'codes'; most: number; max: number }
    | { kind: 'choice'; choices: Readonly<Record<string, string>> }
    | { kind: 'seal' | 'celsius' | 'code' | 'barcodes' | 'id_check' | 'file' }
  );

export const boxTemperature = { min: -90, max: 90, step: 0.1 } as const;
export const handOverCode = { digits: 6, max: 12 } as const;
export const barcodesMost = 1_000;

/** Labels of how a recipient was checked. */
export const idCheckLabels = {
  over_14_confirmed: 'Over 14 years old',
  over_18_confirmed: 'Over 18 years old',
  id_document_matched: 'An identity document matched the name',
  staff_badge: 'A badge of the receiving organisation was shown',
  not_required: 'Not checked: the job asks for none',
  refused: 'The recipient refused the check',
} as const;

/** Whether the value means that the recipient was checked. */
export const isIdChecked = (check: string): boolean =>
  check !== 'not_required' && check !== 'refused';

export const sealField = {
  kind: 'seal',
  per: 'box',
  label: 'Seal number',
  hint: 'Read it from the seal, also when you know it.',
} as const;

export const locationField = {
  kind: 'line',
  max: 120,
  label: 'Where the parcels are',
  hint: 'Such as Midrand hub.',
  missing: 'Say where the parcels are.',
  about: 'Place of the scan, e.g. `Midrand hub`.',
} as const;

export const failureField = {
  kind: 'text',
  max: 500,
  label: 'Why',
  missing: 'Say why it failed.',
  hint: 'The customer reads it. No patient data.',
  about: 'Human-readable reason for the failure; at most 500 characters.',
} as const;

export const scanFields = {
  scans: {
    kind: 'codes',
    most: 200,
    max: 128,
    per: 'job',
    when: 'scan',
    isOptional: true,
    label: 'Codes on seal and parcels',
    about:
      'Codes read at this hand-off, of the seal and of each parcel, unchanged; `requirements.scan` says which are required.',
  },
  scan_bypass_reason: {
    kind: 'text',
    max: 500,
    per: 'job',
    when: 'scan',
    isOptional: true,
    label: 'Why a code cannot be read',
    missing: 'Say why a code cannot be read.',
    hint: 'Only if one cannot be read: it is reported as an incident. No patient data.',
    about:
      'Why required codes could not be scanned, at most 500 characters; reported as an incident. No patient data.',
  },
} as const;

/** Fields of an incident, which is not a hand-off and leaves the job's state unchanged. */
export const incidentEntries = {
  category: {
    kind: 'choice',
    label: 'What kind',
    choices: {
      accident: 'Accident of the vehicle',
      theft: 'Theft',
      spill: 'Contents leaked',
      temperature: 'Too warm or too cold',
      documents: 'Papers missing or wrong',
      delay: 'Delay',
      other: 'Something else',
    },
  },
  severity: {
    kind: 'choice',
    label: 'How grave',
    choices: {
      low: 'Low: for the record',
      medium: 'Medium: somebody should look at it',
      high: 'High: the job is in danger',
      critical: 'Critical: people or contents are in danger',
    },
  },
  description: {
    kind: 'text',
    max: 2_000,
    label: 'What happened',
    hint: 'No patient data.',
    missing: 'Say what happened.',
  },
} as const satisfies Readonly<Record<string, HandOffField>>;

export function keysOf<T extends object>(table: T): (keyof T & string)[] {
  return Object.keys(table) as (keyof T & string)[];
}
