/**
 * Geotab: the JSON-RPC answer to `GetFeed` of `LogRecord` or `StatusData`. Published:
 * https://geotab.github.io/sdk/software/guides/data-feed and the objects in its API reference.
 */
import type { ForwardedBody, TelemetryReading } from '@svc/contracts';
import { positionReadings, temperatureReadings } from './measurement.ts';

/** Diagnostics of the cargo space, °C; all others are of the engine, the weather and the driver. */
const probeOf: ReadonlyMap<string, number> = new Map([
  ['DiagnosticCargoTemperatureZone1Id', 1],
  ['DiagnosticCargoTemperatureZone2Id', 2],
  ['DiagnosticCargoTemperatureZone3Id', 3],
]);

export const geotabReadings = ({ result }: ForwardedBody<'geotab'>): TelemetryReading[] =>
  result.data.flatMap((record) => {
    const moment = { device_id: record.device.id, at: record.dateTime };
    const { latitude: lat, longitude: lng, speed: speed_kmh } = record;
    if (!record.diagnostic) return positionReadings(moment, { lat, lng, speed_kmh });
    const probe = probeOf.get(record.diagnostic.id);
    return probe === undefined ? [] : temperatureReadings(moment, record.data, probe);
  });
