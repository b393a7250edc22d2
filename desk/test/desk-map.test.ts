import { describe, expect, it } from 'vitest';
import { frameMarkup, markPaths } from '../src/pages/desk/map/map-svg.ts';
import { moved, projectionAround, viewOf, zoomed } from '../src/pages/desk/map/projection.ts';
import { type MapVehicle, stateOf } from '../src/pages/desk/map/vehicles.ts';
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
});

describe('the map', () => {
  const projection = projectionAround({ lat: -26.2, lng: 28 });
  it.each([
    { lat: -26.3, lng: 27.9 },
    { lat: 51.5, lng: -0.1 },
    { lat: 0, lng: 179 },
  ])('finds the place $lat, $lng again, to a metre', (place) => {
    const { lat, lng } = projection.toPlace(projection.toPoint(place));
    expect([lat, lng]).toEqual([expect.closeTo(place.lat, 4), expect.closeTo(place.lng, 4)]);
  });

  it('keeps a point where it is when it zooms, within bounds', () => {
    const corner = { x: 10_000, y: 1_000 };
    const view = viewOf([{ x: 0, y: 0 }, corner]);
    expect(view).toEqual({ x: -500, y: -2_594, width: 11_000, height: 6_188 });
    const near = zoomed(view, 0.5, { x: 0, y: 0 });
    expect(near.x / near.width).toBeCloseTo(view.x / view.width);
    expect(zoomed(view, 1e-9).width).toBe(200);
    expect(moved(view, 0.1, -1)).toMatchObject({ x: 600, y: -2_594 - 6_188 });
  });

  it('says how long its scale bar is, and the degrees of its lines', () => {
    const corner = { x: 20_000, y: 10_000 };
    const { markup } = frameMarkup(viewOf([{ x: 0, y: 0 }, corner]), projection);
    for (const label of ['2 km', '28.00° E', '26.20° S'])
      expect(markup).toContain(`>${label}</text>`);
  });
});
