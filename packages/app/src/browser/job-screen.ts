/** One job: the next step big, both stops, and what is recorded and not sent yet. */
import type { ActionType, JobStatus } from '../domain/action.ts';
import { inOrder } from '../domain/queue.ts';
import { projected, stepsFrom } from '../domain/steps.ts';
import { actionList } from './action-list.ts';
import type { RunStop } from './api-answers.ts';
import type { App, Screen } from './app.ts';
import { type Database, readEnded, readOffset, type StoredJob } from './database.ts';
import { element, fact } from './dom.ts';
import { openDraft } from './drafts.ts';
import { leftPart } from './left-job.ts';
import { recentPlace } from './place.ts';
import { recordAction } from './records.ts';
import { beginQuiet, quieted } from './taps.ts';
import { StorageFull } from './transactions.ts';
import {
  actionLabels,
  clockTime,
  dueText,
  statusLabels,
  temperatureLabel,
  undeliverableLabels,
} from './words.ts';

export async function jobScreen(app: App, id: string): Promise<Screen> {
  const { db } = app;
  const job = await db.get('job', id);
  if (!job) return goneScreen(db, id);
  const actions = inOrder(await db.getAllFromIndex('action', 'job', id));
  const { status } = projected(job, actions);
  const nowMs = Date.now() + (await readOffset(db));
  return {
    title: job.ref,
    isLive: true,
    parts: [
      element('p', { class: 'state' }, statusLabels[status]),
      steps(app, job, status),
      ...interrupted(app, status),
      ...(await leftPart(app, job)),
      ...actionList(app, actions),
      facts(job, nowMs),
      ...stops(job, status),
      element('p', {}, element('a', { href: '#', class: 'wide' }, 'Back to the run')),
    ],
  };
}

async function goneScreen(db: Database, id: string): Promise<Screen> {
  const ended = (await readEnded(db)).jobs.find((job) => job.id === id);
  const text = ended
    ? `${statusLabels[ended.status]} ${clockTime(ended.at)}`
    : 'This job is done, or not yours any more. Nothing of it is kept here.';
  return {
    title: ended?.ref ?? 'Job',
    isLive: true,
    parts: [
      element('p', {}, ended ? element('strong', {}, text) : text),
      element('p', {}, element('a', { href: '#', class: 'wide' }, 'Back to the run')),
    ],
  };
}

function steps(app: App, job: StoredJob, status: JobStatus): HTMLElement {
  const alert = { role: 'alert', class: 'bad', id: `alert-${status}` };
  const open = (type: ActionType) => orNoRoom(alert.id, () => openForm(app, job, type));
  const buttons = stepsFrom(status).map((type, place) => {
    const take = () => (type === 'depart' ? depart(app, job, alert.id) : open(type));
    const attributes = { type: 'button', class: place === 0 ? 'next' : 'other', onclick: take };
    return quieted(
      element('button', { ...attributes, id: `step-${type}` }, actionLabels(type).label),
    );
  });
  const report = () => open('incident');
  const incident = element(
    'button',
    { type: 'button', class: 'other', onclick: report, id: 'step-incident' },
    actionLabels('incident').label,
  );
  return element('div', { class: 'steps' }, element('p', alert), ...buttons, quieted(incident));
}

/** Only the control desk can resume an interrupted job; the decision arrives with the run. */
function interrupted({ ask }: App, status: JobStatus): HTMLElement[] {
  if (status !== 'exception') return [];
  const attributes = { type: 'button', class: 'other', onclick: ask, id: 'ask-again' };
  const button = element('button', attributes, 'Ask again');
  return [
    element('p', {}, 'When the control desk lets it go on, its steps are here again.'),
    element('p', {}, button),
  ];
}

/** The address of a form is its own: one that was recorded does not open as a new one. */
async function openForm({ db, go }: App, { id }: StoredJob, type: ActionType): Promise<void> {
  const draft = await openDraft(db, id, type);
  go(`#draft=${draft.id}&job=${id}`);
}

