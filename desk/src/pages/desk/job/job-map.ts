/** Map of a job: its way, and the vehicle with the age of its position. */
import { type Html, html } from '@svc/web/html';
import { type MapGround, mapFigure } from '@svc/web/map/figure';
import { mapSymbol, placesOf, wayMarks } from '@svc/web/map/way';
import { isWaiting } from '../map/map-svg.ts';
import { johannesburg } from '../map/page.ts';
import { labelText } from '../map/vehicles.ts';
import { isOver } from '../rows/urgency.ts';
import type { DeskJobDetail } from './job-data.ts';

interface Shown {
  ground: MapGround;
  now: Date;
}

export function jobMap(job: DeskJobDetail, { ground, now }: Shown): Html {
  const { pickup, dropoff, tracking, vehicle } = job;
  const position = isOver(job) ? null : (tracking?.last_position ?? null);
  const way = {
    ...{ from: pickup.position, to: dropoff.position, seen: position },
    isCollected: !isWaiting(job) && job.seal !== null,
  };
  const shown = position && {
    registration: vehicle?.registration ?? 'Vehicle',
    seenMs: Date.parse(position.at),
    celsius: tracking?.temperature?.temperature_c ?? null,
  };
  const kind = tracking?.out_of_range ? 'bad' : 'vehicle';
  const labels =
    position && shown
      ? [{ ...position, kind, text: labelText(shown, now.getTime()) } as const]
      : [];
  return html`${mapFigure({
    ...{ ground, labels, home: johannesburg, places: placesOf(way), widthPx: 600 },
    label: `Way from ${pickup.name} to ${dropoff.name}${shown ? `, with ${labels[0]?.text} between them` : ''}`,
    marks: (projection) => wayMarks(way, projection),
  })}
<ul class="legend">
<li>${mapSymbol('pickup')} ${pickup.name}</li><li>${mapSymbol('dropoff')} ${dropoff.name}</li>
${shown ? html`<li>${mapSymbol('here')} ${shown.registration}</li>` : undefined}</ul>`;
}
