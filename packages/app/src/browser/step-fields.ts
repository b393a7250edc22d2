/** Fields of the form of each step. */
import { idCheckLabels, isIdChecked } from '@svc/contracts/jobs/hand-off-fields';
import { scanHint } from '@svc/contracts/jobs/hand-offs';
import type { ActionType } from '../domain/action.ts';
import type { FormField } from '../domain/door-form.ts';
import type { EntryField } from '../domain/entries.ts';
import type { StoredJob } from './database.ts';
import { element } from './dom.ts';
import { scanCodes } from './scanner.ts';

/** Hint from the job's data for a field. */
function hintOf(name: string, type: ActionType, { requirements, parcels }: StoredJob): string {
  if (name === 'scans') return scanHint(requirements.scan, parcels);
  if (name !== 'reason') return '';
  if (type === 'pickup_failed') return 'The job is interrupted until the control desk decides.';
  return requirements.undeliverable === 'ask_desk'
    ? 'Keep the parcels: the job is interrupted until the control desk decides.'
    : 'The parcels go back to where they were collected: that job comes into your run.';
}

/** What the fields of a form are about. */
export interface FieldSubject {
  type: ActionType;
  /** Jobs that the entry is for. */
  jobs: readonly StoredJob[];
}

/** A labelled control; its fault is shown below it by `showFaults`. */
export function fieldPart(
  { key, name, field }: FormField,
  value: string,
  { type, jobs }: FieldSubject,
): HTMLElement {
  const { label, kind } = field;
  const hints = new Set(jobs.map((job) => hintOf(name, type, job)));
  const hint = [...hints, field.hint ?? ''].join(' ').trim();
  const usual = kind === 'text' ? (field.usual ?? []) : [];
  const described = `${key}-hint ${key}-warning ${key}-fault`;
  const common = { id: key, name: key, 'aria-describedby': described, autocomplete: 'off' };
  const control = controlOf(field, common, value);
  return element(
    'div',
    { class: 'field' },
    element('label', { for: key }, label),
    element('span', { id: `${key}-hint`, class: 'soft' }, hint),
    control,
    ...usual.map((text) => usualButton(text, control)),
    ...(name === 'parcels_scanned' && jobs.length === 1 && key === name
      ? countButton([{ key, count: jobs[0]?.parcels ?? 0 }])
      : []),
    ...scanButton(kind, label, control),
    element('span', { id: `${key}-warning`, class: 'bad', role: 'status' }),
    element('span', { id: `${key}-fault`, class: 'bad' }),
  );
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Keyboards of what is typed in one line. */
const modes: Readonly<Partial<Record<EntryField['kind'], string>>> = {
  whole: 'numeric',
  code: 'numeric',
};

function controlOf(field: EntryField, common: Record<string, string>, value: string): Control {
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
    ...(isPrinted(kind) && { autocapitalize: 'characters', spellcheck: 'false' }),
  });
}

/** Values and labels; undefined for a field without a list. */
function choicesOf(field: EntryField): [value: string, label: string][] | undefined {
  if (field.kind === 'choice') return Object.entries(field.choices);
  if (field.kind !== 'id_check') return undefined;
  return Object.entries(idCheckLabels).filter(([check]) => isIdChecked(check));
}

/** One code, as printed. */
const isPrinted = (kind: EntryField['kind']): boolean => kind === 'seal' || kind === 'label';
/** Codes, one in a line. */
const isSeries = (kind: EntryField['kind']): boolean => kind === 'codes' || kind === 'barcodes';

function usualButton(text: string, control: Control): HTMLElement {
  const fill = () => {
    control.value = text;
    control.dispatchEvent(new Event('input', { bubbles: true }));
  };
  return element('button', { type: 'button', class: 'other', onclick: fill }, text);
}

/** One tap for parcels that were counted, and are as many as were booked. */
export function countButton(booked: readonly { key: string; count: number }[]): HTMLElement[] {
  if (booked.length === 0) return [];
  const fill = () => {
    for (const { key, count } of booked) {
      const control = document.getElementById(key);
      if (control instanceof HTMLInputElement) control.value = String(count);
      control?.dispatchEvent(new Event('input', { bubbles: true }));
    }
  };
  const sum = booked.reduce((total, { count }) => total + count, 0);
  const text = `Counted: all ${sum} as booked`;
  return [element('button', { type: 'button', class: 'other', onclick: fill }, text)];
}

function scanButton(kind: EntryField['kind'], label: string, control: Control): HTMLElement[] {
  if (!isPrinted(kind) && !isSeries(kind)) return [];
  const take = (code: string) => {
    if (isSeries(kind)) addLine(control, code);
    else {
      control.value = code;
      // A seal that the camera read is scanned, for each job that it is on.
      const around = kind === 'seal' ? control.closest('.job, .box, form') : undefined;
      for (const scans of around?.querySelectorAll<HTMLTextAreaElement>('[name$=scans]') ?? [])
        addLine(scans, code);
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

/** Shows texts below their controls by key, and none below the others. */
function showTexts(form: HTMLFormElement, kind: string, texts: Readonly<Record<string, string>>) {
  for (const part of form.querySelectorAll(`[id$="-${kind}"]`)) {
    const text = texts[part.id.slice(0, -kind.length - 1)] ?? '';
    // A live region speaks of each change.
    if (part.textContent !== text) part.textContent = text;
  }
}

/** Warns while a box temperature is typed; the step can be recorded all the same. */
export const showWarnings = (form: HTMLFormElement, warnings: Readonly<Record<string, string>>) =>
  showTexts(form, 'warning', warnings);

export function showFaults(form: HTMLFormElement, faults: Readonly<Record<string, string>>): void {
  showTexts(form, 'fault', faults);
  for (const control of form.querySelectorAll('[aria-invalid]')) {
    control.removeAttribute('aria-invalid');
  }
  for (const key of Object.keys(faults)) {
    const control = form.querySelector(`[name="${key}"]`);
    control?.setAttribute('aria-invalid', 'true');
    control?.closest('details')?.setAttribute('open', '');
  }
  form.querySelector<HTMLElement>('[aria-invalid]')?.focus();
}
