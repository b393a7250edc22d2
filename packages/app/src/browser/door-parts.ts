/** Parts of a form for several jobs at one door: what is shared, each box, each job. */
import type { ActionType } from '../domain/action.ts';
import { doorForm, type FormField } from '../domain/door-form.ts';
import type { Entries } from '../domain/entries.ts';
import type { StoredJob } from './database.ts';
import { element } from './dom.ts';
import { countText } from './run-stops.ts';
import { countButton, fieldPart } from './step-fields.ts';
import { temperatureLabel } from './words.ts';

/** Entry of a job that is left out of the act. */
export const leftOutKey = 'left_out';

interface Filled {
  type: ActionType;
  jobs: readonly StoredJob[];
  controls: Entries;
  /** By place. */
  leftOut: readonly boolean[];
}

export function formParts({ type, jobs, controls, leftOut }: Filled): HTMLElement[] {
  const { shared, boxes, jobs: parts } = doorForm(type, jobs);
  const render = (fields: readonly FormField[], places: readonly number[]) => {
    const those = places.flatMap((place) => jobs[place] ?? []);
    return fields.map((each) => fieldPart(each, controls[each.key] ?? '', { type, jobs: those }));
  };
  const jobPart = (place: number): HTMLElement | undefined => {
    const [job, part] = [jobs[place], parts[place]];
    if (!job || !part) return undefined;
    const key = `job${place}-${leftOutKey}`;
    const box = { type: 'checkbox', id: key, name: key, checked: leftOut[place] === true };
    const more = render(part.more, [place]);
    return element(
      'fieldset',
      { class: 'job', id: `job${place}` },
      element('legend', {}, `${job.ref}: ${countText([job])}`),
      ...render(part.fields, [place]),
      more.length === 0
        ? undefined
        : element('details', {}, element('summary', {}, `More for ${job.ref}`), ...more),
      element('label', { class: 'check' }, element('input', box), `Leave out ${job.ref}`),
    );
  };
  return [
    ...render(shared, [...jobs.keys()]),
    ...boxes.map(({ places, fields }) => {
      const [first] = places;
      const job = jobs[first ?? 0];
      const name = job && (job.seal === null ? temperatureLabel(job) : `seal ${job.seal}`);
      const isOnly = boxes.length === 1;
      return element(
        isOnly ? 'div' : 'fieldset',
        { class: 'box' },
        isOnly ? undefined : element('legend', {}, `Box: ${name}`),
        ...render(fields, places),
        ...countButton(
          places.flatMap((place) => {
            const field = parts[place]?.fields.find((each) => each.name === 'parcels_scanned');
            return field ? [{ key: field.key, count: jobs[place]?.parcels ?? 0 }] : [];
          }),
        ),
        ...places.map(jobPart),
      );
    }),
  ];
}
