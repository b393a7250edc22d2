/**
 * Hand-offs: what a courier or the control desk reports about a job, each said once. From this table
 * derive the milestones of the API (`requests.ts`), the states that the service allows
 * (`services/jobs/src/domain/transition.ts`), steps, entries and forms of the courier's app, and
 * the forms of the desk.
 *
 * Terms
 * - **hand-off**: one form for people, under one name from the tap to the API. `replace_seal` is
 *   sent as a `scan` that names the seal that came off.
 * - **leads**: the state that each state becomes; a state that is not named does not allow it.
 *   `before` is the state that the job was interrupted in.
 *
 * Browsers load it as it stands, with `hand-off-fields.ts`.
 */
import {
  failureField,
  type HandOffField,
  type HandOffRequirements,
  keysOf,
  locationField as location,
  scanFields,
  sealField as seal,
} from './hand-off-fields.ts';

export const statuses = [
  'booked',
  'assigned',
  'en_route_pickup',
  'collected',
  'in_transit',
  'delivered',
  'exception',
  'cancelled',
] as const;
type State = (typeof statuses)[number];

/** States of a job that nothing interrupts, in their order. */
export const plannedStatuses: readonly State[] = statuses.filter(
  (each) => each !== 'exception' && each !== 'cancelled',
);

interface HandOff {
  leads: Readonly<Partial<Record<State, State | 'before'>>>;
  /** `courier` and `desk`, or the desk alone. */
  isForDesk?: true;
  /** A courier may report it by one act for several jobs at a door. */
  isAtDoor?: true;
  /** As a button. */
  label: string;
  /** Once it happened. */
  done: string;
  fields: Readonly<Record<string, HandOffField>>;
}