/** One tap: the only step without a form. */
async function depart(app: App, job: StoredJob, alertId: string): Promise<void> {
  const draft = { id: crypto.randomUUID(), job_id: job.id, type: 'depart' as const };
  await orNoRoom(alertId, async () => {
    const result = await recordAction(app.db, { draft, fields: {}, position: recentPlace() });
    if (result === 'not_possible') showAlert(alertId, await notPossible(app.db, job.id));
    else beginQuiet();
    // The second tap of two finds the step done, which the screen then shows.
    await app.stored();
  });
}

async function orNoRoom(alertId: string, write: () => Promise<void>): Promise<void> {
  showAlert(alertId, '');
  try {
    await write();
  } catch (error) {
    if (!(error instanceof StorageFull)) throw error;
    showAlert(alertId, noRoom);
  }
}

/** The alert of a state outlives new screens of it; that of another state is gone with its steps. */
function showAlert(id: string, text: string): void {
  const alert = document.getElementById(id);
  if (alert) alert.textContent = text;
}

/** Why a step that the screen still offers was not recorded. */
export async function notPossible(db: Database, job_id: string): Promise<string> {
  const job = await db.get('job', job_id);
  if (!job) return 'Nothing was recorded: this job is done, or not yours any more.';
  const { status } = projected(job, inOrder(await db.getAllFromIndex('action', 'job', job_id)));
  return `Nothing was recorded: the job does not allow this step now. It is: ${statusLabels[status]}.`;
}

export const noRoom =
  'Nothing was recorded: this device has no room left. Delete something from it, then do this again.';

function facts(job: StoredJob, nowMs: number): HTMLElement {
  const { sla_due, starts_at, temperature_class, parcels, un_number, seal, note } = job;
  const { undeliverable: agreed = 'return' } = job.requirements;
  const un = un_number === null ? [] : fact('Contents', `UN ${un_number.replace(/^UN ?/, '')}`);
  const due = `${clockTime(sla_due)}, ${dueText(sla_due, nowMs)}`;
  return element(
    'dl',
    {},
    ...fact('Ready', clockTime(starts_at)),
    ...fact('Due', due),
    ...fact('Keep at', temperatureLabel(temperature_class)),
    ...fact('Parcels', String(parcels)),
    ...un,
    ...(seal === null ? [] : fact('Seal', seal)),
    ...fact('If it cannot be handed over', undeliverableLabels[agreed]),
    ...(note === '' ? [] : fact('Note', note)),
  );
}

function stops(job: StoredJob, status: JobStatus): HTMLElement[] {
  const { pickup, dropoff, pickup_contact, dropoff_contact } = job;
  const from = stopPart('Pickup', pickup, pickup_contact);
  const to = stopPart('Drop-off', dropoff, dropoff_contact);
  return ['collected', 'in_transit'].includes(status) ? [to, from] : [from, to];
}

function stopPart(
  heading: string,
  { name, address, phone, position, receiving_hours }: RunStop,
  contact: StoredJob['pickup_contact'],
): HTMLElement {
  const call = (who: string, number: string) =>
    element('a', { href: `tel:${number.replaceAll(/[^\d+]/g, '')}`, class: 'wide' }, `Call ${who}`);
  return element(
    'section',
    {},
    element('h2', {}, heading),
    element('p', {}, element('strong', {}, name)),
    element('p', {}, address),
    receiving_hours === '' ? undefined : element('p', {}, `Open: ${receiving_hours}`),
    position
      ? element('a', { href: mapLink(position), class: 'wide' }, `Navigate to ${name}`)
      : undefined,
    contact ? call(contact.name, contact.phone) : undefined,
    phone === null ? undefined : call(name, phone),
  );
}

/** Link to the device's own navigation: RFC 5870, and Apple's scheme where that is unknown. */
const mapLink = ({ lat, lng }: NonNullable<RunStop['position']>): string =>
  /iPhone|iPad|Macintosh/.test(navigator.userAgent)
    ? `maps:?daddr=${lat},${lng}`
    : `geo:${lat},${lng}?q=${lat},${lng}`;
