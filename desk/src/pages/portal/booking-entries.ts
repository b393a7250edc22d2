/** Fields of a booking, on one page, and the requests that they mean. */
import {
  dryIceKg,
  type jobs,
  lineText,
  opaqueId,
  parcels,
  pricing,
  profileName,
  type RequestOf,
  text,
  timestamp,
} from '@svc/contracts';
import { z } from 'zod';
import {
  choiceOrNone,
  type Field,
  hidden,
  inGroup,
  line,
  localTime,
  number,
  orNone,
  pick,
} from '../../form/field.ts';
import { type FieldValues, schemaOf } from '../../form/form-fields.ts';
import { priorityLabels } from '../../words/labels.ts';
import { instantOf } from '../../words/local-time.ts';
import {
  dropoffContact,
  instructionsInput,
  noteField,
  ownFields,
  pickupContact,
} from './instruction-fields.ts';
import {
  type RequirementName,
  requirementLabels,
  requirementNames,
  timingLabels,
  undeliverableLabels,
} from './words.ts';

type QuoteRequest = RequestOf<(typeof pricing)['actions']['createQuote']>;
type BookRequest = RequestOf<(typeof jobs)['actions']['book']>;

/** Typed, so that it can be searched: the page offers the names. */
const site = (label: string, missing: string) => line(lineText(200), { label, missing });

/** What decides the price and the due time. */
export const transportFields = {
  ...inGroup(
    { legend: 'Where' },
    {
      pickup_site_id: site('From', 'Choose where to collect.'),
      dropoff_site_id: site('To', 'Choose where to deliver.'),
    },
  ),
  ...inGroup(
    { legend: 'What' },
    {
      sku: pick(pricing.actions.createQuote.input.shape.sku, {
        ...{ label: 'Service', first: 'Choose a service' },
        missing: 'Choose a service.',
      }),
      parcels: number(parcels, { label: 'Parcels', usual: '1' }),
    },
  ),
  ...inGroup(
    { legend: 'When' },
    {
      ready_at: localTime({
        label: 'Ready at',
        hint: 'South African time (Africa/Johannesburg). Leave it empty for now.',
      }),
      priority: choiceOrNone(priorityLabels, {
        label: 'Priority',
        first: 'The usual one of the service',
      }),
      timing: choiceOrNone(timingLabels, { label: 'Timing' }),
    },
  ),
};
export type TransportEntries = FieldValues<typeof transportFields>;
type TransportName = keyof TransportEntries;
export const transportNames = Object.keys(transportFields) as TransportName[];

/** The transport as one text: a price is of the entries that it was asked for with. */
export const pricedOf = (transport: TransportEntries): string =>
  JSON.stringify(transportNames.map((name) => transport[name] ?? null));

export const transportOf = (entered: unknown): TransportEntries | undefined =>
  schemaOf(transportFields).safeParse(entered).data;

export function checkSites(
  { pickup_site_id, dropoff_site_id }: Pick<TransportEntries, 'pickup_site_id' | 'dropoff_site_id'>,
  context: z.RefinementCtx,
): void {
  if (pickup_site_id !== dropoff_site_id) return;
  const message = 'Choose another site than the one of the pick-up.';
  context.addIssue({ code: 'custom', path: ['dropoff_site_id'], message });
}

export const quoteInput = ({ sku, priority, timing, parcels }: TransportEntries): QuoteRequest => ({
  ...{ sku, priority, timing, parcels },
});

/** What the page showed as the price; drawn with it. */
export const offerFields = {
  /** Absent where the price is not held. */
  quote_id: orNone(line(opaqueId, { label: 'Quote' })),
  held_until: hidden(timestamp.optional().catch(undefined)),
  priced: line(text(2_000), { label: 'Transport' }),
};

const dryIce = (): Field<number | undefined> => {
  const {
    missing: _,
    entry,
    ...field
  } = number(dryIceKg, {
    label: 'Dry ice in each parcel, kg',
    hint: 'Net mass, with the profile Dry ice only.',
  });
  const read = z.preprocess((text) => (text === '' ? undefined : text), entry.optional());
  return { ...field, entry: read };
};

export const profileFields = inGroup(
  { legend: 'Temperature profile', isRare: true },
  {
    temperature_profile: {
      ...orNone(line(profileName, { label: 'Profile' })),
      ...{ control: 'select' as const, first: 'None: the range of the service' },
    },
    dry_ice_kg: dryIce(),
  },
);

export const profileFaults = {
  unknown_profile: { field: 'temperature_profile' },
  profile_mismatch: {
    field: 'temperature_profile',
    text: 'The service has another temperature class than this profile. Choose another of both.',
  },
} as const;

const asPolicies = 'As your policies say';
const proof = (name: RequirementName) =>
  choiceOrNone(
    { yes: 'Ask for it', no: 'Do not ask for it' },
    { label: requirementLabels[name], first: asPolicies },
  );

const ownBooking = {
  reference: ownFields.reference,
  cost_centre: orNone(ownFields.cost_centre),
  ...noteField,
};

export const bookingFields = {
  ...transportFields,
  ...profileFields,
  ...inGroup({ legend: 'Recipient' }, dropoffContact),
  ...inGroup({ legend: 'Your own' }, ownBooking),
  ...inGroup({ legend: 'Contact at the pick-up', isRare: true }, pickupContact),
  ...inGroup(
    { legend: 'Proof at the hand-over', isRare: true },
    {
      'requirements.otp': proof('otp'),
      'requirements.id_check': proof('id_check'),
      'requirements.signature': proof('signature'),
      'requirements.photo': proof('photo'),
      'requirements.undeliverable': choiceOrNone(undeliverableLabels, {
        ...{ label: 'If it cannot be handed over', first: asPolicies },
      }),
    },
  ),
  ...offerFields,
};
type BookingEntries = FieldValues<typeof bookingFields>;

/** Books the quote while it is held, else the same transport at the price of the day. */
export function bookingInput(entered: BookingEntries): BookRequest {
  const { quote_id, pickup_site_id, dropoff_site_id, ready_at, reference, cost_centre } = entered;
  const { temperature_profile, dry_ice_kg } = entered;
  const requirements = requestedProof(entered);
  return {
    ...(quote_id === undefined ? quoteInput(entered) : { quote_id }),
    pickup_site_id,
    dropoff_site_id,
    reference,
    ...(ready_at !== undefined && { ready_at: instantOf(ready_at) }),
    ...(cost_centre !== undefined && { cost_centre }),
    ...{ temperature_profile, dry_ice_kg },
    ...(requirements && { requirements }),
    ...instructionsInput(entered),
  };
}

function requestedProof(
  entered: Pick<BookingEntries, `requirements.${RequirementName | 'undeliverable'}`>,
): BookRequest['requirements'] {
  const named = requirementNames.flatMap((name) => {
    const choice = entered[`requirements.${name}`];
    return choice === undefined ? [] : [[name, choice === 'yes'] as const];
  });
  const undeliverable = entered['requirements.undeliverable'];
  if (named.length === 0 && undeliverable === undefined) return undefined;
  return { ...Object.fromEntries(named), ...(undeliverable && { undeliverable }) };
}
