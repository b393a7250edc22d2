/** Today's run: its stops in order, the next due first. */
import type { ExpectedJob } from './api-answers.ts';
import type { App, Screen } from './app.ts';
import { readOffset, readProgress } from './database.ts';
import { element } from './dom.ts';
import { daySummary, doneBand, onwardBar } from './done-parts.ts';
import {
  card,
  countText,
  isLate,
  placeOf,
  readStops,
  type StoredStop,
  stopLink,
  temperaturesText,
} from './run-stops.ts';
import { actionLabels, clockTime, dueText, statusLabels } from './words.ts';

export async function runScreen({ db }: App): Promise<Screen> {
  const [stops, progress, offset] = await Promise.all([
    readStops(db),
    readProgress(db),
    readOffset(db),
  ]);
  const nowMs = Date.now() + offset;
  const items = stops.map((stop) => stopItem(stop, nowMs));
  const empty =
    progress.synced_at === undefined
      ? 'The run has not been read yet: this needs a network once.'
      : 'Nothing to do at the moment.';
  const list = items.length > 0 ? element('ol', { class: 'run' }, ...items) : undefined;
  const more = progress.has_more ? 'More jobs follow as these are done.' : undefined;
  const parts = [
    ...(await doneBand(db)),
    list ?? element('p', {}, empty),
    element('p', { class: 'soft' }, more),
    ...(await daySummary(db, stops.length === 0)),
    ...hubCards(progress.expected ?? [], nowMs),
    transferLinks(),
    ...(stops.length > 0 ? [await onwardBar(db, true)] : []),
  ];
  return { title: 'Today', parts, isLive: true };
}

/** A card for each hub where jobs are taken over. */
function hubCards(expected: readonly ExpectedJob[], nowMs: number): HTMLElement[] {
  const hubs = Map.groupBy(expected, ({ hub }) => hub.registration);
  return [...hubs.values()].flatMap((jobs) => {
    const [first] = jobs;
    if (!first) return [];
    const { hub } = first;
    const due = jobs.flatMap(({ due_at }) => due_at ?? []).toSorted()[0];
    const when = due === undefined ? '' : `${clockTime(due)}, ${dueText(due, nowMs)}`;
    return card('#take_over', `${hub.is_kept ? 'Expected at' : 'Take over at'} ${hub.name}`, [
      ...[hub.address, when, countText(jobs)],
      { soft: jobs.map(({ ref }) => ref).join(', ') },
    ]);
  });
}

/** Where parcels change hands on the way. */
const transferLinks = (): HTMLElement =>
  element(
    'details',
    { id: 'transfers' },
    element('summary', {}, 'Parcels change hands'),
    ...(['give', 'take_over'] as const).map((side) =>
      element('p', {}, element('a', { href: `#${side}`, class: 'wide' }, actionLabels(side).label)),
    ),
  );

function stopItem(stop: StoredStop, nowMs: number): HTMLElement {
  const { jobs, due } = stop;
  const [first] = jobs;
  const place = first && placeOf(first);
  const from = jobs.map(({ starts_at }) => starts_at).toSorted()[0] ?? due;
  const states = new Set(jobs.map(({ status }) => statusLabels[status]));
  const when = `${clockTime(from)} to ${clockTime(due)}, ${dueText(due, nowMs)}`;
  return card(stopLink(stop), `${place === first?.dropoff ? 'To' : 'From'} ${place?.name ?? ''}`, [
    place?.address ?? '',
    isLate(due, nowMs) ? { bad: when } : when,
    `${countText(jobs)}; ${temperaturesText(jobs)}`,
    { soft: `${jobs.map(({ ref }) => ref).join(', ')}: ${[...states].join(', ')}` },
  ]);
}
