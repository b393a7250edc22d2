/**
 * Fields of a booking and the requests that they mean.
 *
 * Terms
 * - **transport**: what decides price and due time: sites, service, parcels, times. The first step;
 *   it goes on to the second one in the query string, so it has nothing personal.
 * - **terms**: the rest: reference, cost centre, note, contacts, proof. The second step.
 * - **offer**: quote and distance that the first step was answered with.
 */
import {
  type jobs,
  km,
  opaqueId,
  parcels,
  pricing,
  type RequestOf,
  timestamp,
} from '@svc/contracts';
import type { z } from 'zod';
import {
  choiceOrNone,
  type Fields,
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
import { instructionFields, instructionsInput, ownFields } from './instruction-fields.ts';
import {
  type RequirementName,
  requirementLabels,
  requirementNames,
  timingLabels,
  undeliverableLabels,
} from './words.ts';

type QuoteRequest = RequestOf<(typeof pricing)['actions']['createQuote']>;
type BookRequest = RequestOf<(typeof jobs)['actions']['book']>;

export const transportFields = {
  pickup_site_id: pick(opaqueId, {
    ...{ label: 'From', first: 'Choose a site' },
    missing: 'Choose where to collect.',
  }),
  dropoff_site_id: pick(opaqueId, {
    ...{ label: 'To', first: 'Choose a site' },
    missing: 'Choose where to deliver.',
  }),
  sku: pick(pricing.actions.createQuote.input.shape.sku, {
    ...{ label: 'Service', first: 'Choose a service' },
    missing: 'Choose a service.',
  }),
  priority: choiceOrNone(priorityLabels, {
    label: 'Priority',
    first: 'The usual one of the service',
  }),
  timing: choiceOrNone(timingLabels, { label: 'Timing' }),
  parcels: number(parcels, { label: 'Parcels', usual: '1' }),
  ready_at: localTime({
    label: 'Ready at',
    hint: 'South African time (Africa/Johannesburg). Leave it empty for now.',
  }),
};
type TransportNames = (keyof typeof transportFields)[];
/** As the page of the first step carries them on. */
export const transportNames = Object.keys(transportFields) as TransportNames;
export type TransportRequest = FieldValues<typeof transportFields>;

export function checkSites(
  { pickup_site_id, dropoff_site_id }: Pick<TransportRequest, 'pickup_site_id' | 'dropoff_site_id'>,
  context: z.RefinementCtx,
): void {
  if (pickup_site_id !== dropoff_site_id) return;
  const message = 'Choose another site than the one of the pick-up.';
  context.addIssue({ code: 'custom', path: ['dropoff_site_id'], message });
}

export const quoteInput = (
  { sku, priority, timing, parcels }: TransportRequest,
  km: number,
): QuoteRequest & { km: number } => ({ sku, priority, timing, parcels, km });

/** Of the first step, where its page carries them on. */
const carried = <F extends Fields>(fields: F): F =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { group: _group, ...field }]) => [
      name,
      { ...field, control: 'hidden' },
    ]),
  ) as F;

const offerFields = carried({
  ...transportFields,
  /** Absent once the quote is no longer held: then the price is that of the day. */
  quote_id: orNone(line(opaqueId, { label: 'Quote' })),
  km: number(km, { label: 'Distance' }),
});

/** The query string of the second step. */
export const offerQuery = schemaOf(offerFields)
  .extend({ held_until: timestamp.optional().catch(undefined) })
  .optional()
  .catch(undefined);
export type Offer = NonNullable<z.output<typeof offerQuery>>;

const asPolicies = 'As your policies say';
const proof = (name: RequirementName) =>
  choiceOrNone(
    { yes: 'Ask for it', no: 'Do not ask for it' },
    { label: requirementLabels[name], first: asPolicies },
  );

export const bookingFields = {
  ...offerFields,
  ...ownFields,
  cost_centre: orNone(ownFields.cost_centre),
  ...instructionFields,
  ...inGroup(
    { legend: 'Proof at the hand-over' },
    {
      'requirements.otp': proof('otp'),
      'requirements.id_check': proof('id_check'),
      'requirements.signature': proof('signature'),
      'requirements.photo': proof('photo'),
    },
  ),
  'requirements.undeliverable': choiceOrNone(undeliverableLabels, {
    ...{ label: 'If it cannot be handed over', first: asPolicies },
  }),
};
type BookingEntries = FieldValues<typeof bookingFields>;

/** Books the quote while it is held, else the same transport at the price of the day. */
export function bookingInput(entered: BookingEntries): BookRequest {
  const { quote_id, pickup_site_id, dropoff_site_id, ready_at, reference, cost_centre } = entered;
  const requirements = requestedProof(entered);
  return {
    ...(quote_id === undefined ? quoteInput(entered, entered.km) : { quote_id }),
    pickup_site_id,
    dropoff_site_id,
    reference,
    ...(ready_at !== undefined && { ready_at: instantOf(ready_at) }),
    ...(cost_centre !== undefined && { cost_centre }),
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
