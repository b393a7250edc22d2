/**
 * The form of an act for several jobs at one door: what is entered once, for each box, for each
 * job, as the table of hand-offs says (`per`). With one job alone its fields keep their names.
 *
 * Terms
 * - **box**: what travels under one seal at one temperature. Before a seal is known, jobs of one
 *   temperature class and range are taken to share a box; a job may be entered in a box of its own.
 * - **key**: name of a control of the form; several jobs may read the same one.
 */
import type { HandOffRequirements } from '@svc/contracts/jobs/hand-off-fields';
import type { ActionType } from './action.ts';
import {
  type Entries,
  type EntryField,
  fieldsOfAction,
  rangeWarning,
  readEntries,
} from './entries.ts';

interface FormJob {
  seal: string | null;
  temperature_class: string | null;
  temperature_range_c: { min: number; max: number } | null;
  requirements: HandOffRequirements;
}

export interface FormField {
  key: string;
  name: string;
  field: EntryField;
}

/** Jobs by their places in the form. */
export interface FormBox {
  places: number[];
  fields: FormField[];
}
export interface JobPart {
  /** What must be entered for the job itself. */
  fields: FormField[];
  /** What may be, and the fields of a box of its own. */
  more: FormField[];
}
export interface DoorForm {
  shared: FormField[];
  boxes: FormBox[];
  jobs: JobPart[];
}

const isEntered = ([, { kind }]: [string, EntryField]): boolean => kind !== 'file';

export function doorForm(type: ActionType, jobs: readonly FormJob[]): DoorForm {
  const asked = jobs.map(({ requirements }) =>
    fieldsOfAction(type, requirements).filter(isEntered),
  );
  const boxes = boxesOf(jobs);
  const named = (places: readonly number[], per: EntryField['per'], prefix: string) => {
    const fields = places.flatMap((place) => asked[place] ?? []);
    return [...new Map(fields)]
      .filter(([, field]) => field.per === per || jobs.length === 1)
      .map(([name, field]) => ({ key: `${prefix}${name}`, name, field }));
  };
  if (jobs.length === 1) return { shared: named([0], undefined, ''), boxes: [], jobs: [] };
  return {
    shared: named([...jobs.keys()], undefined, ''),
    boxes: boxes.map((places, nth) => ({ places, fields: named(places, 'box', boxKey(nth)) })),
    jobs: jobs.map((_, place) => {
      const own = named([place], 'job', jobKey(place));
      const isAlone = boxes.some((places) => places.length === 1 && places[0] === place);
      const apart = isAlone ? [] : named([place], 'box', jobKey(place));
      const isOptional = ({ field }: FormField) => field.isOptional === true;
      return {
        fields: own.filter((each) => !isOptional(each)),
        more: [...apart, ...own.filter(isOptional)],
      };
    }),
  };
}

const boxKey = (nth: number): string => `box${nth}-`;
const jobKey = (place: number): string => `job${place}-`;

/** Places of the jobs in each box. */
function boxesOf(jobs: readonly FormJob[]): number[][] {
  const boxes = new Map<string, number[]>();
  for (const [place, { seal, temperature_class, temperature_range_c }] of jobs.entries()) {
    const box = JSON.stringify([seal, temperature_class, temperature_range_c]);
    boxes.set(box, [...(boxes.get(box) ?? []), place]);
  }
  return [...boxes.values()];
}

/** Keys that hold the entry of a field for a job: the first that is filled counts. */
function keysOf(jobs: readonly FormJob[], place: number, [name, { per }]: [string, EntryField]) {
  if (jobs.length === 1 || per === undefined) return [name];
  const own = `${jobKey(place)}${name}`;
  if (per === 'job') return [own];
  const box = boxesOf(jobs).findIndex((places) => places.includes(place));
  return [own, `${boxKey(box)}${name}`];
}

interface Form {
  type: ActionType;
  jobs: readonly FormJob[];
}

const fieldsAt = ({ type, jobs }: Form, place: number): [string, EntryField][] => {
  const job = jobs[place];
  return job ? fieldsOfAction(type, job.requirements).filter(isEntered) : [];
};

/** The control that a job's entry of a field stands in, or has to. */
function filledKey(
  { jobs }: Form,
  place: number,
  { named, controls }: { named: [string, EntryField]; controls: Entries },
): string {
  const keys = keysOf(jobs, place, named);
  return keys.find((key) => controls[key]?.trim()) ?? keys.at(-1) ?? '';
}

/** Entries of one job, by name of the field. */
export const entriesAt = (form: Form, place: number, controls: Entries): Entries =>
  Object.fromEntries(
    fieldsAt(form, place).map((named) => {
      return [named[0], controls[filledKey(form, place, { named, controls })] ?? ''];
    }),
  );

/** Contents of the controls from what is kept for each job. */
export function controlsOf(form: Form, kept: readonly Entries[]): Entries {
  const controls: Record<string, string> = {};
  for (const place of form.jobs.keys()) {
    for (const named of fieldsAt(form, place)) {
      const text = kept[place]?.[named[0]] ?? '';
      const keys = keysOf(form.jobs, place, named);
      const shared = keys.at(-1) ?? '';
      if (!controls[shared]) controls[shared] = text;
      else if (keys[0] && keys[0] !== shared && text !== '' && text !== controls[shared])
        controls[keys[0]] = text;
    }
  }
  return controls;
}

/** Reads the part of one job; faults by the key of the control that has to be corrected. */
export function readAt(form: Form, place: number, controls: Entries) {
  const requirements = form.jobs[place]?.requirements;
  if (!requirements) throw new Error('the form has no such job');
  const read = readEntries(form.type, entriesAt(form, place, controls), requirements);
  if (!('faults' in read)) return read;
  const keyed = fieldsAt(form, place).flatMap((named): [string, string][] => {
    const fault = read.faults[named[0]];
    if (fault === undefined) return [];
    return [[filledKey(form, place, { named, controls }), fault]];
  });
  return { faults: Object.fromEntries(keyed) };
}

/** Warnings of temperatures outside the range of a job, by the key of the control. */
export function rangeWarnings(form: Form, controls: Entries): Readonly<Record<string, string>> {
  const found = [...form.jobs.entries()].flatMap(([place, { temperature_range_c }]) =>
    fieldsAt(form, place)
      .filter(([, { kind }]) => kind === 'celsius')
      .map((named): [string, string] => {
        const key = filledKey(form, place, { named, controls });
        return [key, rangeWarning(controls[key] ?? '', temperature_range_c) ?? ''];
      }),
  );
  return Object.fromEntries(found);
}
