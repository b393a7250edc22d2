/**
 * Traccar: the JSON that it posts for each position with `forward.type` `json`. Published: models
 * `Position` and `Device` of https://www.traccar.org/api-reference/, https://www.traccar.org/forward/,
 * and `PositionForwarderJson` in github.com/traccar/traccar.
 */
import type { ForwardedBody, TelemetryReading } from '@svc/contracts';
import { converted, positionReadings, probeReadings } from './measurement.ts';

const kmhPerKnot = 1.852;

/**
 * A position that is not valid, or outdated (repeated because the message had none), is no fix. The fix
 * has a time of its own; the probes are of the message.
 */
export function traccarReadings({
  position,
  device: { uniqueId: device_id },
}: ForwardedBody<'traccar'>): TelemetryReading[] {
  const { latitude: lat, longitude: lng } = position;
  const hasFix = position.valid && !position.outdated;
  const speed_kmh = converted(position.speed, (knots) => knots * kmhPerKnot);
  return [
    ...(hasFix
      ? positionReadings({ device_id, at: position.fixTime }, { lat, lng, speed_kmh })
      : []),
    ...probeReadings({ device_id, at: position.deviceTime }, position.attributes),
  ];
}
