/** Words for codes of the tenant's pages. */
import type { ColdChain, Invoice, Timing } from '@svc/contracts';

export const timingLabels: Readonly<Record<Timing, string>> = {
  standard: 'Standard',
  after_hours: 'After hours',
  saturday: 'Saturday',
  sunday: 'Sunday',
};

export const coldChainLabels: Readonly<Record<ColdChain['result'], string>> = {
  in_range: 'In range',
  excursion: 'Out of range',
  insufficient_data: 'Too few readings',
  uncalibrated: 'A probe was not in calibration',
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

/** `Seal broken` for `seal_broken`: also for types that came later than this page. */
export const wordsOf = (code: string): string =>
  code.charAt(0).toUpperCase() + code.slice(1).replaceAll('_', ' ');

/** Value and label of each, as options of a select. */
export const optionsOf = <K extends string>(
  labels: Readonly<Record<K, string>>,
  values: readonly K[],
): (readonly [K, string])[] => values.map((value) => [value, labels[value]]);
