/** The way of one job on a map: pick-up, vehicle, drop-off. Straight lines. */
import { type Html, html } from '../html.ts';
import type { Place, Projection } from './projection.ts';

export interface Way {
  from: Place;
  to: Place;
  seen: Place | null;
  /** Whether the parcels have left the pick-up. */
  isCollected: boolean;
}

export const placesOf = ({ from, to, seen }: Way): Place[] => [from, to, ...(seen ? [seen] : [])];

/** Solid behind the vehicle, dashed ahead of it. */
export function wayMarks({ from, to, seen, isCollected }: Way, { toPoint }: Projection): Html {
  const line = (places: readonly Place[]): string =>
    `M${places.map((place) => `${toPoint(place).x} ${toPoint(place).y}`).join('L')}`;
  const dot = (mark: string, place: Place): Html =>
    html`<path class="mark-${mark}" d="${line([place])}h0"/>`;
  const ahead = seen && !isCollected ? [seen, from, to] : [seen ?? from, to];
  return html`<path class="mark-way" d="${line(ahead)}"/>${seen && isCollected ? html`<path class="mark-gone" d="${line([from, seen])}"/>` : undefined}
${dot('pickup', from)}${dot('dropoff', to)}${seen ? dot('here', seen) : undefined}`;
}

/** A mark in the legend. */
export const mapSymbol = (mark: string): Html =>
  html`<svg viewBox="-10 -10 20 20" aria-hidden="true"><path class="mark-${mark}" d="${mark === 'way' ? 'M-9 0h18' : 'M0 0h0'}"/></svg>`;
