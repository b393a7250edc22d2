/** The operator's service area, and positions that cannot be a place in it. */
import { z } from 'zod';
import { entry } from './error-entry.ts';
import { kmMax, type Position } from './primitives.ts';

/** Edges in degrees, ordered as a GeoJSON bounding box with latitude first. */
export const operatingArea = z
  .tuple([
    z.number().min(-90).max(90),
    z.number().min(-180).max(180),
    z.number().min(-90).max(90),
    z.number().min(-180).max(180),
  ])
  .refine(([south, west, north, east]) => south < north && west < east, {
    error: 'south,west,north,east in degrees, e.g. -36,10,6,60',
  });
export type OperatingArea = z.output<typeof operatingArea>;

/** About a kilometre around 0,0, in the sea: devices and forms send it if they have no position. */
const nullIslandDegrees = 0.01;

const isWithin = ({ lat, lng }: Position, [south, west, north, east]: OperatingArea): boolean =>
  lat >= south && lat <= north && lng >= west && lng <= east;

/** Why a position is not valid, as the end of a sentence; undefined if it is. */
export function positionFault(position: Position, area: OperatingArea): string | undefined {
  const { lat, lng } = position;
  if (Math.max(Math.abs(lat), Math.abs(lng)) < nullIslandDegrees)
    return 'is 0,0, which stands for an unknown position';
  if (isWithin(position, area)) return undefined;
  if (isWithin({ lat: lng, lng: lat }, area))
    return 'has latitude and longitude exchanged: southern latitudes and western longitudes are negative';
  const [south, west, north, east] = area;
  return `is outside the area served: latitude ${south} to ${north}, longitude ${west} to ${east}`;
}

export const areaErrors = {
  invalid_position: entry(
    422,
    'Position not possible',
    "The position is 0,0, is outside the carrier's service area, or has latitude and longitude swapped. The detail says which.",
  ),
  out_of_area: entry(
    422,
    'Out of area',
    `The distance between the two sites exceeds ${kmMax} km. Check their positions.`,
  ),
};
