import type { CustodyFact, DataOf, FactsOf, telemetryEvents } from '@svc/contracts';

type Told = DataOf<(typeof telemetryEvents)['temperature.excursion']>;
type Facts = FactsOf<(typeof telemetryEvents)['temperature.excursion']>;

/** Temperatures stand in the chain as whole tenths of a degree: it has no floats. */
const tenths = (celsius: number): number => Math.round(celsius * 10) || 0;

/** What an excursion adds to the chain, at the reading by which it was decided. */
export function excursionFact(
  { device_id, started_at, range_c, min_c, max_c, minutes_out_of_range, action }: Told,
  { at, position }: Facts,
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
