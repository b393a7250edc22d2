/** Fields of every operation: confirmation and reason, and the version that was seen. */
import { type Html, html } from '@svc/web/html';
import { z } from 'zod';
import { confirmation, optionalText, requiredEntry } from '../entries.ts';
import { areaField, checkField, hiddenField } from '../fields.ts';
import type { FormEntries } from '../form-view.ts';

/** Of the job as its page showed it. */
export const versionEntry = z.coerce.number().int().min(1);

const confirmed = confirmation('Tick that it is meant: it is recorded under your name.');

/** Of milestones, which the desk reports in place of the courier. */
export const decision = {
  version: versionEntry,
  confirmed,
  reason: requiredEntry(500, 'Say why the desk does it.'),
};

/** Of what is the desk's own to decide, where another field names the version. */
export const ownChoice = { confirmed, reason: optionalText(500) };
/** Of what is the desk's own to decide. */
export const ownDecision = { version: versionEntry, ...ownChoice };

interface ChoiceParts {
  /** Prefix of the ids of the fields. */
  form: string;
  /** Statement that the person confirms. */
  confirm: string;
  hint?: string;
}
interface DecisionParts extends ChoiceParts {
  version: number;
}

export const versionField = (version: number): Html => hiddenField('version', String(version));

export const decisionFields = (parts: DecisionParts, entries: FormEntries): Html =>
  html`${reasonField({ ...parts, required: true }, entries)}${confirmField(parts, entries)}
${versionField(parts.version)}`;

export const ownDecisionFields = (parts: DecisionParts, entries: FormEntries): Html =>
  html`${ownChoiceFields(parts, entries)}
${versionField(parts.version)}`;

export const ownChoiceFields = (parts: ChoiceParts, entries: FormEntries): Html =>
  html`${reasonField({ ...parts, required: false }, entries)}${confirmField(parts, entries)}`;

const reasonField = (
  { form, required }: { form: string; required: boolean },
  entries: FormEntries,
): Html =>
  areaField(
    {
      ...{ name: 'reason', form, required },
      label: required ? 'Why the desk does it' : 'Why (optional)',
      hint: 'For the audit log. Names nobody.',
      maxLength: 500,
    },
    entries,
  );

export const confirmField = ({ form, confirm, hint }: ChoiceParts, entries: FormEntries): Html =>
  checkField(
    {
      ...{ name: 'confirmed', form, label: confirm, required: true },
      ...(hint !== undefined && { hint }),
    },
    entries,
  );
