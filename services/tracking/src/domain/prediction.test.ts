import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { at, clinic, laboratory, tracked } from '../../test/tracked-job.ts';
import { predictArrival, type Sighting } from './prediction.ts';
import { driveMs } from './route.ts';

const halfway = { lat: -26.15585, lng: 28.052 };
const seen = (time: string, position = halfway): Sighting => ({ position, at: at(time) });
const speedKmh = 40;
const after = (time: string, from: Sighting['position']) =>
  new Date(at(time).getTime() + driveMs(from, laboratory, speedKmh));
const before = (due: Date, from: Sighting['position']) =>
  new Date(due.getTime() - driveMs(from, laboratory, speedKmh));

const moving = tracked({
  status: 'in_transit',
  collected_at: at('09:00'),
  moving_since: at('09:10'),
});
const estimate = { courier_eta_at: at('09:20'), courier_eta: at('09:40') };

describe('a moving job arrives', () => {
  it.each([
    ['after the way from the pickup, unseen since', moving, null, after('09:10', clinic)],
    ['as much, seen before collection only', moving, seen('08:59'), after('09:10', clinic)],
    ['after the way from where it was seen', moving, seen('09:30'), after('09:30', halfway)],
    ['from where it was seen before it set out', moving, seen('09:05'), after('09:10', halfway)],
    ['when the courier said', { ...moving, ...estimate }, null, at('09:40')],
    ['when estimate, seen earlier', { ...moving, ...estimate }, seen('09:15'), at('09:40')],
    ['by what was seen later', { ...moving, ...estimate }, seen('09:30'), after('09:30', halfway)],
    [
      'by the way again when it went on after a halt',
      { ...moving, ...estimate, moving_since: at('10:00') },
      seen('09:30'),
      after('10:00', halfway),
    ],
    ['at once when it is there', moving, seen('09:30', laboratory), at('09:30')],
  ])('arrives by the rule: %s', (_, course, sighting, arrives_at) => {
    expect(predictArrival(course, { sighting, speedKmh })).toEqual({
      arrives_at,
      at_risk_from: null,
    });
  });

  it('is at risk from the moment that its late arrival is known', () => {
    const late = { ...moving, sla_due: at('09:12') };
    expect(predictArrival(late, { sighting: null, speedKmh }).at_risk_from).toEqual(at('09:10'));
    expect(predictArrival(late, { sighting: seen('09:30'), speedKmh }).at_risk_from).toEqual(
      at('09:30'),
    );
    const word = { ...late, ...estimate };
    expect(predictArrival(word, { sighting: null, speedKmh }).at_risk_from).toEqual(at('09:20'));
  });
});

describe('a waiting job has no arrival, and is at risk', () => {
  const due = at('12:00');
  const halted = { ...moving, status: 'exception' as const };
  it.each([
    ['booked: when the way from the pickup no longer fits', tracked(), null, clinic],
    [
      'on the way to the pickup: likewise',
      tracked({ status: 'en_route_pickup' }),
      seen('09:00'),
      clinic,
    ],
    ['halted before collection: likewise', tracked({ status: 'exception' }), null, clinic],
    ['halted after it: when the way that is left no longer fits', halted, seen('09:30'), halfway],
    [
      'at rest in a hub: when the way from there no longer fits',
      { ...moving, ...estimate, rests_since: at('09:30') },
      seen('09:30'),
      halfway,
    ],
  ])('is at risk by the rule: %s', (_, course, sighting, from) => {
    const prediction = predictArrival(course, { sighting, speedKmh });
    expect(prediction).toEqual({ arrives_at: null, at_risk_from: before(due, from) });
  });

  it.each(['delivered', 'cancelled'] as const)('is never at risk once %s', (status) => {
    expect(predictArrival({ ...moving, status }, { sighting: null, speedKmh })).toEqual({
      arrives_at: null,
      at_risk_from: null,
    });
  });
});

describe('of a moving job', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const along = (part: number) => ({
    lat: clinic.lat + (laboratory.lat - clinic.lat) * part,
    lng: clinic.lng + (laboratory.lng - clinic.lng) * part,
  });

  it('arrives no later for being nearer or faster', () => {
    const speed = fc.integer({ min: 5, max: 150 });
    fc.assert(
      fc.property(share, share, speed, speed, (a, b, s, t) => {
        const [far, near] = [along(Math.min(a, b)), along(Math.max(a, b))];
        const [slow, fast] = [Math.min(s, t), Math.max(s, t)];
        const arrival = (position: typeof far, speedKmh: number) =>
          predictArrival(moving, { sighting: seen('09:30', position), speedKmh }).arrives_at ??
          at('00:00');
        expect(arrival(near, fast).getTime()).toBeLessThanOrEqual(arrival(far, slow).getTime() + 1);
      }),
    );
  });

  it('is at risk exactly when arrival is later than the due time', () => {
    const minute = fc.integer({ min: 0, max: 180 });
    fc.assert(
      fc.property(share, minute, minute, (part, sightedMin, dueMin) => {
        const from = at('09:10').getTime();
        const sighting = { position: along(part), at: new Date(from + sightedMin * 60_000) };
        const course = { ...moving, sla_due: new Date(from + dueMin * 60_000) };
        const { arrives_at, at_risk_from } = predictArrival(course, { sighting, speedKmh });
        expect(at_risk_from !== null).toBe(Number(arrives_at) > Number(course.sla_due));
      }),
    );
  });
});
