import { publicTracking, trackingRecord } from '@svc/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { at, clinic, followed, laboratory } from '../../test/followed.ts';
import { assignment, view } from '../../test/view.ts';
import { etaMinutes, type Own, publicRecordOf, recordOf } from './record.ts';

const photoUrl = 'https://svc.example/files/photo/link';
const unknown: Own = { followed: undefined, sighting: null, photoUrl: null };
const speedKmh = 40;
const nine = { now: at('09:00'), speedKmh };
const seen = { position: clinic, at: at('09:00') };
const known: Own = { followed: undefined, sighting: seen, photoUrl };
const assigned = view({ status: 'assigned', assignment });

describe('the tracking record', () => {
  it('has neither driver nor vehicle until they are assigned', () => {
    const record = recordOf(view(), unknown, nine);
    expect(trackingRecord.strict().parse(record)).toEqual(record);
    expect(record).toEqual({
      ref: 'SVC-0123ABCD',
      status: 'booked',
      tracking_url: 'https://svc.example/t/a-token-of-22-letters-x',
      eta_minutes: 180,
      driver: null,
      vehicle: null,
      events: view().events,
    });
  });

  it('shows them before anything else is known of them', () => {
    expect(recordOf(assigned, unknown, nine)).toMatchObject({
      driver: { first_name: 'Thandi', photo_url: null },
      vehicle: { registration: 'CA 123-456', last_position: null },
    });
  });

  it('shows photo and position once they are known', () => {
    expect(recordOf(assigned, known, nine)).toMatchObject({
      driver: { first_name: 'Thandi', photo_url: photoUrl },
      vehicle: { registration: 'CA 123-456', last_position: clinic },
    });
  });

  it.each([
    ['delivered', view({ status: 'delivered', assignment }), undefined],
    ['cancelled', view({ status: 'cancelled', assignment }), undefined],
    ['brought back', view({ status: 'exception', assignment }), { ended_at: at('10:00') }],
  ] as const)('leaves the vehicle where the job ended once it is %s', (_, job, ended) => {
    const own = (position: typeof clinic | null): Own => ({
      followed: followed({ ...ended, last_position: position, last_seen_at: at('09:30') }),
      sighting: { position: clinic, at: at('11:00') },
      photoUrl,
    });
    expect(recordOf(job, own(laboratory), nine)).toMatchObject({
      driver: { first_name: 'Thandi', photo_url: null },
      vehicle: { registration: 'CA 123-456', last_position: laboratory },
    });
    expect(recordOf(job, own(null), nine).vehicle?.last_position).toBeNull();
  });
});

describe('the public record', () => {
  it('has the places and the service, and not the reference', () => {
    const record = publicRecordOf(assigned, known, nine);
    expect(publicTracking.omit({ temperature: true }).strict().parse(record)).toEqual(record);
    expect(record).toMatchObject({
      service: 'Specimens',
      pickup: { name: 'Clinic North', position: clinic },
      dropoff: { name: 'Central Laboratory', position: laboratory },
      sla_due: '2026-11-02T12:00:00.000Z',
      delivered_at: null,
    });
    expect(JSON.stringify(record)).not.toMatch(/SVC-0123ABCD|drv_1|veh_1|job_1|ten_a/);
  });

  it('has a version that grows with events, sightings and the courier’s word', () => {
    const version = (job: typeof assigned, own: Own) => publicRecordOf(job, own, nine).version;
    const further = { ...known, sighting: { ...seen, at: at('09:05') } };
    const said = { ...assigned, said_eta: { minutes: 5, at: at('09:06').toISOString() } };
    const versions = [
      version(assigned, unknown),
      version(assigned, known),
      version(assigned, further),
      version(said, further),
      version({ ...assigned, last_sequence: 2 }, unknown),
      version({ ...assigned, last_sequence: 40 }, unknown),
    ];
    expect([...new Set(versions)].toSorted()).toEqual(versions);
    expect(version(assigned, known)).toBe(version(assigned, known));
  });
});

describe('minutes to arrival', () => {
  const collected = followed({
    status: 'in_transit',
    collected_at: at('09:00'),
    moving_since: at('09:00'),
  });
  const own: Own = { ...unknown, followed: collected };
  const said_eta = { minutes: 10, at: at('09:10').toISOString() };

  it.each([
    ['booked: to the due time', 'booked', '08:00', 240],
    ['a begun minute counts', 'assigned', '11:58:01', 2],
    ['never negative', 'en_route_pickup', '15:00', 0],
    ['halted: to the due time', 'exception', '11:00', 60],
    ['collected: the way, counted down', 'collected', '09:01', 21],
    ['in transit: likewise', 'in_transit', '09:11', 11],
    ['until it should be there', 'in_transit', '10:00', 0],
    ['delivered: none', 'delivered', '09:11', 0],
    ['cancelled: none', 'cancelled', '09:11', 0],
  ] as const)('%s', (_, status, now, minutes) => {
    expect(etaMinutes(view({ status }), own, { now: at(now), speedKmh })).toBe(minutes);
  });

  it('are what the courier said, counted down', () => {
    const job = view({ status: 'in_transit', said_eta });
    expect(etaMinutes(job, own, { now: at('09:12'), speedKmh })).toBe(8);
    expect(etaMinutes(job, own, { now: at('09:30'), speedKmh })).toBe(0);
  });

  it('are not what was said of the pickup', () => {
    const job = view({
      status: 'in_transit',
      said_eta: { minutes: 3, at: at('08:50').toISOString() },
    });
    expect(etaMinutes(job, own, { now: at('09:01'), speedKmh })).toBe(21);
  });

  it('count the whole way while the news of the collection is still on its way', () => {
    const job = view({ status: 'collected' });
    expect(etaMinutes(job, unknown, { now: at('09:30'), speedKmh })).toBe(22);
  });

  it('never grow while nothing new is known', () => {
    const status = fc.constantFrom<(typeof job.status)[]>('booked', 'collected', 'exception');
    const job = view();
    const minute = fc.integer({ min: 0, max: 400 });
    fc.assert(
      fc.property(status, minute, minute, (of, a, b) => {
        const eta = (min: number) =>
          etaMinutes(view({ status: of }), own, {
            now: new Date(at('09:00').getTime() + min * 60_000),
            speedKmh,
          });
        expect(eta(Math.max(a, b))).toBeLessThanOrEqual(eta(Math.min(a, b)));
      }),
    );
  });
});
