import { byPlace, type Place, type Reading } from './reading.ts';

export interface Page {
  limit: number;
  starting_after: string | undefined;
}

/** `<milliseconds>.<number>.<device>` of a reading, by which the next page begins after it. */
const cursorOf = ({ at, seq, device_id }: Place): string => `${at.getTime()}.${seq}.${device_id}`;

function placeOf(cursor: string): Place {
  const [ms = '', seq = '', ...device] = cursor.split('.');
  return { at: new Date(Number(ms)), seq: Number(seq), device_id: device.join('.') };
}

/** A page of a trace: what stands after the cursor, whether or not the reading it names is there. */
export function pageOf(trace: readonly Reading[], { limit, starting_after }: Page) {
  const after = starting_after === undefined ? undefined : placeOf(starting_after);
  const first = after ? trace.findIndex((reading) => byPlace(reading, after) > 0) : 0;
  const rest = first < 0 ? [] : trace.slice(first);
  const readings = rest.slice(0, limit);
  const has_more = rest.length > limit;
  const last = readings.at(-1);
  return { readings, has_more, next: has_more && last ? cursorOf(last) : null };
}
