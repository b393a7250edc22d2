/** Fields of the form of each step. */
import { type HandOffField, idCheckLabels, isIdChecked } from '@svc/contracts/jobs/hand-off-fields';
import { scanHint } from '@svc/contracts/jobs/hand-offs';
import type { ActionType } from '../domain/action.ts';
import { fieldsOfAction, rangeWarning } from '../domain/entries.ts';
import type { StoredJob } from './database.ts';
import { element } from './dom.ts';
import { scanCodes } from './scanner.ts';

/** A field of the form of a job, by name. */
export type NamedField = readonly [name: string, field: HandOffField];

/** Hint from the job's data for a field. */
function hintOf(name: string, type: ActionType, { requirements, parcels }: StoredJob): string {
  if (name === 'scans') return scanHint(requirements.scan, parcels);
  if (name !== 'reason') return '';
  if (type === 'pickup_failed') return 'The job is interrupted until the control desk decides.';
  return requirements.undeliverable === 'ask_desk'
    ? 'Keep the parcels: the job is interrupted until the control desk decides.'
    : 'The parcels go back to where they were collected: that job comes into your run.';
}

/** Fields for entries: those of images are left out. */
export const fieldsOf = (type: ActionType, job: StoredJob): readonly NamedField[] =>
  fieldsOfAction(type, job.requirements)
    .filter(([, { kind }]) => kind !== 'file')
    .map(([name, field]) => {
      const hint = [hintOf(name, type, job), field.hint ?? ''].join(' ').trim();
      return [name, { ...field, hint }];
    });

/** A labelled control; its fault is shown below it by `showFault`. */
export function fieldPart([name, field]: NamedField, value: string): HTMLElement {
  const { label, hint = '', kind } = field;
  const usual = kind === 'text' ? (field.usual ?? []) : [];
  const described = `${name}-hint ${name}-warning ${name}-fault`;
  const common = { id: name, name, 'aria-describedby': described, autocomplete: 'off' };
  const control = controlOf(field, common, value);
  return element(
    'div',
    { class: 'field' },
    element('label', { for: name }, label),
    element('span', { id: `${name}-hint`, class: 'soft' }, hint),
    control,
    ...usual.map((text) => usualButton(text, control)),
    ...scanButton(kind, label, control),
    element('span', { id: `${name}-warning`, class: 'bad', role: 'status' }),
    element('span', { id: `${name}-fault`, class: 'bad' }),
  );
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Keyboards of what is typed in one line. */
const modes: Readonly<Partial<Record<HandOffField['kind'], string>>> = {
  whole: 'numeric',
  code: 'numeric',
};

function controlOf(field: HandOffField, common: Record<string, string>, value: string): Control {
  const { kind } = field;
  const choices = choicesOf(field);
  if (choices) {
    const options = [['', 'Choose'], ...choices].map(([option = '', text = '']) =>
      element('option', { value: option, selected: option === value }, text),
    );
    return element('select', common, ...options);
  }
  if (kind === 'text' || isSeries(kind))
    return element('textarea', { ...common, rows: '3' }, value);
  return element('input', {
    ...{ ...common, type: 'text', inputmode: modes[kind] ?? 'text', value },
    ...(kind === 'seal' && { autocapitalize: 'characters', spellcheck: 'false' }),
  });
}

/** Values and labels; undefined for a field without a list. */
function choicesOf(field: HandOffField): [value: string, label: string][] | undefined {
  if (field.kind === 'choice') return Object.entries(field.choices);
  if (field.kind !== 'id_check') return undefined;
  return Object.entries(idCheckLabels).filter(([check]) => isIdChecked(check));
}

/** Codes, one in a line. */
const isSeries = (kind: HandOffField['kind']): boolean => kind === 'codes' || kind === 'barcodes';

function usualButton(text: string, control: Control): HTMLElement {
  const fill = () => {
    control.value = text;
    control.dispatchEvent(new Event('input', { bubbles: true }));
  };
  return element('button', { type: 'button', class: 'other', onclick: fill }, text);
}

function scanButton(kind: HandOffField['kind'], label: string, control: Control): HTMLElement[] {
  if (kind !== 'seal' && !isSeries(kind)) return [];
  const take = (code: string) => {
    if (isSeries(kind)) addLine(control, code);
    else {
      control.value = code;
      // A seal that the camera read is scanned.
      const scans = control.form?.elements.namedItem('scans');
      if (scans instanceof HTMLTextAreaElement) addLine(scans, code);
    }
    control.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const scan = () => scanCodes({ label, isSeries: isSeries(kind), take });
  const words = element('span', { class: 'unseen' }, ` ${label}`);
  return [element('button', { type: 'button', class: 'other', onclick: scan }, 'Scan', words)];
}

function addLine(control: Control, code: string): void {
  const lines = control.value.split('\n').filter((line) => line !== '');
  control.value = [...new Set([...lines, code])].join('\n');
}

/** Warns while a box temperature is typed; the step can be recorded all the same. */
export function warnOfRange(form: HTMLFormElement, job: StoredJob): void {
  const box = form.elements.namedItem('box_temperature_c');
  const text = form.querySelector('#box_temperature_c-warning');
  if (!(box instanceof HTMLInputElement) || !text) return;
  const warning = rangeWarning(box.value, job.temperature_range_c) ?? '';
  // A live region speaks of each change.
  if (text.textContent !== warning) text.textContent = warning;
}

export function showFault(form: HTMLFormElement, name: string, fault: string | undefined): void {
  const control = form.querySelector(`[name="${name}"]`);
  const text = form.querySelector(`#${name}-fault`);
  if (text) text.textContent = fault ?? '';
  if (fault === undefined) control?.removeAttribute('aria-invalid');
  else control?.setAttribute('aria-invalid', 'true');
}