/** In the order in which they are offered: the next one first. */
export const handOffs = {
  depart: {
    leads: { assigned: 'en_route_pickup', collected: 'in_transit' },
    isAtDoor: true,
    label: 'Leave now',
    done: 'Left',
    fields: {},
  },
  collect: {
    leads: { assigned: 'collected', en_route_pickup: 'collected' },
    isAtDoor: true,
    label: 'Collect the parcels',
    done: 'Collected',
    fields: {
      seal,
      handover_code: {
        kind: 'code',
        per: 'job',
        when: 'pickup_otp',
        label: 'Pickup code',
        hint: 'The 6 digits that the sender tells.',
        about:
          'The 6-digit code that the sender gave to the courier at the pickup; required if `requirements.pickup_otp` is true.',
      },
      ...scanFields,
      parcels_scanned: {
        kind: 'whole',
        per: 'job',
        min: 0,
        max: 99,
        label: 'Parcels counted',
        about: 'How many parcels the courier scanned.',
      },
      barcodes: {
        kind: 'barcodes',
        per: 'job',
        isOptional: true,
        label: 'Barcodes of the parcels',
        hint: 'Optional, one in a line: they are compared with a manifest.',
        about: 'Barcodes of the scanned parcels, compared with the manifest.',
      },
      box_temperature_c: {
        kind: 'celsius',
        per: 'box',
        label: 'Temperature in the box, °C',
        about: 'Temperature inside the box in °C, one decimal.',
      },
    },
  },
  deliver: {
    leads: { collected: 'delivered', in_transit: 'delivered' },
    isAtDoor: true,
    label: 'Hand over',
    done: 'Handed over',
    fields: {
      recipient: {
        kind: 'line',
        max: 120,
        label: 'Who takes the parcels',
        hint: 'Name or desk.',
        missing: 'Say who takes the parcels.',
        about: 'Person or desk that received the parcels.',
      },
      handover_code: {
        kind: 'code',
        per: 'job',
        when: 'otp',
        label: 'Handover code',
        hint: 'The 6 digits that the recipient tells.',
        about:
          'The 6-digit code that the recipient gave to the courier; required if `requirements.otp` is true.',
      },
      id_check: { kind: 'id_check', when: 'id_check', label: 'How the recipient was checked' },
      seal,
      ...scanFields,
      signature_file_id: {
        kind: 'file',
        when: 'signature',
        label: 'Signature of who takes the parcels',
        about: 'Id of the uploaded signature; required if `requirements.signature` is true.',
      },
      photo_file_id: {
        kind: 'file',
        when: 'photo',
        label: 'Photo',
        about: 'Id of the uploaded photo; required if `requirements.photo` is true.',
      },
    },
  },
  arriving: {
    leads: { en_route_pickup: 'en_route_pickup', in_transit: 'in_transit' },
    isAtDoor: true,
    label: 'Say when I arrive',
    done: 'Arrival announced',
    fields: {
      eta_minutes: {
        kind: 'whole',
        min: 0,
        max: 1_440,
        label: 'Minutes until the arrival',
        about: 'Announced minutes until arrival.',
      },
    },
  },
  scan: {
    leads: { collected: 'collected', in_transit: 'in_transit' },
    label: 'Scan on the way',
    done: 'Scanned',
    fields: { location, seal, ...scanFields },
  },
  pickup_failed: {
    leads: { assigned: 'exception', en_route_pickup: 'exception' },
    isAtDoor: true,
    label: 'Collection failed',
    done: 'Collection failed',
    fields: {
      reason: {
        ...failureField,
        usual: ['Closed', 'Nobody there', 'Not ready', 'Refused to hand over'],
      },
    },
  },
  delivery_failed: {
    leads: { collected: 'exception', in_transit: 'exception' },
    isAtDoor: true,
    label: 'Hand-over failed',
    done: 'Hand-over failed',
    fields: {
      reason: {
        ...failureField,
        usual: ['Closed', 'Nobody there', 'Refused the parcels', 'Wrong address'],
      },
    },
  },
  replace_seal: {
    leads: { collected: 'collected', in_transit: 'in_transit' },
    label: 'Seal replaced',
    done: 'Seal replaced',
    fields: {
      location,
      replaces_seal: {
        kind: 'seal',
        label: 'Old seal number',
        hint: 'Of the seal that came off.',
        about:
          "Number of the removed seal, which must be the job's current one; `seal` is its replacement and becomes the expected seal.",
      },
      seal: { ...seal, label: 'New seal number', hint: 'Read it from the seal that is on now.' },
      replacement_reason: {
        kind: 'text',
        max: 500,
        label: 'Why it was replaced',
        missing: 'Say why it was replaced.',
        hint: 'It is reported as an incident. No patient data.',
        usual: ['Torn', 'Opened for an inspection'],
        about:
          'Why the seal was replaced, at most 500 characters; required with `replaces_seal`, otherwise not allowed. Reported as an incident. No patient data.',
      },
      ...scanFields,
    },
  },
  resume: {
    leads: { exception: 'before' },
    isForDesk: true,
    label: 'Go on',
    done: 'Go on',
    fields: {
      seal: {
        kind: 'seal',
        isOptional: true,
        label: 'New seal number',
        hint: 'Only if the seal was replaced.',
        about: 'Number of the seal that replaces a broken one; omit it to keep the seal.',
      },
    },
  },
} as const satisfies Readonly<Record<string, HandOff>>;

export type HandOffName = keyof typeof handOffs;
export const handOffNames = keysOf(handOffs);

type Milestone = Exclude<HandOffName, 'replace_seal'>;
/** The `type` of the API's milestone. */
export const milestoneOf = (name: HandOffName): Milestone =>
  name === 'replace_seal' ? 'scan' : name;

/** Next state by current state, for each API milestone. */
export const milestoneLeads = Object.fromEntries(
  handOffNames.map((name) => [milestoneOf(name), handOffs[name].leads]),
) as Readonly<Record<Milestone, HandOff['leads']>>;

/** Hand-offs that a state allows, the next one first. */
export const handOffsFrom = (status: State): HandOffName[] =>
  handOffNames.filter((name) => Object.hasOwn(handOffs[name].leads, status));

/** Hint listing the codes to scan. */
export const scanHint = (scan: HandOffRequirements['scan'], parcels: number): string =>
  scan === 'seal'
    ? 'That of the seal.'
    : `Those of the seal and of each parcel (${parcels}), one in a line.`;

/** Names of the fields that a job requires at a hand-off. */
export const fieldsAsked = (
  name: HandOffName,
  { scan = 'none', ...others }: HandOffRequirements,
): [string, HandOffField][] =>
  Object.entries<HandOffField>(handOffs[name].fields).filter(
    ([, { when }]) => when === undefined || (when === 'scan' ? scan !== 'none' : others[when]),
  );
