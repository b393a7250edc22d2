/**
 * Tive: the webhook of a tracker in its default template. Published:
 * https://developers.tive.com/docs/data-structures ("Device Data Structure").
 */
import type { ForwardedBody, TelemetryReading } from '@svc/contracts';
import { converted, positionReadings, temperatureReadings } from './measurement.ts';

/** m: a tracker that only sees mobile cells may be farther away than the radius of a geofence. */
const accuracyMax = 300;

const hasOffset = /(?:Z|[+-]\d\d:\d\d)$/;

type Tracker = ForwardedBody<'tive'>;

const celsiusOf = (temperature: Tracker['Temperature']): number | null =>
  temperature?.Celsius ?? converted(temperature?.Fahrenheit, (value) => ((value - 32) * 5) / 9);

export function tiveReadings(tracker: Tracker): TelemetryReading[] {
  const { DeviceId: device_id, EntryTimeUtc: time, Location } = tracker;
  const moment = { device_id, at: hasOffset.test(time) ? time : `${time}Z` };
  const isPrecise = (Location?.Accuracy?.Meters ?? 0) <= accuracyMax;
  return [
    ...(isPrecise
      ? positionReadings(moment, { lat: Location?.Latitude, lng: Location?.Longitude })
      : []),
    ...temperatureReadings(moment, celsiusOf(tracker.Temperature)),
    ...temperatureReadings(moment, celsiusOf(tracker.ProbeTemperature), 2),
  ];
}
