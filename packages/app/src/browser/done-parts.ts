/** What was done, and where to go next. */
import { type DoneAct, doneStops } from '../domain/done.ts';
import { type Database, readDone } from './database.ts';
import { element, fact } from './dom.ts';
import { placeOf, plural, readStops, stopLink } from './run-stops.ts';
import { thumbBar } from './step-buttons.ts';
import { actionLabels, clockTime } from './words.ts';

/** Acts of the last day that the server has not refused. */
async function doneActs(db: Database): Promise<readonly DoneAct[]> {
  const [acts, actions] = await Promise.all([readDone(db), db.getAll('action')]);
  const refused = new Set(actions.flatMap(({ id, refusal }) => (refusal ? [id] : [])));
  return acts.filter(({ id }) => !refused.has(id));
}

/** “Handed over 05:54 ✓”; what failed has no mark. */
function doneText({ type, at }: Pick<DoneAct, 'type' | 'at'>): string {
  const mark = type === 'collect' || type === 'deliver' ? ' ✓' : '';
  return `${actionLabels(type).done} ${clockTime(at)}${mark}`;
}

const band = (text: string): HTMLElement =>
  element('p', { class: text.endsWith('✓') ? 'done' : 'bad' }, text);

/** The latest act of the run, or of a job: one that succeeded, while the job is not over. */
export async function doneBand(
  db: Database,
  job_id?: string,
  isOver = true,
): Promise<HTMLElement[]> {
  const acts = (await doneActs(db)).filter(
    (act) =>
      (job_id === undefined || act.job_id === job_id) && (isOver || doneText(act).endsWith('✓')),
  );
  const last = doneStops(acts).at(-1);
  if (!last) return [];
  const { door, jobs, parcels } = last;
  const about = `${door}: ${plural(jobs, 'job')}, ${plural(parcels, 'parcel')}`;
  return [band(doneText(last)), ...(job_id === undefined ? [element('p', {}, about)] : [])];
}

export const runLink = (look = 'wide'): HTMLElement =>
  element('a', { href: '#', class: look }, 'Back to the run');

/** The next stop at the thumb, with the way back to the run from elsewhere. */
export async function onwardBar(db: Database, isRun = false): Promise<HTMLElement> {
  const [next] = await readStops(db);
  const [first] = next?.jobs ?? [];
  if (!next || !first) return thumbBar(runLink('wide next'));
  const text = `Next stop: ${placeOf(first).name}`;
  const link = element('a', { href: stopLink(next), class: 'wide next' }, text);
  return isRun ? thumbBar(link) : thumbBar(element('div', { class: 'pair' }, runLink(), link));
}

/** Stops and parcels of the day, and whether the server has all of it. */
export async function daySummary(db: Database, isOver: boolean): Promise<HTMLElement[]> {
  const acts = await doneActs(db);
  const stops = doneStops(acts);
  if (stops.length === 0) return [];
  const waiting = await db.count('action');
  const handedOver = acts.filter(({ type }) => type === 'deliver');
  const parcels = handedOver.reduce((sum, act) => sum + act.parcels, 0);
  const facts = element(
    'dl',
    {},
    ...fact('Stops done', String(stops.length)),
    ...fact('Parcels handed over', String(parcels)),
    ...fact('Sent', waiting === 0 ? 'all ✓' : `${waiting} waiting: keep the app open`),
  );
  const list = stops.map((stop) =>
    element('li', {}, `${doneText(stop)} ${stop.door}, ${plural(stop.parcels, 'parcel')}`),
  );
  const parts = [facts, element('ul', { class: 'queue' }, ...list)];
  if (isOver) return [element('h2', {}, 'Run summary'), ...parts];
  const summary = element('summary', {}, `Done today: ${plural(stops.length, 'stop')}`);
  return [element('details', { id: 'done-today' }, summary, ...parts)];
}
