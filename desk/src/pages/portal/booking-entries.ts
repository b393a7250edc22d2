/**
 * Entries of a booking and the requests that they mean.
 *
 * Terms
 * - **transport**: what decides price and due time: sites, service, parcels, times. The first step;
 *   it goes on to the second one in the query string, so it has nothing personal.
 * - **terms**: the rest: reference, cost centre, note, contacts, proof. The second step.
 * - **offer**: quote and distance that the first step was answered with.
 */
import {
  type jobs,
  type pricing,
  priorities,
  type RequestOf,
  timestamp,
  timings,
} from '@svc/contracts';
import { z } from 'zod';
import {
  choiceEntry,
  localTimeEntry,
  numberEntry,
  optionalChoice,
  optionalText,
  requiredEntry,
  textEntry,
} from '../entries.ts';
import { instantOf } from '../local-time.ts';
import { checkContacts, instructionEntries, instructionsInput } from './instruction-fields.ts';
import { type RequirementName, requirementNames, undeliverableChoices } from './words.ts';

type QuoteRequest = RequestOf<(typeof pricing)['actions']['createQuote']>;
type BookRequest = RequestOf<(typeof jobs)['actions']['book']>;

const transportEntries = {
  pickup_site_id: requiredEntry(64, 'Choose where to collect.'),
  dropoff_site_id: requiredEntry(64, 'Choose where to deliver.'),
  sku: requiredEntry(64, 'Choose a service.'),
  priority: optionalChoice(priorities),
  timing: optionalChoice(timings),
  parcels: numberEntry({ min: 1, max: 99, isWhole: true }),
  ready_at: localTimeEntry,
};

/** Names of the fields of the first step, as its page carries them on. */
export const transportNames = [
  'pickup_site_id',
  'dropoff_site_id',
  'sku',
  'priority',
  'timing',
  'parcels',
  'ready_at',
] as const;

export const transportFields = z
  .object(transportEntries)
  .refine(({ pickup_site_id, dropoff_site_id }) => pickup_site_id !== dropoff_site_id, {
    path: ['dropoff_site_id'],
    error: 'Choose another site than the one of the pick-up.',
  });
export type TransportRequest = z.output<typeof transportFields>;

export const quoteInput = (
  { sku, priority, timing, parcels }: TransportRequest,
  km: number,
): QuoteRequest & { km: number } => ({ sku, priority, timing, parcels, km });

const offerEntries = {
  /** Absent once the quote is no longer held: then the price is that of the day. */
  quote_id: optionalText(64),
  km: numberEntry({ min: 0, max: 2_000 }),
};

/** The query string of the second step. */
export const offerQuery = z
  .object({
    ...transportEntries,
    ...offerEntries,
    held_until: timestamp.optional().catch(undefined),
  })
  .optional()
  .catch(undefined);
export type Offer = NonNullable<z.output<typeof offerQuery>>;

const proofChoices = ['yes', 'no'] as const;

/** Empty: as the tenant's policies say. */
const proofEntries = {
  'requirements.otp': optionalChoice(proofChoices),
  'requirements.id_check': optionalChoice(proofChoices),
  'requirements.signature': optionalChoice(proofChoices),
  'requirements.photo': optionalChoice(proofChoices),
  'requirements.undeliverable': optionalChoice(undeliverableChoices),
};

export const bookingFields = z
  .object({
    ...transportEntries,
    ...offerEntries,
    ...instructionEntries,
    ...proofEntries,
    reference: textEntry(64),
    cost_centre: optionalText(64),
  })
  .superRefine(checkContacts);
type BookingEntries = z.output<typeof bookingFields>;

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

/** For policies, where each is decided. */
export const decidedProof = choiceEntry(proofChoices).transform((choice) => choice === 'yes');
