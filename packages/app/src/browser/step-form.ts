/**
 * The form of a step, for one job or for several at one door: entries and images are stored
 * immediately, in an open form of each job, so that a reload loses nothing.
 */
import type { Draft } from '../domain/action.ts';
import { isEnding } from '../domain/done.ts';
import { controlsOf, entriesAt, rangeWarnings, readAt } from '../domain/door-form.ts';
import { type Entries, missingFiles } from '../domain/entries.ts';
import type { App, Screen } from './app.ts';
import type { StoredJob } from './database.ts';
import { element } from './dom.ts';
import { formParts, leftOutKey } from './door-parts.ts';
import { openCorrection, saveEntries } from './drafts.ts';
import { imageFields } from './image-fields.ts';
import { recentPlace } from './place.ts';
import { recordActions } from './records.ts';
import { readJob } from './run-stops.ts';
import { noRoom, notPossible, thumbBar } from './step-buttons.ts';
import { showFaults, showWarnings } from './step-fields.ts';
import { beginQuiet, buzz } from './taps.ts';
import { StorageFull } from './transactions.ts';
import { actionLabels } from './words.ts';

/** By the ids of its drafts; undefined when they were recorded, or their jobs are over. */
export async function stepForm(
  app: App,
  draft_ids: string,
  back: string,
): Promise<Screen | undefined> {
  const drafts = draft_ids.split(',').map((id) => app.db.get('draft', id));
  return formScreen(app, await Promise.all(drafts), back);
}

export async function correctionForm(app: App, action_id: string): Promise<Screen | undefined> {
  const draft = await openCorrection(app.db, action_id);
  return formScreen(app, [draft], `job=${draft?.job_id}`);
}

/** A form, its subject, and its pending writes. */
interface Filling {
  app: App;
  type: Draft['type'];
  jobs: readonly StoredJob[];
  /** One for each job, in their order. */
  drafts: readonly Draft[];
  /** Places of jobs that are recorded: the form goes on with the others. */
  done: Set<number>;
  back: string;
  alert: HTMLElement;
  writes: Promise<unknown>;
}

async function formScreen(
  app: App,
  found: readonly (Draft | undefined)[],
  back: string,
): Promise<Screen | undefined> {
  const open = found.filter((draft) => draft !== undefined);
  const known = await Promise.all(open.map(({ job_id }) => readJob(app.db, job_id)));
  const drafts = open.filter((_, place) => known[place]);
  const jobs = known.flatMap((each) => (each ? [each.job] : []));
  const [draft] = drafts;
  if (!draft) return undefined;
  const { type } = draft;
  const alert = element('p', { role: 'alert', class: 'bad' });
  const filling: Filling = {
    ...{ app, type, jobs, drafts, back, alert },
    done: new Set(),
    writes: Promise.resolve(),
  };
  const controls = controlsOf(
    { type, jobs },
    drafts.map(({ entries }) => entries),
  );
  const leftOut = drafts.map(({ entries }) => entries[leftOutKey] === 'on');
  const images = { db: app.db, jobs, drafts, keep: (write: Write) => keep(filling, write) };
  const button = element('button', { class: 'next' }, draft.corrects ? 'Record again' : 'Record');
  const form = element(
    'form',
    { novalidate: true, autocomplete: 'off' },
    ...formParts({ type, jobs, controls, leftOut }),
    ...(await imageFields(images)),
    thumbBar(alert, element('div', { class: 'pair' }, backLink(back), button)),
  );
  const show = () => {
    const controls = entriesOf(form);
    showWarnings(form, rangeWarnings(filling, controls));
    const count = jobs.filter((_, place) => !isLeftOut(controls, place)).length;
    if (jobs.length > 1) button.textContent = `Record ${count} of ${jobs.length}`;
  };
  show();
  form.addEventListener('input', () => {
    show();
    keep(filling, () => saveEntries(app.db, keptEntries(filling, entriesOf(form))));
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit(filling, form);
  });
  const about = jobs.length > 1 ? `${jobs.length} jobs` : (jobs[0]?.ref ?? '');
  return { title: `${actionLabels(type).label}: ${about}`, parts: [form], isLive: false };
}

