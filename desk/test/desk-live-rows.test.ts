import { describe, expect, it } from 'vitest';
import { placeAmong, rowFate } from '../src/pages/desk/live/board-rows.ts';
import { frameMarkup, markPaths } from '../src/pages/desk/map/map-svg.ts';
import { moved, projectionAround, viewOf, zoomed } from '../src/pages/desk/map/projection.ts';
import { type MapVehicle, stateOf } from '../src/pages/desk/map/vehicles.ts';
import { byUrgency } from '../src/pages/desk/urgency.ts';
import { deskJob } from './desk-answers.ts';
import { liveJob } from './live-jobs.ts';

describe('a change on the board', () => {
  const assigned = { ...liveJob, status: 'assigned', driver_id: 'drv_1' } as const;
  it.each([
    ['', liveJob, 'show'],
    ['', { ...liveJob, status: 'delivered' as const }, 'remove'],
    ['', { ...liveJob, return_job_id: 'job_2' }, 'remove'],
    ['status=delivered', { ...liveJob, status: 'delivered' as const }, 'show'],
    ['status=booked', assigned, 'remove'],
    ['driver_id=drv_1', assigned, 'show'],
    ['driver_id=drv_2', assigned, 'remove'],
    ['unassigned=yes', assigned, 'remove'],
    ['unassigned=yes&status=', liveJob, 'show'],
    ['status=booked&starting_after=job_9', liveJob, 'keep'],
    ['q=HC-0001', { ...liveJob, status: 'delivered' as const }, 'keep'],
    ['q=clinic&status=booked', liveJob, 'keep'],
    ['q=clinic&status=booked', assigned, 'remove'],
    ['q=+', liveJob, 'show'],
  ])('of the filter "%s"', (search, job, fate) => {
    expect(rowFate(job, new URLSearchParams(search))).toBe(fate);
  });

  it('is put where the server would have it', () => {
    const jobs = byUrgency(
      ['10', '08', '09', '12'].flatMap((hour, n) =>
        (['booked', 'assigned', 'delivered'] as const).map((status) => ({
          ...deskJob,
          id: `job_${n}${status}`,
          status,
          sla_due: `2026-11-02T${hour}:00:00.000Z`,
          delivered_at: status === 'delivered' ? '2026-11-02T07:00:00.000Z' : null,
        })),
      ),
    );
    const ranks = { booked: '0', assigned: '1', delivered: '2' };
    const keys = jobs.map(({ id, status, sla_due }) => ({
      job: id,
      due: sla_due,
      rank: status === 'booked' || status === 'assigned' ? ranks[status] : '2',
    }));
    for (const [n, key] of keys.entries()) {
      const others = keys.filter((each) => each !== key).map((dataset) => ({ dataset }));
      expect(placeAmong(others, key)).toBe(n);
    }
  });
});

describe('a vehicle on the map', () => {
  const nowMs = Date.parse('2026-11-02T08:00:00Z');
  const place = { lat: -26.2, lng: 28 };
  const vehicle: MapVehicle = {
    id: 'veh_1',
    registration: 'CA 1',
    place,
    seenMs: nowMs - 1_000,
    celsius: 4,
  };
  const carried = { ...liveJob, status: 'in_transit' as const, vehicle_id: 'veh_1' };
  it.each([
    ['busy', vehicle, [carried]],
    ['free', vehicle, []],
    ['out_of_range', { ...vehicle, celsius: 8.5 }, [carried]],
    ['busy', { ...vehicle, celsius: 8.5 }, [{ ...carried, status: 'assigned' as const }]],
    ['silent', { ...vehicle, seenMs: nowMs - 300_001 }, [carried]],
    ['unseen', { ...vehicle, place: null, seenMs: null }, []],
  ] as const)('is %s', (state, each, jobs) => {
    expect(stateOf(each, jobs, nowMs)).toBe(state);
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
  ])('finds a place again, to a metre', (place) => {
    const { lat, lng } = projection.toPlace(projection.toPoint(place));
    expect([lat, lng]).toEqual([expect.closeTo(place.lat, 4), expect.closeTo(place.lng, 4)]);
  });

  it('keeps a point where it is when it zooms, within bounds', () => {
    const view = viewOf([
      { x: 0, y: 0 },
      { x: 10_000, y: 1_000 },
    ]);
    expect(view).toEqual({ x: -500, y: -2_594, width: 11_000, height: 6_188 });
    const near = zoomed(view, 0.5, { x: 0, y: 0 });
    expect(near.x / near.width).toBeCloseTo(view.x / view.width);
    expect(zoomed(view, 1e-9).width).toBe(200);
    expect(moved(view, 0.1, -1)).toMatchObject({ x: 600, y: -2_594 - 6_188 });
  });

  it('says how long its scale bar is, and the degrees of its lines', () => {
    const view = viewOf([
      { x: 0, y: 0 },
      { x: 20_000, y: 10_000 },
    ]);
    const { markup } = frameMarkup(view, projection);
    expect(markup).toContain('>2 km</text>');
    expect(markup).toContain('>28.00° E</text>');
    expect(markup).toContain('>26.20° S</text>');
  });
});
