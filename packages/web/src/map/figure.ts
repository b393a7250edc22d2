/** The map as pages send it: complete without its scripts, which move it and draw a ground below it. */
import { type Html, html, raw } from '../html.ts';
import { frameMarkup, type MapLabel, type Town, townLabels } from './frame.ts';
import {
  type MapView,
  type Place,
  type Projection,
  projectionAround,
  viewBoxOf,
  viewOf,
} from './projection.ts';

/** South, west, north, east, in degrees. */
export type Bounds = readonly [south: number, west: number, north: number, east: number];

/** The largest towns within the bounds, the largest first. */
export type FindTowns = (bounds: Bounds) => readonly Town[];

/** What is below the marks: tiles or a style, if the operator has set one; names of towns always. */
export interface MapGround {
  source: { kind: 'tiles' | 'style'; url: string } | undefined;
  /** Origins that a style reads from. */
  origins: readonly string[];
  towns: FindTowns;
}

interface Figure {
  ground: MapGround;
  /** All that is to be seen at first. */
  places: readonly Place[];
  /** Where the carrier is, for a map without a place. */
  home: Place;
  /** What the picture shows, for those who do not see it. */
  label: string;
  marks(projection: Projection): Html;
  /** Before those of towns. */
  labels: readonly MapLabel[];
  /** Its usual width on the screen, until a script knows better. */
  widthPx: number;
}

/** What the map's script reads of its page. */
export interface MapData {
  labels: readonly MapLabel[];
  towns: readonly Town[];
}

export function mapFigure({ ground, places, home, label, marks, labels, widthPx }: Figure): Html {
  const origin = places[0] ?? home;
  const projection = projectionAround(origin);
  const view = viewOf((places.length > 0 ? places : [origin]).map(projection.toPoint));
  const data: MapData = { labels, towns: ground.towns(boundsAround(view, projection)) };
  const all = [...labels, ...townLabels(data.towns)];
  const frame = frameMarkup({ view, projection, labels: all, widthPx });
  const place = html`data-lat="${origin.lat}" data-lng="${origin.lng}"${sourceOf(ground)}`;
  return html`<div class="map" role="group" aria-label="Map: arrow keys move it, plus and minus zoom" ${place}>
<div class="picture"><div class="map-ground" aria-hidden="true"></div>
<svg viewBox="${viewBoxOf(view)}" role="img" aria-label="${label}">
<g class="map-frame">${frame}</g><g class="map-marks">${marks(projection)}</g></svg></div>
<p class="map-buttons" hidden>${buttons}</p>
<p class="map-attribution soft">Names: GeoNames, CC BY 4.0</p>
<script type="application/json">${raw(JSON.stringify(data).replaceAll('<', '\\u003c'))}</script>
</div>`;
}

const buttons = (
  [
    ['in', 'Closer'],
    ['out', 'Farther'],
    ['all', 'Show all'],
  ] as const
).map(([act, name]) => html`<button type="button" data-do="${act}">${name}</button> `);

const sourceOf = ({ source }: MapGround): Html | undefined =>
  source && html` data-kind="${source.kind}" data-url="${source.url}"`;

const marginMinM = 40_000;

/** What is shown, and as much on each side. */
function boundsAround({ x, y, width, height }: MapView, { toPlace }: Projection): Bounds {
  const margin = Math.max(width, marginMinM);
  const { lat: south, lng: west } = toPlace({ x: x - margin, y: y + height + margin });
  const { lat: north, lng: east } = toPlace({ x: x + width + margin, y: y - margin });
  return [south, west, north, east];
}
