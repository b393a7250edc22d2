/** Drivers that the service suggests for a job, with the reasons in words and figures. */
import type { Driver, driverSuggestions } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import type { z } from 'zod';
import { fullName } from '../../../words/labels.ts';
import { table } from '../rows/table.ts';
import { conflictWords } from './conflict-words.ts';
import { type TimelineQuery, timelineAddress } from './timeline-address.ts';

export type Suggestions = z.infer<typeof driverSuggestions>;
export type Suggestion = Suggestions['data'][number];

/** Those that are suggested first, in their order; then the others by the fleet's order. */
export function suggestedOptions(drivers: readonly Driver[], suggestions: Suggestions | null) {
  const suggested = suggestions?.data ?? [];
  const known = new Set(suggested.map(({ driver_id }) => driver_id));
  return [
    ...suggested.map((each) => [each.driver_id, `${fullName(each)} – ${summaryOf(each)}`] as const),
    ...drivers.filter(({ id }) => !known.has(id)).map((each) => [each.id, fullName(each)] as const),
  ];
}

export const summaryOf = (suggestion: Suggestion): string => {
  const blocking = suggestion.conflicts.filter(({ is_blocking }) => is_blocking);
  return blocking.length > 0
    ? `attention: ${blocking.map(conflictWords).join('; ')}`
    : [wayOf(suggestion), loadOf(suggestion)].join(', ');
};

const wayOf = ({ km, minutes }: Suggestion): string =>
  km === null || minutes === null ? 'place not known' : `${km} km, ${minutes} min`;

const loadOf = ({ jobs_in_window: count }: Suggestion): string =>
  count === 1 ? '1 job at that time' : `${count || 'no'} jobs at that time`;

const fromWords = {
  vehicle: 'from the vehicle',
  stop: 'from the last stop',
  base: 'from the base',
} as const;

/** Each leads to the timeline, where driver and vehicle are chosen. */
export const suggestionTable = ({ data }: Suggestions, ref: string, day: TimelineQuery): Html => {
  const addressOf = ({ driver_id, vehicle }: Suggestion) =>
    timelineAddress({ ...day, driver: driver_id, vehicle: vehicle?.vehicle_id });
  if (data.length === 0) return html`<p>There are no drivers.</p>`;
  return table({
    label: 'Suggested drivers',
    caption: `Drivers for ${ref}, the best first`,
    columns: [
      'Rank',
      'Driver',
      'To the pickup',
      'Jobs at that time',
      'Open jobs',
      'Reasons against',
    ],
    rows: data.map(
      (each) =>
        html`<td>${each.rank ?? 'Not suggested'}</td><th scope="row"><a class="target" href="${addressOf(each)}">${fullName(each)}</a>
<span class="soft">${each.vehicle?.registration ?? 'no vehicle yet'}</span></th>
<td>${wayOf(each)} ${each.measured_from === null ? undefined : html`<span class="soft">${fromWords[each.measured_from]}</span>`}</td>
<td>${each.jobs_in_window}</td><td>${each.open_jobs}</td><td>${conflictList(each.conflicts)}</td>`,
    ),
  });
};

/** Blocking ones marked. */
export const conflictList = (conflicts: Suggestion['conflicts']): Html =>
  conflicts.length === 0
    ? html`None`
    : html`<ul>${conflicts.map(
        (each) =>
          html`<li>${each.is_blocking ? html`<strong class="mark">${conflictWords(each)}</strong>` : conflictWords(each)}</li>`,
      )}</ul>`;
