/** Instructions of a job: note and contacts, kept apart from the job because they are personal. */
import { type Instructions, isApiKey, type Status } from '@svc/contracts';

export const noInstructions: Instructions = {
  note: '',
  pickup_contact: null,
  dropoff_contact: null,
};

/** Stored form: each text and contact is encrypted separately; null if absent. */
export type EncryptedInstructions = Record<keyof Instructions, string | null>;

export type InstructionChanges = {
  [K in keyof Instructions]?: Instructions[K] | undefined;
};

/** Fields that are not sent stay; undefined if no field differs. */
export function changedInstructions(
  before: Instructions,
  { note, pickup_contact, dropoff_contact }: InstructionChanges,
): Instructions | undefined {
  const after: Instructions = {
    note: note ?? before.note,
    pickup_contact: pickup_contact === undefined ? before.pickup_contact : pickup_contact,
    dropoff_contact: dropoff_contact === undefined ? before.dropoff_contact : dropoff_contact,
  };
  return JSON.stringify(after) === JSON.stringify(inOrder(before)) ? undefined : after;
}

/** Members in the order of the contract, whatever order they were stored in. */
const inOrder = ({ note, pickup_contact, dropoff_contact }: Instructions): Instructions => ({
  note,
  pickup_contact,
  dropoff_contact,
});

/** API keys are for low-risk reads: they get a job without its personal texts. */
export const mayReadInstructions = (actor: string): boolean => !isApiKey(actor);

/** States in which no courier is under way: the job's people need no longer be called. */
export const statesAtRest: readonly Status[] = ['delivered', 'cancelled', 'exception'];
