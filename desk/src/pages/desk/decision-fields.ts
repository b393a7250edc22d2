/** Fields of every operation: confirmation and reason, and the version that was seen. */
import { type Html, html } from '@svc/pages/html';
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

/** Of what is the desk's own to decide. */
export const ownDecision = { version: versionEntry, confirmed, reason: optionalText(500) };

interface DecisionParts {
  /** Prefix of the ids of the fields. */
  form: string;
  version: number;
  /** Statement that the person confirms. */
  confirm: string;
  hint?: string;
}

export const versionField = (version: number): Html => hiddenField('version', String(version));

export const decisionFields = (parts: DecisionParts, entries: FormEntries): Html =>
  html`${reasonField({ ...parts, required: true }, entries)}${confirmField(parts, entries)}`;

export const ownDecisionFields = (parts: DecisionParts, entries: FormEntries): Html =>
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

const confirmField = (
  { form, version, confirm, hint }: DecisionParts,
  entries: FormEntries,
): Html =>
  html`${checkField({ ...{ name: 'confirmed', form, label: confirm, required: true }, ...(hint !== undefined && { hint }) }, entries)}
${versionField(version)}`;
