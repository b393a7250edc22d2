/** Fields of the form of each step. */
import type { ActionType } from '../domain/action.ts';
import { asksForCode, asksForScans, rangeWarning } from '../domain/entries.ts';
import type { StoredJob } from './database.ts';
import { element } from './dom.ts';
import { scanCodes } from './scanner.ts';
import { categoryLabels, identityLabels, severityLabels, usualReasons } from './words.ts';

interface Field {
  name: string;
  label: string;
  hint?: string;
  kind: 'text' | 'whole' | 'decimal' | 'code' | 'codes' | 'reason' | 'choice';
  /** Of a choice: values with labels. */
  choices?: readonly (readonly [value: string, label: string])[];
  /** Texts that one tap fills in. */
  usual?: readonly string[];
}

const seal: Field = {
  name: 'seal',
  label: 'Seal number',
  hint: 'Read it from the seal, also when you know it.',
  kind: 'code',
};
const place: Field = { name: 'location', label: 'Where you are', kind: 'text' };
const reason: Field = { name: 'reason', label: 'Why', kind: 'reason' };
const handoverCode: Field = {
  name: 'handover_code',
  label: 'Handover code',
  hint: 'The 6 digits that the recipient tells you.',
  kind: 'whole',
};
const pickupCode: Field = {
  ...handoverCode,
  label: 'Pickup code',
  hint: 'The 6 digits that who hands the parcels over tells you.',
};
const identity: Field = {
  name: 'id_check',
  label: 'How you checked who it is',
  kind: 'choice',
  choices: identityLabels,
};

const scansOf = ({ requirements: { scan }, parcels }: StoredJob): readonly Field[] => [
  {
    name: 'scans',
    ...(scan === 'seal'
      ? { label: 'Code on the seal' }
      : {
          label: 'Codes on seal and parcels',
          hint: `The seal and each parcel (${parcels}); one code in a line.`,
        }),
    kind: 'codes',
  },
  {
    name: 'scan_bypass_reason',
    label: 'Why a code cannot be read',
    hint: 'Only if one cannot be read: it is reported to the control desk. No patient data.',
    kind: 'reason',
  },
];

const fields: Readonly<Record<ActionType, readonly Field[]>> = {
  depart: [],
  arriving: [{ name: 'eta_minutes', label: 'Minutes until I am there', kind: 'whole' }],
  collect: [
    seal,
    { name: 'parcels_scanned', label: 'Parcels counted', kind: 'whole' },
    { name: 'box_temperature_c', label: 'Temperature in the box, °C', kind: 'decimal' },
    {
      name: 'barcodes',
      label: 'Barcodes of the parcels',
      hint: 'Optional; one in a line.',
      kind: 'codes',
    },
  ],
  scan: [place, seal],
  replace_seal: [
    place,
    {
      ...seal,
      name: 'replaces_seal',
      label: 'Old seal number',
      hint: 'Of the seal that came off.',
    },
    { ...seal, label: 'New seal number', hint: 'Read it from the seal that is on now.' },
    {
      ...{ name: 'replacement_reason', label: 'Why it was replaced', kind: 'reason' },
      hint: 'It is reported to the control desk. No patient data.',
      usual: usualReasons.replace_seal,
    },
  ],
  deliver: [
    { name: 'recipient', label: 'Who takes the parcels', hint: 'Name or desk.', kind: 'text' },
    seal,
  ],
  pickup_failed: [
    {
      ...reason,
      hint: 'The job is interrupted until the control desk decides.',
      usual: usualReasons.pickup_failed,
    },
  ],
  delivery_failed: [],
  incident: [
    { name: 'category', label: 'What kind', kind: 'choice', choices: categoryLabels },
    { name: 'severity', label: 'How grave', kind: 'choice', choices: severityLabels },
    { name: 'description', label: 'What happened', hint: 'No patient data.', kind: 'reason' },
  ],
};

/** Fields of a failed hand-over; its outcome was agreed at the booking. */
const undeliverable = ({ undeliverable: agreed }: StoredJob['requirements']): Field => ({
  ...reason,
  hint:
    agreed === 'ask_desk'
      ? 'Keep the parcels: the job is interrupted until the control desk decides.'
      : 'The parcels go back to where they were collected: that job comes into your run.',
  usual: usualReasons.delivery_failed,
});

export function fieldsOf(type: ActionType, job: StoredJob): readonly Field[] {
  const { requirements } = job;
  return [
    ...(type === 'delivery_failed' ? [undeliverable(requirements)] : fields[type]),
    ...(asksForScans(type, requirements) ? scansOf(job) : []),
    ...(asksForCode(type, requirements) ? [type === 'collect' ? pickupCode : handoverCode] : []),
    ...(type === 'deliver' && requirements.id_check ? [identity] : []),
  ];
}

/** A labelled control; its fault is shown below it by `showFault`. */
export function fieldPart(field: Field, value: string): HTMLElement {
  const { name, label, hint, kind, usual = [] } = field;
  const described = `${name}-hint ${name}-warning ${name}-fault`;
  const common = { id: name, name, 'aria-describedby': described, autocomplete: 'off' };
  const control = controlOf(field, common, value);
  return element(
    'div',
    { class: 'field' },
    element('label', { for: name }, label),
    element('span', { id: `${name}-hint`, class: 'soft' }, hint ?? ''),
    control,
    ...usual.map((text) => usualButton(text, control)),
    ...scanButton(kind, label, control),
    element('span', { id: `${name}-warning`, class: 'bad', role: 'status' }),
    element('span', { id: `${name}-fault`, class: 'bad' }),
  );
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function controlOf(
  { kind, choices = [] }: Field,
  common: Record<string, string>,
  value: string,
): Control {
  if (kind === 'choice') {
    const options = choices.map(([option, text]) =>
      element('option', { value: option, selected: option === value }, text),
    );
    return element('select', common, ...options);
  }
  if (kind === 'reason' || kind === 'codes') {
    return element('textarea', { ...common, rows: '3' }, value);
  }
  const modes = { whole: 'numeric', decimal: 'text', text: 'text', code: 'text' } as const;
  const attributes = { ...common, type: 'text', inputmode: modes[kind], value };
  return element('input', {
    ...attributes,
    ...(kind === 'code' && { autocapitalize: 'characters', spellcheck: 'false' }),
  });
}

function usualButton(text: string, control: Control): HTMLElement {
  const fill = () => {
    control.value = text;
    control.dispatchEvent(new Event('input', { bubbles: true }));
  };
  return element('button', { type: 'button', class: 'other', onclick: fill }, text);
}

function scanButton(kind: Field['kind'], label: string, control: Control): HTMLElement[] {
  if (kind !== 'code' && kind !== 'codes') return [];
  const isSeries = kind === 'codes';
  const take = (code: string) => {
    if (isSeries) addLine(control, code);
    else {
      control.value = code;
      // A seal that the camera read is scanned.
      const scans = control.form?.elements.namedItem('scans');
      if (scans instanceof HTMLTextAreaElement) addLine(scans, code);
    }
    control.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const scan = () => scanCodes({ label, isSeries, take });
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
