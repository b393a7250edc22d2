/**
 * Samsara: the answer of the feeds of vehicle stats and trailer stats. Published:
 * https://developers.samsara.com/reference/getvehiclestatsfeed and `gettrailerstatsfeed`; as OpenAPI in
 * github.com/api-evangelist/samsara.
 */
import type { ForwardedBody, TelemetryReading } from '@svc/contracts';
import { converted, positionReadings, temperatureReadings } from './measurement.ts';

const kmhPerMph = 1.609344;

type Vehicle = ForwardedBody<'samsara'>['data'][number];

export const samsaraReadings = ({ data }: ForwardedBody<'samsara'>): TelemetryReading[] =>
  data.flatMap((vehicle) => [...fixesOf(vehicle), ...temperaturesOf(vehicle)]);

const fixesOf = ({ id: device_id, gps }: Vehicle): TelemetryReading[] =>
  gps.flatMap(({ time: at, latitude: lat, longitude: lng, speedMilesPerHour }) => {
    const speed_kmh = converted(speedMilesPerHour, (mph) => mph * kmhPerMph);
    return positionReadings({ device_id, at }, { lat, lng, speed_kmh });
  });

/**
 * The probes are the zones of the cargo space, by their return air. The ambient air is outside, at the
 * inlet of the engine: a device of its own, lest parcels on board are judged by the weather.
 */
function temperaturesOf({ id, ...stats }: Vehicle): TelemetryReading[] {
  const series = [
    { device_id: id, probe: 1, values: stats.reeferReturnAirTemperatureMilliCZone1 },
    { device_id: id, probe: 2, values: stats.reeferReturnAirTemperatureMilliCZone2 },
    { device_id: id, probe: 3, values: stats.reeferReturnAirTemperatureMilliCZone3 },
    { device_id: `${id}:ambient`, probe: 1, values: stats.ambientAirTemperatureMilliC },
  ];
  return series.flatMap(({ device_id, probe, values }) =>
    values.flatMap(({ time: at, value }) =>
      temperatureReadings({ device_id, at }, value / 1_000, probe),
    ),
  );
}
