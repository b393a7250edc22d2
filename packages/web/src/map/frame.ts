/** What a map says in words: vehicles, towns, scale. Sizes follow the screen, not the ground. */
import { type Html, html } from '../html.ts';
import { groundScale, type MapView, type Place, type Projection } from './projection.ts';

export interface MapLabel extends Place {
  text: string;
  kind: 'town' | 'vehicle' | 'bad';
  /** Direction of the way, as a vector of length 1. */
  heading?: Point | undefined;
}

export interface Town extends Place {
  name: string;
}

interface Point {
  x: number;
  y: number;
}

export interface MapFrame {
  view: MapView;
  projection: Projection;
  /** Those that come first keep their place where two would overlap. */
  labels: Iterable<MapLabel>;
  /** Width of the map on the screen. */
  widthPx: number;
}

export const townLabels = (towns: readonly Town[]): MapLabel[] =>
  towns.map(({ name, lat, lng }) => ({ kind: 'town', text: name, lat, lng }));

const textPx = 12;
/** Mean width of a letter, as a share of its size. */
const letter = 0.6;
const headingPx = 14;
const labelsMax = 60;

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const overlaps = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Labels that have room, and the scale bar. */
export function frameMarkup({ view, projection, labels, widthPx }: MapFrame): Html {
  const { x, y, width, height } = view;
  const px = width / widthPx;
  const drawn: Html[] = [];
  const taken: Box[] = [];
  for (const label of labels) {
    const at = projection.toPoint(label);
    if (at.x < x || at.x > x + width || at.y < y || at.y > y + height) continue;
    const free = placesOf(label, at, textPx * px).find(
      ({ left, right, ...box }) =>
        left > x &&
        right < x + width &&
        !taken.some((other) => overlaps(other, { left, right, ...box })),
    );
    if (!free) continue;
    taken.push(free);
    drawn.push(labelMarkup(label, at, { ...free, px }));
    if (drawn.length === labelsMax) break;
  }
  return html`${drawn}${scaleBar(view, textPx * px, projection.toPlace({ x, y }))}`;
}

interface Placed extends Box {
  anchor: 'start' | 'middle' | 'end';
  text: Point;
}

/** A town's name stands to the right of its dot, else to the left; a vehicle's above its mark. */
function placesOf({ kind, text }: MapLabel, { x, y }: Point, size: number): Placed[] {
  const width = text.length * letter * size;
  const gap = size / 3;
  const at = (anchor: Placed['anchor'], textX: number, baseline: number): Placed => {
    const left = textX - { start: 0, middle: width / 2, end: width }[anchor];
    const box = { left, right: left + width, top: baseline - size, bottom: baseline + gap };
    return { ...box, anchor, text: { x: textX, y: baseline } };
  };
  if (kind !== 'town') return [at('middle', x, y - size)];
  return [at('start', x + gap, y + gap), at('end', x - gap, y + gap)];
}

function labelMarkup(
  { kind, text, heading }: MapLabel,
  { x, y }: Point,
  { anchor, text: at, px }: Placed & { px: number },
): Html {
  const length = headingPx * px;
  return html`${kind === 'town' ? html`<path class="town" d="M${x} ${y}h0"/>` : undefined}${
    heading &&
    html`<path class="heading" d="M${x} ${y}l${rounded(heading.x * length)} ${rounded(heading.y * length)}"/>`
  }<text class="${kind}-name" x="${rounded(at.x)}" y="${rounded(at.y)}" font-size="${rounded(textPx * px)}" text-anchor="${anchor}">${text}</text>`;
}

const rounded = (metres: number): number => Math.round(metres);

const steps = [1, 2, 5];
/** The greatest of 1, 2, 5, 10 … that is not above the value. */
function roundStep(value: number): number {
  const decade = 10 ** Math.floor(Math.log10(value));
  return (steps.findLast((step) => step * decade <= value) ?? 1) * decade;
}

function scaleBar({ x, y, width, height }: MapView, size: number, place: Place): Html {
  const scale = groundScale(place);
  const metres = roundStep((width * scale) / 5);
  const text = metres >= 1_000 ? `${metres / 1_000} km` : `${metres} m`;
  const length = metres / scale;
  const [left, bottom] = [x + width - length - size, y + height - size];
  const [start, tick] = [`${rounded(left)} ${rounded(bottom - size / 2)}`, rounded(size / 2)];
  return html`<path class="scale" d="M${start}v${tick}h${rounded(length)}v${-tick}"/>
<text x="${rounded(left)}" y="${rounded(bottom - size)}" font-size="${rounded(size)}">${text}</text>`;
}
