/** Labelled fields: fault and hint are tied to their field, entries of a refused attempt stay. */
import { type Html, html } from '@svc/web/html';
import type { FormEntries } from './form-view.ts';

interface FieldParts {
  name: string;
  label: string;
  hint?: string;
  value?: string | undefined;
  required?: boolean;
  /** Where several forms of a page have fields of one name: prefix of their ids. */
  form?: string;
}

interface TextParts extends FieldParts {
  type?: 'text' | 'email' | 'url' | 'tel' | 'search' | 'date' | 'datetime-local' | 'number';
  autocomplete?: string;
  maxLength?: number;
  /** Has the focus when the page opens: scanners type into it. */
  focused?: boolean;
  /** Of numbers: distance of the values that fit. */
  step?: string;
}

export function textField(parts: TextParts, entries?: FormEntries): Html {
  const { name, type = 'text', autocomplete = 'off', maxLength, step } = parts;
  const value = entries?.value(name) ?? parts.value ?? '';
  const longest = maxLength === undefined ? undefined : html` maxlength="${maxLength}"`;
  const steps = step === undefined ? undefined : html` step="${step}"`;
  return labelled(
    parts,
    entries,
    html`<input id="f-${idOf(parts)}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}"${longest}${steps}${parts.focused ? html` autofocus` : undefined}${states(parts, entries)}>`,
  );
}

/** Carries what an earlier step decided. */
export const hiddenField = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`;

interface SelectParts extends FieldParts {
  /** Value and label. */
  options: readonly (readonly [string, string])[];
}

export function selectField(parts: SelectParts, entries?: FormEntries): Html {
  const { name, options } = parts;
  const chosen = entries?.value(name) ?? parts.value;
  const items = options.map(
    ([value, label]) =>
      html`<option value="${value}"${value === chosen ? html` selected` : undefined}>${label}</option>`,
  );
  return labelled(
    parts,
    entries,
    html`<select id="f-${idOf(parts)}" name="${name}"${states(parts, entries)}>${items}</select>`,
  );
}

interface AreaParts extends FieldParts {
  maxLength: number;
}

/** Several lines of text. */
export function areaField(parts: AreaParts, entries?: FormEntries): Html {
  const { name, maxLength } = parts;
  const value = entries?.value(name) ?? parts.value ?? '';
  return labelled(
    parts,
    entries,
    // A first line break is none of the text's (HTML, section 13.1.2.5).
    html`<textarea id="f-${idOf(parts)}" name="${name}" rows="3" maxlength="${maxLength}"${states(parts, entries)}>
${value}</textarea>`,
  );
}

interface CheckParts extends Omit<FieldParts, 'value'> {
  checked?: boolean;
}

/** Sends `yes`, or nothing. */
export function checkField(parts: CheckParts, entries?: FormEntries): Html {
  const { name, label, hint } = parts;
  const id = idOf(parts);
  const isChecked = parts.checked === true || entries?.value(name) === 'yes';
  const checked = isChecked ? html` checked` : undefined;
  return html`<p class="field">${described(parts, entries)}
<span class="check"><input id="f-${id}" name="${name}" type="checkbox" value="yes"${checked}${states(parts, entries)}> <label for="f-${id}">${label}</label></span>${
    hint === undefined
      ? undefined
      : html`
<span class="soft" id="h-${id}">${hint}</span>`
  }</p>`;
}

const idOf = ({ name, form }: FieldParts): string =>
  form === undefined ? name : `${form}-${name}`;

function states(parts: FieldParts, entries: FormEntries | undefined): Html {
  const { name, hint, required } = parts;
  const id = idOf(parts);
  const fault = entries?.fault(name);
  const describedBy = [hint && `h-${id}`, fault && `e-${id}`].filter(Boolean).join(' ');
  return html`${required ? html` required` : undefined}${fault === undefined ? undefined : html` aria-invalid="true"`}${describedBy === '' ? undefined : html` aria-describedby="${describedBy}"`}`;
}

/** Why the entry does not fit. */
const described = (parts: FieldParts, entries: FormEntries | undefined): Html | undefined => {
  const fault = entries?.fault(parts.name);
  return fault === undefined
    ? undefined
    : html`<span class="fault" id="e-${idOf(parts)}">${fault}</span>`;
};

function labelled(parts: FieldParts, entries: FormEntries | undefined, field: Html) {
  const { label, hint } = parts;
  const id = idOf(parts);
  return html`<p class="field"><label for="f-${id}">${label}</label>
${hint === undefined ? undefined : html`<span class="soft" id="h-${id}">${hint}</span>`}
${described(parts, entries)}
${field}</p>`;
}
