import { unknownCursor } from '@svc/kit/page';
import { compareReadings, type ReadingKey, type TemperatureReading } from './reading.ts';

export interface TracePageRequest {
  limit: number;
  starting_after: string | undefined;
}

/** `<milliseconds>.<number>.<device>` of a reading, by which the next page begins after it. */
const cursorOf = ({ at, seq, device_id }: ReadingKey): string =>
  `${at.getTime()}.${seq}.${device_id}`;

function placeOf(cursor: string): ReadingKey {
  const [ms = '', seq = '', ...device] = cursor.split('.');
  return { at: new Date(Number(ms)), seq: Number(seq), device_id: device.join('.') };
}

/** A page of a trace: what stands after the reading that the cursor names. */
export function tracePageOf(
  trace: readonly TemperatureReading[],
  { limit, starting_after }: TracePageRequest,
) {
  const rest =
    starting_after === undefined ? trace : trace.slice(indexOf(trace, starting_after) + 1);
  const readings = rest.slice(0, limit);
  const has_more = rest.length > limit;
  const last = readings.at(-1);
  return { readings, has_more, next: has_more && last ? cursorOf(last) : null };
}

function indexOf(trace: readonly TemperatureReading[], cursor: string): number {
  const place = placeOf(cursor);
  const index = trace.findIndex((reading) => compareReadings(reading, place) === 0);
  if (index < 0) throw unknownCursor('starting_after');
  return index;
}
