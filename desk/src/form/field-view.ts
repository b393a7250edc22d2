/**
 * Fields as markup, all of them drawn here: fault and hint are tied to their field, entries of a
 * refused attempt stay.
 */
import { type Html, html } from '@svc/web/html';
import { folded } from '@svc/web/parts';
import type { Field, Fields, Options } from './field.ts';

/** Entries and faults of a refused attempt. */
export interface FormEntries {
  value(name: string): string | undefined;
  /** Ticked values of checkboxes that share a name; undefined unless the form was refused. */
  values(name: string): readonly string[] | undefined;
  fault(name: string): string | undefined;
}

/** What is known of a field when its page is made. */
type Shown = Pick<Field, 'label' | 'hint' | 'control' | 'options' | 'first' | 'missing'>;
export interface Known extends Partial<Shown> {
  /** Fault of the field; a filter is never refused and has none. */
  fault?: string | undefined;
  isLeftOut?: boolean;
  /** Returns a stored entry as the form offers it now. */
  renewed?: (entered: string) => string;
}

export interface FieldsView<N extends string = string> {
  /** The record's own values by field, as the entry means them. */
  values?: Readonly<Partial<Record<N, unknown>>> | undefined;
  known?: Readonly<Partial<Record<N, Known | undefined>>> | undefined;
  /** Where several forms of a page have fields of one name: prefix of their ids. */
  prefix?: string | undefined;
}

/** The entry that means a value. */
export const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.join('\n') : String(value ?? '');

export function fieldsView(
  fields: Fields,
  { values = {}, known = {}, prefix }: FieldsView,
  entries?: FormEntries,
): Html[] {
  const shown = Object.entries(fields).filter(([name]) => !known[name]?.isLeftOut);
  const drawn = shown.map(([name, field]) => {
    const { renewed = (entered: string) => entered, ...more } = known[name] ?? {};
    const value = values[name] ?? field.usual;
    const entered = entries?.value(name);
    const fault = entries?.fault(name) ?? more.fault;
    // What its page knows is that of now.
    const text =
      entered === undefined || field.control === 'hidden' ? textOf(value) : renewed(entered);
    return {
      group: field.group,
      isUsed: text !== '' || fault !== undefined,
      markup: fieldView({
        ...{ ...field, ...more, name, id: prefix === undefined ? name : `${prefix}-${name}` },
        ...{ value: text, fault },
        checked: entries?.values(name) ?? [value ?? []].flat().map(String),
      }),
    };
  });
  return drawn.map(({ group, markup }, index) => {
    if (group === undefined) return markup;
    const isFirst = drawn[index - 1]?.group !== group;
    return isFirst
      ? groupView(
          group,
          drawn.filter((each) => each.group === group),
        )
      : html``;
  });
}

function groupView(
  { legend, about, isRare }: NonNullable<Field['group']>,
  fields: readonly { markup: Html; isUsed: boolean }[],
): Html {
  const drawn = html`<fieldset><legend>${legend}</legend>
${about && html`<p class="soft">${about}</p>`}
${fields.map(({ markup }) => markup)}
</fieldset>`;
  const isOpen = fields.some(({ isUsed }) => isUsed);
  return isRare ? folded({ label: legend, isOpen }, drawn) : drawn;
}

interface Drawn extends Omit<Field, 'entry'> {
  name: string;
  id: string;
  value: string;
  checked: readonly string[];
  fault: string | undefined;
}

function fieldView(field: Drawn): Html {
  const { control, name, value } = field;
  switch (control) {
    case 'hidden':
      return html`<input type="hidden" name="${name}" value="${value}">`;
    case 'ticks':
      return ticksView(field);
    case 'tick':
      return html`<p class="field">${faultView(field)}
<span class="check"><input${nameOf(field)} type="checkbox" value="yes"${value === 'yes' && html` checked`}${stateOf(field)}> ${labelView(field)}</span>
${hintView(field)}</p>`;
    default:
      return html`<p class="field">${labelView(field)}
${hintView(field)}
${faultView(field)}
${inputView(control, field)}</p>`;
  }
}

function inputView(control: 'line' | 'area' | 'file' | 'select', field: Drawn): Html {
  const { value, max, type = 'text', step, isFocused, options = [], first } = field;
  const longest = max !== undefined && html` maxlength="${max}"`;
  switch (control) {
    case 'line': {
      const steps = step !== undefined && html` step="${step}"`;
      const focus = isFocused && html` autofocus`;
      const list = options.length > 0 && html` list="l-${field.id}"`;
      return html`<input${nameOf(field)} type="${type}" value="${value}"
autocomplete="off"${longest}${steps}${focus}${list}${stateOf(field)}>
${list && html`<datalist id="l-${field.id}">${options.map(([each]) => html`<option value="${each}"></option>`)}</datalist>`}`;
    }
    case 'area':
      // A first line break is none of the text's (HTML, section 13.1.2.5).
      return html`<textarea${nameOf(field)} rows="3"${longest}${stateOf(field)}>
${value}</textarea>`;
    case 'file':
      return html`<input${nameOf(field)} type="file" accept=".csv,.tsv,.txt,text/*"${stateOf(field)}>`;
    case 'select':
      return html`<select${nameOf(field)}${stateOf(field)}>${optionsView(first === undefined ? options : [['', first], ...options], value)}</select>`;
  }
}

const optionsView = (options: Options, chosen: string): Html[] =>
  options.map(
    ([value, label]) =>
      html`<option value="${value}"${value !== '' && value === chosen && html` selected`}>${label}</option>`,
  );

const ticksView = ({ name, id, label, hint, fault, options = [], checked }: Drawn): Html =>
  html`<fieldset class="choices" aria-describedby="h-${id}${fault === undefined ? '' : ` e-${id}`}">
<legend>${label}</legend>
<p class="soft" id="h-${id}">${hint}</p>
${fault !== undefined && html`<p class="fault" id="e-${id}">${fault}</p>`}
<ul>${options.map(
    ([value, text, about]) =>
      html`<li><label><input type="checkbox" name="${name}" value="${value}"${checked.includes(value) && html` checked`}>
<span>${text}${about && html`<span class="soft">${about}</span>`}</span></label></li>`,
  )}</ul>
</fieldset>`;

const labelView = ({ id, label }: Drawn): Html => html`<label for="f-${id}">${label}</label>`;
const hintView = ({ id, hint }: Drawn) =>
  hint !== undefined && html`<span class="soft" id="h-${id}">${hint}</span>`;
/** Why the entry does not fit. */
const faultView = ({ id, fault }: Drawn) =>
  fault !== undefined && html`<span class="fault" id="e-${id}">${fault}</span>`;

const nameOf = ({ id, name }: Drawn): Html => html` id="f-${id}" name="${name}"`;

function stateOf({ id, hint, missing, fault }: Drawn): Html {
  const describedBy = [hint && `h-${id}`, fault && `e-${id}`].filter(Boolean).join(' ');
  return html`${missing !== undefined && html` required`}${fault !== undefined && html` aria-invalid="true"`}${describedBy !== '' && html` aria-describedby="${describedBy}"`}`;
}
