/** The error catalogue, as clients see it. */
import type { ErrorEntry } from './error-entry.ts';
import { type ErrorCode, errors } from './errors.ts';

/** Refusals of actions that only operators or the desk call: API clients never receive them. */
const operatorCodes = [
  'log_rolled_back',
  'log_origin_used',
  'unknown_person',
  'invitation_over',
  'invitation_for_other_address',
  'identity_bound',
  'too_many_templates',
] as const satisfies ErrorCode[];

export type PublicErrorCode = Exclude<ErrorCode, (typeof operatorCodes)[number]>;

export const publicErrors: readonly (readonly [string, ErrorEntry])[] = Object.entries(
  errors,
).filter(([code]) => !operatorCodes.some((own) => own === code));
