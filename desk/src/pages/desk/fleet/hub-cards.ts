/** Cards of a hub: jobs that it expects, has and sent on, with the parcels that were scanned. */
import type { Hub, HubJob } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { card, chip } from '@svc/web/parts';
import { formatTime } from '@svc/web/times';
import { countText } from '../rows/board-table.ts';
import { table } from '../rows/table.ts';

const lists = [
  ['expected', 'Expected', 'Courier', 'Due here', undefined],
  ['present', 'Here', 'Next courier', 'Due next', 'Came in'],
  ['sent_on', 'Sent on', 'Courier', 'Due next', 'Left'],
] as const;

export const hubCards = (hub: Hub, now: Date): Html =>
  html`${lists.map(([list, title, courier, due, moved]) =>
    card(
      { title: `${title}, ${countText(hub[list].length)}` },
      hub[list].length === 0
        ? html`<p>None.</p>`
        : table({
            ...{ label: title, caption: 'The next due first' },
            columns: ['Job', 'Parcels', courier, due, ...(moved ? [moved] : [])],
            rows: hub[list].map((job) => row(job, { isMoved: moved !== undefined, now })),
          }),
    ),
  )}`;

function row(
  { job_id, ref, driver_first_name, due_at, at, ...parcels }: HubJob,
  { isMoved, now }: { isMoved: boolean; now: Date },
): Html {
  const isLate = !isMoved && due_at !== null && new Date(due_at) < now;
  const due = due_at === null ? 'No time of its own' : formatTime(new Date(due_at), now);
  return html`<th scope="row"><a class="target" href="/desk/jobs/${job_id}">${ref}</a></th><td>${parcelsOf(parcels)}</td>
<td>${driver_first_name ?? 'Open'}</td><td>${due}${isLate && html` ${chip('bad', 'Overdue')}`}</td>
${isMoved && html`<td>${at === null ? 'Not yet' : formatTime(new Date(at), now)}</td>`}`;
}

function parcelsOf({
  parcels,
  parcels_scanned: scanned,
}: Pick<HubJob, 'parcels' | 'parcels_scanned'>) {
  if (scanned === null) return html`${parcels}`;
  const isShort = scanned !== parcels;
  return html`${scanned} of ${parcels} scanned${isShort && html` ${chip('bad', 'Differs')}`}`;
}
