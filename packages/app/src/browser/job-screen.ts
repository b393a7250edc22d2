/** One job: the next step big, both stops, and what is recorded and not sent yet. */
import type { JobStatus } from '../domain/action.ts';
import { isOver, offeredFor } from '../domain/steps.ts';
import { actionList } from './action-list.ts';
import type { RunStop } from './api-answers.ts';
import type { App, Screen } from './app.ts';
import { boxFacts, takeAlong } from './box-parts.ts';
import { type Database, readDone, readOffset, type StoredJob } from './database.ts';
import { element, fact } from './dom.ts';
import { doneBand, onwardBar, runLink } from './done-parts.ts';
import { leftPart } from './left-job.ts';
import { countText, placeOf, readJob, readStops, stopLink } from './run-stops.ts';
import { stepButtons } from './step-buttons.ts';
import { stopHead } from './stop-head.ts';
import { unreadOf } from './threads.ts';
import {
  clockTime,
  dueText,
  statusLabels,
  temperatureLabel,
  undeliverableLabels,
} from './words.ts';

export async function jobScreen(app: App, id: string): Promise<Screen> {
  const { db } = app;
  const found = await readJob(db, id);
  if (!found) return goneScreen(db, id);
  const { job, actions } = found;
  const nowMs = Date.now() + (await readOffset(db));
  const [here, there] = stops(job);
  const taking = takeAlong(isOver(job) ? [] : [job], actions);
  const steps = [...offeredFor(job), ...taking.steps];
  const { others, thumb } = stepButtons(app, { jobs: [job], back: `job=${id}` }, steps);
  return {
    title: job.ref,
    isLive: true,
    parts: [
      element('p', { class: 'state' }, statusLabels[job.status]),
      ...(await doneBand(db, id, isOver(job))),
      here,
      ...(await atDoor(db, id)),
      ...taking.parts,
      others,
      ...interrupted(app, job.status),
      ...(await leftPart(app, job)),
      ...actionList(app, actions),
      messagesLink(job),
      facts(job, nowMs),
      there,
      ...(isOver(job) ? [await onwardBar(db)] : [runLink(), thumb]),
    ],
  };
}

/** The way to the stop that the job shares with others. */
async function atDoor(db: Database, id: string): Promise<Node[]> {
  const stop = (await readStops(db)).find(({ jobs }) => jobs.some((job) => job.id === id));
  if (!stop || stop.jobs.length < 2) return [];
  const text = `At this door: ${countText(stop.jobs)}`;
  return [element('p', {}, element('a', { href: stopLink(stop), class: 'wide' }, text))];
}

/** What was done of a job that is over and sent; nothing else of it is kept. */
async function goneScreen(db: Database, id: string): Promise<Screen> {
  const act = (await readDone(db)).findLast(({ job_id }) => job_id === id);
  const text = 'This job is done, or not yours any more. Nothing of it is kept here.';
  return {
    title: act?.ref ?? 'Job',
    isLive: true,
    parts: [...(act ? await doneBand(db, id) : [element('p', {}, text)]), await onwardBar(db)],
  };
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

function messagesLink(job: StoredJob): HTMLElement {
  const unread = unreadOf(job);
  const text = unread > 0 ? `Messages: ${unread} new` : 'Messages';
  return element('p', {}, element('a', { href: `#messages=${job.id}`, class: 'wide' }, text));
}

function facts(job: StoredJob, nowMs: number): HTMLElement {
  const { sla_due, starts_at, parcels, un_number, seal, note, dry_ice_kg } = job;
  const { undeliverable: agreed = 'return' } = job.requirements;
  const un = un_number === null ? [] : fact('Contents', `UN ${un_number.replace(/^UN ?/, '')}`);
  const due = `${clockTime(sla_due)}, ${dueText(sla_due, nowMs)}`;
  return element(
    'dl',
    {},
    ...fact('Ready', clockTime(starts_at)),
    ...fact('Due', due),
    ...fact('Keep at', temperatureLabel(job)),
    ...fact('Parcels', String(parcels)),
    ...boxFacts(job),
    ...un,
    ...(dry_ice_kg ? fact('Dry ice', `${dry_ice_kg} kg in each parcel`) : []),
    ...(seal === null ? [] : fact('Seal', seal)),
    ...fact('If it cannot be handed over', undeliverableLabels[agreed]),
    ...(note === '' ? [] : fact('Note', note)),
  );
}

/** The place where the job is due next, and the other one. */
function stops(job: StoredJob): [here: HTMLElement, there: HTMLElement] {
  const pickup = place('Pickup', job.pickup, job.pickup_contact);
  const dropoff = place('Drop-off', job.dropoff, job.dropoff_contact);
  return placeOf(job) === job.dropoff ? [dropoff, pickup] : [pickup, dropoff];
}

const place = (heading: string, at: RunStop, contact: StoredJob['pickup_contact']): HTMLElement =>
  element(
    'section',
    {},
    element('h2', {}, heading),
    element('p', {}, element('strong', {}, at.name)),
    ...stopHead(at, [contact]),
  );
