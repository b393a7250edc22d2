/** Words for codes of the tenant's pages. */
import type { ColdChain, Invoice, RejectionReason, ScanPolicy, Timing } from '@svc/contracts';
import type { Tone } from '@svc/web/parts';

export const timingLabels: Readonly<Record<Timing, string>> = {
  standard: 'Standard',
  after_hours: 'After hours',
  saturday: 'Saturday',
  sunday: 'Sunday',
};

export const coldChainLabels: Readonly<Record<ColdChain['result'], string>> = {
  in_range: 'In range',
  brief_exposure: 'Briefly out of range',
  excursion: 'Out of range',
  insufficient_data: 'Too few readings, or suspect ones',
  uncalibrated: 'A probe was not in calibration',
};

export const coldChainTones: Readonly<Record<ColdChain['result'], Tone>> = {
  in_range: 'good',
  brief_exposure: 'warn',
  excursion: 'bad',
  insufficient_data: 'warn',
  uncalibrated: 'warn',
};

export const reasonLabels: Readonly<Record<RejectionReason, string>> = {
  leaking: 'Leaks',
  broken: 'Container broken',
  temperature: 'Too warm or too cold',
  wrong_container: 'Wrong container',
  illegible_label: 'Label illegible or contradictory',
  too_late: 'Too old for the test',
  missing: 'Did not arrive',
  not_expected: 'On no manifest',
  other: 'Another reason (see note)',
};

export const invoiceStatusLabels: Readonly<Record<Invoice['status'], string>> = {
  draft: 'Draft',
  issued: 'To be paid',
  paid: 'Paid',
  void: 'Withdrawn',
};

export const requirementLabels = {
  otp: 'Handover code',
  id_check: 'Check of age or identity',
  signature: 'Signature',
  photo: 'Photo',
} as const;
export type RequirementName = keyof typeof requirementLabels;
export const requirementNames = ['otp', 'id_check', 'signature', 'photo'] as const;

/** Policies beside the proof of the hand-over: codes elsewhere. */
export const codeLabels = {
  pickup_otp: 'Code at the collection',
  return_otp: 'Code when parcels come back',
} as const;
export const codeNames = ['pickup_otp', 'return_otp'] as const;

export const scanLabels: Readonly<Record<ScanPolicy, string>> = {
  none: 'Nothing',
  seal: 'The seal',
  parcels: 'The seal and each parcel',
};

export const undeliverableLabels = {
  return: 'Back to the sender',
  ask_desk: 'The carrier asks first',
} as const;

/** `Seal broken` for `seal_broken`: also for types that came later than this page. */
export const codeWords = (code: string): string =>
  code.charAt(0).toUpperCase() + code.slice(1).replaceAll('_', ' ');
