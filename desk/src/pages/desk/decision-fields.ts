/** Fields of every operation: confirmation and reason, and the version that was seen. */
import { jobs } from '@svc/contracts';
import { z } from 'zod';
import { area, hidden, orNone, tick } from '../field.ts';

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

/** Of what is the desk's own to decide, where another field names the version. */
export const ownChoice = (label: string, confirmHint?: string) => ({
  reason: orNone(area(rule, { label: 'Why (optional)', hint })),
  confirmed: { ...confirmed, label, hint: confirmHint },
});
/** Of what is the desk's own to decide. */
export const ownDecision = (label: string, confirmHint?: string) => ({
  ...ownChoice(label, confirmHint),
  version,
});