const backLink = (back: string): HTMLElement => {
  const attributes = { href: `#${back}`, class: 'wide', 'aria-label': 'Back, without recording' };
  return element('a', attributes, 'Back');
};

const entriesOf = (form: HTMLFormElement): Entries =>
  Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  );

const isLeftOut = (controls: Entries, place: number): boolean =>
  controls[`job${place}-${leftOutKey}`] === 'on';

/** Each job's own, as if it had been entered alone. */
const keptEntries = (filling: Filling, controls: Entries) =>
  filling.drafts.map(({ id }, place) => ({
    id,
    entries: {
      ...entriesAt(filling, place, controls),
      ...(isLeftOut(controls, place) && { [leftOutKey]: 'on' }),
    },
  }));

type Write = () => Promise<unknown>;
/** Writes one after the other; shows a failure immediately. */
function keep(filling: Filling, write: Write): void {
  filling.writes = filling.writes.then(write).catch((error: unknown) => {
    filling.alert.textContent =
      error instanceof StorageFull ? noRoom : 'This could not be kept on the device. Try again.';
  });
}

async function submit(filling: Filling, form: HTMLFormElement): Promise<void> {
  const { alert } = filling;
  alert.textContent = '';
  await filling.writes;
  const controls = entriesOf(form);
  const open = [...filling.jobs.keys()].filter((place) => !filling.done.has(place));
  const places = open.filter((place) => !isLeftOut(controls, place));
  const reads = places.map((place) => ({ place, read: readAt(filling, place, controls) }));
  const faults = reads.map(({ read }) => ('faults' in read ? read.faults : {}));
  showFaults(form, Object.assign({}, ...faults));
  const acts = reads.flatMap(({ place, read }) => actOf(filling, place, read));
  if (acts.length < places.length) return buzz('fault');
  alert.textContent = await lacking(filling, places);
  if (alert.textContent !== '') return;
  const leftOut = open.flatMap((place) =>
    places.includes(place) ? [] : [filling.drafts[place]?.id ?? ''],
  );
  try {
    const results = await recordActions(filling.app.db, acts, { position: recentPlace(), leftOut });
    const refused = places.filter((_, nth) => results[nth] === 'not_possible');
    await finish(filling, form, {
      over: open.filter((place) => !refused.includes(place)),
      refused,
    });
  } catch (error) {
    alert.textContent = error instanceof StorageFull ? noRoom : 'Nothing was recorded. Try again.';
    if (!(error instanceof StorageFull)) throw error;
  }
}

function actOf({ drafts }: Filling, place: number, read: ReturnType<typeof readAt>) {
  const draft = drafts[place];
  return draft && 'fields' in read ? [{ draft, fields: read.fields }] : [];
}

/** What keeps the form from being recorded, other than its entries; empty if nothing does. */
async function lacking(
  { app, type, jobs, drafts }: Filling,
  places: readonly number[],
): Promise<string> {
  if (places.length === 0) return 'All jobs are left out: there is nothing to record.';
  const missing = places.map(async (place) => {
    const [job, draft] = [jobs[place], drafts[place]];
    const files = (draft && (await app.db.get('draft', draft.id)))?.files ?? [];
    const kinds = files.map(({ kind }) => kind);
    return job ? missingFiles(type, kinds, job.requirements) : [];
  });
  const kinds = new Set((await Promise.all(missing)).flat());
  return kinds.size > 0 ? `Missing: ${[...kinds].join(' and ')}.` : '';
}

/** Shows what was recorded; the form goes on with jobs that did not allow the step. */
async function finish(
  filling: Filling,
  form: HTMLFormElement,
  { over, refused }: { over: readonly number[]; refused: readonly number[] },
): Promise<void> {
  const { app, type, jobs, done, back, alert } = filling;
  for (const place of over) {
    done.add(place);
    form.querySelector(`#job${place}`)?.setAttribute('hidden', '');
  }
  if (refused.length > 0) {
    const those = refused.flatMap((place) => jobs[place] ?? []);
    alert.textContent = await notPossible(app.db, those, jobs.length > 1);
    return over.length > 0 ? app.stored() : undefined;
  }
  beginQuiet();
  await app.stored();
  app.go(jobs.length > 1 && isEnding(type) ? '#' : `#${back}`);
}
