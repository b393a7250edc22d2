import type { Position } from '@svc/contracts';
import type { Random } from './random.ts';

/** Interpolates between two positions at `part` (0 to 1), with noise of about 200 m. */
export function along(
  [from, to]: readonly [Position, Position],
  part: number,
  random: Random,
): Position {
  const off = () => (random.next() - 0.5) * 0.004;
  return {
    lat: rounded(from.lat + (to.lat - from.lat) * part + off()),
    lng: rounded(from.lng + (to.lng - from.lng) * part + off()),
  };
}

/** A position within about 50 m of a place. */
export function near({ lat, lng }: Position, random: Random): Position {
  const off = () => (random.next() - 0.5) * 0.001;
  return { lat: rounded(lat + off()), lng: rounded(lng + off()) };
}

/** Five decimals: about a metre. */
const rounded = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;
