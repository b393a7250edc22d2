import { describe, expect, it } from 'vitest';
import { at, clinic, laboratory, tracked } from '../../../test/tracked-job.ts';
import { findEnteredStage, markEntered, nextProximityState } from './proximity-stage.ts';

const nine = at('09:00');
const heading = tracked({ stage: 'pickup', stage_since: nine });

describe('a job heads for', () => {
  it.each([
    ['assigned', 'job.assigned', null],
    ['en_route_pickup', 'driver.en_route', 'pickup'],
    ['en_route_pickup', 'pickup.arriving', null],
    ['collected', 'pickup.completed', null],
    ['in_transit', 'job.updated', 'dropoff'],
    ['in_transit', 'delivery.arriving', null],
    ['exception', 'seal.broken', null],
    ['delivered', 'delivery.completed', null],
  ] as const)('is headed for %s after %s: %s', (status, type, stage) => {
    expect(nextProximityState(undefined, { type, status, at: nine }).stage).toBe(stage);
  });

  it('has the same stage since it began, after any further events', () => {
    const later = { type: 'job.updated', status: 'en_route_pickup', at: at('09:30') } as const;
    expect(nextProximityState(heading, later)).toMatchObject({
      stage: 'pickup',
      stage_since: nine,
    });
  });

  it('heads for no stage that it came to before, also after an exception', () => {
    const before = markEntered(tracked({ stage: 'dropoff' }), 'dropoff', nine);
    const resumed = { type: 'job.updated', status: 'in_transit', at: at('10:00') } as const;
    expect(nextProximityState(before, resumed)).toMatchObject({
      stage: null,
      entered_dropoff_at: nine,
    });
  });
});

describe('a vehicle enters', () => {
  const seen = (position: typeof clinic, time = '09:01') => ({ position, at: at(time) });
  it.each([
    ['the place itself', seen(clinic), 'pickup'],
    ['within 300 m', seen({ ...clinic, lat: clinic.lat + 0.00269 }), 'pickup'],
    ['not beyond them', seen({ ...clinic, lat: clinic.lat + 0.00271 }), null],
    ['not before the stage', seen(clinic, '08:59'), null],
    ['not where it does not head for', seen(laboratory), null],
  ] as const)('is detected by the rule: %s', (_what, sighting, stage) => {
    expect(findEnteredStage(heading, sighting)).toBe(stage);
  });

  it('is not detected without a stage', () => {
    expect(findEnteredStage(tracked(), seen(clinic))).toBeNull();
  });
});
