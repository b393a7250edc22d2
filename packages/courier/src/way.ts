import type { Position } from '@svc/contracts';
import type { Random } from './random.ts';

/** Somewhere along the way, `part` of it done, a little off the straight line as roads are. */
export function along(from: Position, to: Position, part: number, random: Random): Position {
  const off = () => (random.next() - 0.5) * 0.004;
  return {
    lat: rounded(from.lat + (to.lat - from.lat) * part + off()),
    lng: rounded(from.lng + (to.lng - from.lng) * part + off()),
  };
}

/** At a place: within a street's width of it. */
export function near({ lat, lng }: Position, random: Random): Position {
  const off = () => (random.next() - 0.5) * 0.001;
  return { lat: rounded(lat + off()), lng: rounded(lng + off()) };
}

/** Five decimals: about a metre. */
const rounded = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;
