import type { CustodyFact, DataOf, InternalsOf, trackingEvents } from '@svc/contracts';

type Excursion = DataOf<(typeof trackingEvents)['temperature.excursion']>;
type Internals = InternalsOf<(typeof trackingEvents)['temperature.excursion']>;

/** Temperatures in the chain are integers, tenths of a degree Celsius. */
const tenths = (celsius: number): number => Math.round(celsius * 10) || 0;

/** The chain event of an excursion, at the time and place of the reading that confirmed it. */
export function excursionFact(
  { device_id, started_at, range_c, min_c, max_c, minutes_out_of_range, action }: Excursion,
  { at, position }: Internals,
): CustodyFact {
  const [lowest, highest] = range_c;
  return {
    at,
    type: 'temperature_excursion',
    by: `sensor:${device_id}`,
    note: null,
    seal: null,
    position,
    details: {
      started_at,
      minutes_out_of_range,
      min_dc: tenths(min_c),
      max_dc: tenths(max_c),
      range_min_dc: tenths(lowest),
      range_max_dc: tenths(highest),
      action,
    },
  };
}
