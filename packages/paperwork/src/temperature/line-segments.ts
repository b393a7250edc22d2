/** Cuts a line of readings where it leaves the range and comes back. */
type Point = readonly [ms: number, celsius: number];

export interface LineSegment {
  isOut: boolean;
  points: Point[];
}

/** -1 below, 0 in range, 1 above; both edges are in. */
const zoneOf = (celsius: number, [min, max]: readonly [number, number]): number => {
  if (celsius < min) return -1;
  return celsius > max ? 1 : 0;
};

/** Neighbouring pieces share the point at which the straight line between readings crosses an edge. */
export function segmentsOf(
  points: readonly Point[],
  range: readonly [number, number] | null,
): LineSegment[] {
  const [first, ...rest] = points;
  if (!first) return [];
  if (!range) return [{ isOut: false, points: [...points] }];
  const pieces: LineSegment[] = [{ isOut: zoneOf(first[1], range) !== 0, points: [first] }];
  let from = first;
  for (const to of rest) {
    for (const [edge, isOut] of crossings(from, to, range)) {
      pieces.at(-1)?.points.push(edge);
      pieces.push({ isOut, points: [edge] });
    }
    pieces.at(-1)?.points.push(to);
    from = to;
  }
  return pieces;
}

/** Crossed edges in order of time; `isOut`: the line is out of range after the crossing. */
function crossings(
  from: Point,
  to: Point,
  range: readonly [number, number],
): [edge: Point, isOut: boolean][] {
  const [start, end] = [zoneOf(from[1], range), zoneOf(to[1], range)];
  if (start === end) return [];
  const [min, max] = range;
  const enters: [Point, boolean][] = [[crossing(from, to, start < 0 ? min : max), false]];
  const leaves: [Point, boolean][] = [[crossing(from, to, end < 0 ? min : max), true]];
  return [...(start === 0 ? [] : enters), ...(end === 0 ? [] : leaves)];
}

const crossing = ([fromMs, from]: Point, [toMs, to]: Point, edge: number): Point => [
  fromMs + ((edge - from) / (to - from)) * (toMs - fromMs),
  edge,
];
