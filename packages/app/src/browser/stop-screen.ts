/** A stop with several jobs: its door, one act for all of them, and each job. */
import { inOrder } from '../domain/queue.ts';
import { stepsAtDoor } from '../domain/stops.ts';
import { actionList } from './action-list.ts';
import type { App, Screen } from './app.ts';
import { takeAlong } from './box-parts.ts';
import { readOffset, type StoredJob } from './database.ts';
import { element } from './dom.ts';
import { runLink } from './done-parts.ts';
import { jobScreen } from './job-screen.ts';
import { card, countText, isLate, placeOf, readStops, temperaturesText } from './run-stops.ts';
import { stepButtons } from './step-buttons.ts';
import { stopHead } from './stop-head.ts';
import { clockTime, dueText, statusLabels, temperatureLabel } from './words.ts';

/** By any of its jobs; a job that is alone at its door has a screen of its own. */
export async function stopScreen(app: App, id: string): Promise<Screen> {
  const { db } = app;
  const stop = (await readStops(db)).find(({ jobs }) => jobs.some((job) => job.id === id));
  const [first] = stop?.jobs ?? [];
  if (!stop || !first || stop.jobs.length === 1) return jobScreen(app, id);
  const { jobs, due, act } = stop;
  const nowMs = Date.now() + (await readOffset(db));
  const own = new Set(jobs.map((job) => job.id));
  const actions = (await db.getAll('action')).filter(({ job_id }) => own.has(job_id));
  const isDropOff = act === 'deliver';
  const contacts = jobs.map((job) => (isDropOff ? job.dropoff_contact : job.pickup_contact));
  const place = placeOf(first);
  const taking = takeAlong(jobs, actions, place.site_id);
  const { others, thumb } = stepButtons(app, { jobs, back: `stop=${id}` }, [
    ...stepsAtDoor(stop),
    'box',
    ...taking.steps,
  ]);
  return {
    title: place.name,
    isLive: true,
    parts: [
      element(
        'p',
        { class: 'state' },
        `${isDropOff ? 'Hand over' : 'Collect'}: ${countText(jobs)}`,
      ),
      element(
        'p',
        { class: isLate(due, nowMs) ? 'bad' : false },
        `Due ${clockTime(due)}, ${dueText(due, nowMs)}. ${temperaturesText(jobs)}`,
      ),
      ...stopHead(place, contacts),
      ...taking.parts,
      others,
      ...actionList(app, inOrder(actions)),
      element('h2', {}, 'Jobs at this door'),
      element('ul', { class: 'run' }, ...jobs.map(jobItem)),
      runLink(),
      thumb,
    ],
  };
}

function jobItem(job: StoredJob): HTMLElement {
  const { id, ref, status, note } = job;
  return card(`#job=${id}`, ref, [
    `${countText([job])}, ${temperatureLabel(job)}`,
    `From ${job.pickup.name} to ${job.dropoff.name}`,
    note === '' ? '' : `Note: ${note}`,
    { soft: statusLabels[status] },
  ]);
}
