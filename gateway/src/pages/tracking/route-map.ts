/** Map of a job: pick-up, drop-off, and the courier's place while that may be seen. */
import { type Position, routeKm } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { type MapGround, mapFigure } from '@svc/web/map/figure';
import { mapSymbol, placesOf, wayMarks } from '@svc/web/map/way';
import { isMoving } from './alerts.ts';
import { isOver, type TrackingSnapshot } from './snapshot.ts';

/** Names of towns on one page, which each update sends again. */
const townsMax = 80;

/** From departure to delivery: at other times the courier's place is the courier's own. */
function seenOf(tracked: TrackingSnapshot): Position | null {
  const { status, vehicle } = tracked;
  const hasLeft = !isOver(tracked) && status !== 'booked' && status !== 'assigned';
  return hasLeft ? (vehicle?.last_position ?? null) : null;
}

export function routeMap(tracked: TrackingSnapshot, ground: MapGround): Html {
  const { pickup, dropoff, events } = tracked;
  const seen = seenOf(tracked);
  const way = {
    ...{ from: pickup.position, to: dropoff.position, seen },
    isCollected: events.some(({ type }) => type === 'collected'),
  };
  const toGo = seen && isMoving(tracked) ? routeKm(seen, dropoff.position) : null;
  return html`${mapFigure({
    ground: { ...ground, towns: (bounds) => ground.towns(bounds).slice(0, townsMax) },
    ...{ home: pickup.position, places: placesOf(way), widthPx: 390 },
    labels: [dropoff, pickup].map(({ name: text, position }) => ({
      ...position,
      text,
      kind: 'vehicle',
    })),
    label: `Straight line from ${pickup.name} to ${dropoff.name}${seen ? ', with the courier between them' : ''}`,
    marks: (projection) => wayMarks(way, projection),
  })}
<ul class="legend">
<li>${mapSymbol('pickup')} From ${pickup.name}</li>
<li>${mapSymbol('dropoff')} To ${dropoff.name}</li>
${seen ? html`<li>${mapSymbol('here')} Courier, last known position</li>` : undefined}
${toGo === null ? undefined : html`<li>About ${toGo} km to go</li>`}
</ul>`;
}
