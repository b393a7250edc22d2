/** Words of the reception. */
import type { RejectionReason } from '@svc/contracts';

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
