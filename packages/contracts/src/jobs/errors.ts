/** Errors of temperature profiles, messages between desk and courier, and templates. */
import { entry } from '../error-entry.ts';
import { messagesMax } from './ready-messages.ts';

/** Booking templates of an organisation. */
export const templatesMax = 50;

export const jobErrors = {
  unknown_profile: entry(
    422,
    'Unknown temperature profile',
    'The profile is neither built in nor one of your policies. The detail lists those that you can book.',
  ),
  profile_mismatch: entry(
    422,
    'Profile of another temperature class',
    'The profile belongs to another temperature class than the SKU, or is not that of the quote. The detail names both.',
  ),
  not_on_board: entry(
    409,
    'Parcels not on board',
    'Nobody has collected the parcels yet, or a return job has them. Before collection, assign another driver.',
  ),
  already_transferred: entry(
    409,
    'Already transferred',
    'The parcels are with this driver and vehicle already, or this side has reported the transfer before.',
  ),
  not_expected: entry(
    409,
    'Expected at another hub',
    'The legs of the job lead to another hub, which the detail names. To take the parcels in here, send the `reason`.',
  ),
  leg_completed: entry(
    409,
    'Leg completed',
    'The parcels have reached this hub: its leg cannot be left out of the plan, nor end elsewhere.',
  ),
  messages_closed: entry(
    409,
    'Job takes no messages',
    'The job has no driver, or ended so long ago that its messages are deleted; the detail says which.',
  ),
  too_many_messages: entry(
    409,
    'Too many messages',
    `The job has ${messagesMax} messages, its limit.`,
  ),
  too_many_templates: entry(
    409,
    'Too many templates',
    `Your organisation has ${templatesMax} booking templates, its limit. Remove one first.`,
  ),
} as const;
