/** Buttons of the steps of a job, or of the jobs of a stop: one without a form is one tap. */
import { type ActionType, isReport } from '../domain/action.ts';
import { inOrder } from '../domain/queue.ts';
import { type OfferedAction, projected } from '../domain/steps.ts';
import { jobsFor } from '../domain/stops.ts';
import type { App } from './app.ts';
import type { Database, StoredJob } from './database.ts';
import { element } from './dom.ts';
import { openDraft } from './drafts.ts';
import { recentPlace } from './place.ts';
import { recordActions } from './records.ts';
import { beginQuiet, quieted } from './taps.ts';
import { StorageFull } from './transactions.ts';
import { actionLabels, statusLabels } from './words.ts';

interface Subject {
  /** In the state that recorded actions lead to. */
  jobs: readonly StoredJob[];
  /** Address that a form leads back to: `job=` or `stop=` with the id of a job. */
  back: string;
}

interface StepParts {
  /** Steps other than the next one. */
  others: HTMLElement;
  /** The next step, at the lower edge of the screen, where the thumb is. */
  thumb: HTMLElement;
}

/** The next step is the first of the types, unless that is a report. */
export function stepButtons(
  app: App,
  { jobs, back }: Subject,
  types: readonly OfferedAction[],
): StepParts {
  const alertId = `alert-${jobs.map(({ status }) => status).join('-')}`;
  const act = (type: OfferedAction) => {
    const told = type === 'take' ? jobs.slice(0, 1) : jobs;
    const those = isReport(type) ? told : jobsFor(jobs, type);
    return type === 'depart'
      ? depart(app, those, alertId)
      : openForm(app, { jobs: those, back }, type);
  };
  const buttonOf = (type: OfferedAction, look: string): HTMLElement => {
    const onclick = () => void orNoRoom(alertId, () => act(type));
    const attributes = { type: 'button', class: look, onclick, id: `step-${type}` };
    return quieted(element('button', attributes, labelFor(type, jobs)));
  };
  const [first] = types;
  const next = first === undefined || isReport(first) ? undefined : first;
  const rest = types.filter((type) => type !== next);
  const alert = element('p', { role: 'alert', class: 'bad', id: alertId });
  return {
    others: element('div', { class: 'steps' }, ...rest.map((type) => buttonOf(type, 'other'))),
    thumb: next ? thumbBar(alert, buttonOf(next, 'next')) : alert,
  };
}

/** Stays in sight at the lower edge of the screen. */
export const thumbBar = (...parts: readonly Node[]): HTMLElement =>
  element('div', { class: 'steps thumb' }, ...parts);

/** Says for how many, where it is not for all jobs of the stop. */
function labelFor(type: OfferedAction, jobs: readonly StoredJob[]): string {
  const { label } = actionLabels(type);
  const count = isReport(type) ? jobs.length : jobsFor(jobs, type).length;
  return count === jobs.length ? label : `${label} (${count} of ${jobs.length})`;
}

/** The address of a form is its own: one that was recorded does not open as a new one. */
async function openForm({ db, go }: App, { jobs, back }: Subject, type: ActionType): Promise<void> {
  const ids: string[] = [];
  for (const { id } of jobs) ids.push((await openDraft(db, id, type)).id);
  go(`#draft=${ids.join()}&${back}`);
}

/** One tap: the only step without a form. */
async function depart(app: App, jobs: readonly StoredJob[], alertId: string): Promise<void> {
  const acts = jobs.map(({ id }) => ({
    draft: { id: crypto.randomUUID(), job_id: id, type: 'depart' as const },
    fields: {},
  }));
  const results = await recordActions(app.db, acts, { position: recentPlace() });
  const refused = jobs.filter((_, nth) => results[nth] === 'not_possible');
  if (refused.length < jobs.length) beginQuiet();
  if (refused.length > 0) showAlert(alertId, await notPossible(app.db, refused, jobs.length > 1));
  // The second tap of two finds the step done, which the screen then shows.
  await app.stored();
}

/** Whether there was room for it; the alert says so where there was none. */
export async function orNoRoom(alertId: string, write: () => Promise<void>): Promise<boolean> {
  showAlert(alertId, '');
  try {
    await write();
    return true;
  } catch (error) {
    if (!(error instanceof StorageFull)) throw error;
    showAlert(alertId, noRoom);
    return false;
  }
}

/** The alert of a state outlives new screens of it; that of another state is gone with its steps. */
function showAlert(id: string, text: string): void {
  const alert = document.getElementById(id);
  if (alert) alert.textContent = text;
}

/** Why a step that the screen still offers was not recorded, by job where there are several. */
export async function notPossible(
  db: Database,
  jobs: readonly Pick<StoredJob, 'id' | 'ref'>[],
  isPart = false,
): Promise<string> {
  const reasons = jobs.map(async ({ id, ref }) => {
    const job = await db.get('job', id);
    const actions = inOrder(await db.getAllFromIndex('action', 'job', id));
    const why = job
      ? `the job does not allow this step now. It is: ${statusLabels[projected(job, actions).status]}.`
      : 'this job is done, or not yours any more.';
    return isPart ? `${ref} was not recorded: ${why}` : `Nothing was recorded: ${why}`;
  });
  return (await Promise.all(reasons)).join(' ');
}

export const noRoom =
  'Nothing was recorded: this device has no room left. Delete something from it, then do this again.';
