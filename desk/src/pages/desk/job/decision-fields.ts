/** Fields of every operation: confirmation and reason, and the version that was seen. */
import { jobs } from '@svc/contracts';
import { z } from 'zod';
import { area, hidden, orNone, tick } from '../../../form/field.ts';

const { reason: rule } = jobs.actions.assign.input.shape;
const hint = 'For the audit log. Names nobody.';

/** Of the job as its page showed it. */
export const version = hidden(z.coerce.number().int().min(1));

const confirmed = tick({
  label: 'It happened like that',
  hint: 'Reported in place of the courier.',
  missing: 'Tick that it is meant: it is recorded under your name.',
});

/** Of milestones, which the desk reports in place of the courier. */
export const decision = {
  reason: area(rule, { label: 'Why the desk does it', hint, missing: 'Say why the desk does it.' }),
  confirmed,
  version,
};

/** Field of the desk's own decisions; one that can be undone needs no confirmation. */
export const optionalReason = { reason: orNone(area(rule, { label: 'Why (optional)', hint })) };

/** Fields of the desk's own decisions that cannot be undone. */
export const ownDecision = (label: string, confirmHint?: string) => ({
  ...optionalReason,
  confirmed: { ...confirmed, label, hint: confirmHint },
  version,
});
