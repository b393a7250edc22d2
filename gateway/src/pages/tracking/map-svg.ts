/** Schematic map as inline SVG: pick-up, drop-off, last position. No tiles, so no third party. */
import type { Position } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';

const width = 320;
const height = 140;
const margin = 24;

export interface MapPoints {
  from: Position;
  to: Position;
  seen: Position | null;
}

interface Point {
  x: number;
  y: number;
}

/** Straight lines, north up, true to scale. */
export function mapSvg(way: MapPoints, label: string): Html {
  const place = projection([way.from, way.to, ...(way.seen ? [way.seen] : [])]);
  const [from, to] = [place(way.from), place(way.to)];
  const seen = way.seen && place(way.seen);
  return html`<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">
${line('way', seen ?? from, to)}
${seen ? line('gone', from, seen) : undefined}
<circle class="from" cx="${from.x}" cy="${from.y}" r="${seen && isCovered(from, seen) ? 13 : 7}"/>
<rect class="to" x="${to.x - 7}" y="${to.y - 7}" width="14" height="14"/>
${seen ? html`<circle class="here" cx="${seen.x}" cy="${seen.y}" r="8"/>` : undefined}
</svg>`;
}

/** The courier's dot would hide a ring of the usual size. */
const isCovered = (a: Point, b: Point): boolean => Math.hypot(a.x - b.x, a.y - b.y) < 12;

const line = (kind: string, a: Point, b: Point): Html =>
  html`<line class="${kind}" x1="${a.x}" y1="${a.y}" x2="${b.x}" y2="${b.y}"/>`;

/** Equirectangular around the middle: exact enough for what one drives in a day. */
function projection(positions: readonly Position[]): (position: Position) => Point {
  const lats = positions.map(({ lat }) => lat);
  const middle = (Math.min(...lats) + Math.max(...lats)) / 2;
  const squeeze = Math.cos((middle * Math.PI) / 180);
  const xs = positions.map(({ lng }) => lng * squeeze);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [bottom, top] = [Math.min(...lats), Math.max(...lats)];
  const scale = Math.min(
    (width - 2 * margin) / Math.max(right - left, 1e-6),
    (height - 2 * margin) / Math.max(top - bottom, 1e-6),
  );
  return ({ lat, lng }) => ({
    x: rounded(width / 2 + (lng * squeeze - (left + right) / 2) * scale),
    y: rounded(height / 2 - (lat - middle) * scale),
  });
}

const rounded = (value: number): number => Math.round(value * 10) / 10;

export const legendSymbols = {
  from: html`<svg viewBox="0 0 20 20" aria-hidden="true"><circle class="from" cx="10" cy="10" r="7"/></svg>`,
  to: html`<svg viewBox="0 0 20 20" aria-hidden="true"><rect class="to" x="3" y="3" width="14" height="14"/></svg>`,
  seen: html`<svg viewBox="0 0 20 20" aria-hidden="true"><circle class="here" cx="10" cy="10" r="8"/></svg>`,
};
