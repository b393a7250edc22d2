/** Checkboxes that share a name, as a group with a legend. */
import { type Html, html } from '@svc/web/html';
import { z } from 'zod';
import type { FormEntries } from './form-view.ts';

interface Choice {
  value: string;
  label: string;
  /** Its meaning, in words. */
  about?: string | undefined;
}

interface GroupParts {
  name: string;
  legend: string;
  hint: string;
  choices: readonly Choice[];
  checked?: readonly string[];
}

export function checkboxes(parts: GroupParts, entries: FormEntries): Html {
  const { name, legend, hint, choices } = parts;
  const checked = entries.values(name) ?? parts.checked ?? [];
  const fault = entries.fault(name);
  const describedBy = `h-${name}${fault === undefined ? '' : ` e-${name}`}`;
  return html`<fieldset class="choices" aria-describedby="${describedBy}">
<legend>${legend}</legend>
<p class="soft" id="h-${name}">${hint}</p>
${fault === undefined ? undefined : html`<p class="fault" id="e-${name}">${fault}</p>`}
<ul>${choices.map(
    ({ value, label, about }) =>
      html`<li><label><input type="checkbox" name="${name}" value="${value}"${checked.includes(value) ? html` checked` : undefined}>
<span>${label}${about === undefined ? undefined : html`<span class="soft">${about}</span>`}</span></label></li>`,
  )}</ul>
</fieldset>`;
}

/** As browsers send them: none, one text, or a list. */
export const checkedValues = <T>(item: z.ZodType<T>, atLeastOne: string) =>
  z.preprocess((entry) => [entry ?? []].flat(), z.array(item).min(1, atLeastOne));
