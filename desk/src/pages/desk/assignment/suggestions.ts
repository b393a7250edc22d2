/** Drivers that the service suggests for a job, with the reasons in words and figures. */
import type { Driver, driverSuggestions } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import type { z } from 'zod';
import { table } from '../rows/table.ts';
import { conflictWords } from './conflict-words.ts';

export type Suggestions = z.infer<typeof driverSuggestions>;
type Suggestion = Suggestions['data'][number];

/** Those that are suggested first, in their order; then the others by the fleet's order. */
export function suggestedOptions(drivers: readonly Driver[], suggestions: Suggestions | null) {
  const suggested = suggestions?.data ?? [];
  const known = new Set(suggested.map(({ driver_id }) => driver_id));
  return [
    ...suggested.map((each) => [each.driver_id, `${nameOf(each)} – ${summaryOf(each)}`] as const),
    ...drivers.filter(({ id }) => !known.has(id)).map((each) => [each.id, nameOf(each)] as const),
  ];
}

const nameOf = ({ first_name, last_name }: Pick<Driver, 'first_name' | 'last_name'>): string =>
  `${first_name} ${last_name}`;

const summaryOf = (suggestion: Suggestion): string => {
  const blocking = suggestion.conflicts.filter(({ is_blocking }) => is_blocking);
  return blocking.length > 0
    ? `attention: ${blocking.map(conflictWords).join('; ')}`
    : [wayOf(suggestion), loadOf(suggestion)].join(', ');
};

const wayOf = ({ km, minutes }: Suggestion): string =>
  km === null || minutes === null ? 'place not known' : `${km} km, ${minutes} min`;

const loadOf = ({ jobs_in_window: count }: Suggestion): string =>
  count === 1 ? '1 job at that time' : `${count || 'no'} jobs at that time`;

const fromWords = { vehicle: 'from the vehicle', stop: 'from the last stop' } as const;

export const suggestionTable = (
  { data }: Suggestions,
  { ref, choose }: { ref: string; choose: (suggestion: Suggestion) => string },
): Html =>
  data.length === 0
    ? html`<p>There are no drivers.</p>`
    : table({
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
            html`<td>${each.rank ?? 'Not suggested'}</td><th scope="row"><a class="target" href="${choose(each)}">${nameOf(each)}</a>
<span class="soft">${each.vehicle?.registration ?? 'no vehicle yet'}</span></th>
<td>${wayOf(each)} ${each.measured_from === null ? undefined : html`<span class="soft">${fromWords[each.measured_from]}</span>`}</td>
<td>${each.jobs_in_window}</td><td>${each.open_jobs}</td><td>${conflictList(each.conflicts)}</td>`,
        ),
      });

/** Blocking ones marked. */
export const conflictList = (conflicts: Suggestion['conflicts']): Html =>
  conflicts.length === 0
    ? html`None`
    : html`<ul>${conflicts.map(
        (each) =>
          html`<li>${each.is_blocking ? html`<strong class="mark">${conflictWords(each)}</strong>` : conflictWords(each)}</li>`,
      )}</ul>`;
