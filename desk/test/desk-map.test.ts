import { projectionAround } from '@svc/web/map/projection';
import { describe, expect, it } from 'vitest';
import { markPaths } from '../src/pages/desk/map/map-svg.ts';
import { type MapVehicle, stateOf, vehicleLabels } from '../src/pages/desk/map/vehicles.ts';
import { liveJob } from './desk-answers.ts';

describe('a vehicle on the map', () => {
  const nowMs = Date.parse('2026-11-02T08:00:00Z');
  const place = { lat: -26.2, lng: 28 };
  const seenMs = nowMs - 1_000;
  const vehicle: MapVehicle = { id: 'veh_1', registration: 'CA 1', place, seenMs, celsius: 4 };
  const carried = { ...liveJob, status: 'in_transit', vehicle_id: 'veh_1' } as const;
  const before = { ...carried, status: 'assigned' } as const;
  it.each([
    ['busy', {}, [carried]],
    ['free', {}, []],
    ['out_of_range', { celsius: 8.5 }, [carried]],
    ['busy', { celsius: 8.5 }, [before]],
    ['silent', { seenMs: nowMs - 300_001 }, [carried]],
    ['unseen', { place: null, seenMs: null }, []],
  ] as const)('is drawn as %s with %j and its jobs', (state, change, jobs) => {
    expect(stateOf({ ...vehicle, ...change }, jobs, nowMs)).toBe(state);
  });

  it('is drawn by its state, with the ends of open jobs', () => {
    const projection = projectionAround(place);
    const paths = markPaths({ vehicles: [vehicle], jobs: [carried], nowMs }, projection);
    expect(paths).toMatchObject({ busy: 'M0 0h0', pickup: '', free: '' });
    expect(paths.dropoff).toMatch(/^M11132 -\d+h0$/);
  });

  it('has its way to the drop-off as a line, by the pick-up before the collection', () => {
    const projection = projectionAround(place);
    const wayOf = (job: typeof carried | typeof before) =>
      markPaths({ vehicles: [vehicle], jobs: [job], nowMs }, projection).way;
    expect(wayOf(carried)).toMatch(/^M0 0L11132 -?\d+$/);
    expect(wayOf(before)).toMatch(/^M0 0L-?\d+ -?\d+L11132 -?\d+$/);
  });

  it('has its number plate, the age of its position and its temperature, if few are shown', () => {
    const seen = { ...vehicle, seenMs: nowMs - 4 * 60_000, celsius: 8.5 };
    const labels = (count: number) =>
      vehicleLabels(Array(count).fill(seen), () => 'out_of_range', nowMs);
    expect(labels(1)).toEqual([
      { ...place, heading: undefined, kind: 'bad', text: 'CA 1, 4 min ago, 8.5 °C' },
    ]);
    expect(labels(30)).toHaveLength(30);
    expect(labels(31)).toEqual([]);
    const [fresh] = vehicleLabels([{ ...vehicle, celsius: null }], () => 'free', nowMs);
    expect(fresh?.text).toBe('CA 1');
  });
});
