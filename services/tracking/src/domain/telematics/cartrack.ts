/**
 * Cartrack: the answer of the Fleet API for the status of vehicles, or for their temperatures.
 * Published: https://developer.cartrack.com/docs/fleet-api/get-vehicles-status-location-fuel-odometer-and-more
 * and https://developer.cartrack.com/docs/fleet-api-general/services/vehicle-temperature-services.
 */
import type { ForwardedBody, TelemetryReading } from '@svc/contracts';
import { positionReadings, probeReadings } from './measurement.ts';

/** RFC 3339 of `2026-11-02 10:12:00+02`. */
const instantOf = (time: string): string => time.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');

/** A vehicle without a time has not reported yet. */
export const cartrackReadings = ({ data }: ForwardedBody<'cartrack'>): TelemetryReading[] =>
  data.flatMap(({ vehicle_id, event_ts, location, speed: speed_kmh, ...probes }) => {
    if (event_ts === null) return [];
    const device_id = String(vehicle_id);
    const { latitude: lat, longitude: lng, updated } = location ?? {};
    return [
      ...positionReadings(
        { device_id, at: instantOf(updated ?? event_ts) },
        { lat, lng, speed_kmh },
      ),
      ...probeReadings({ device_id, at: instantOf(event_ts) }, probes),
    ];
  });
