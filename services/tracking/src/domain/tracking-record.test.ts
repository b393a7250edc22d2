import { publicTracking, trackingRecord } from '@svc/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { at, clinic, laboratory, tracked } from '../../test/tracked-job.ts';
import { assignment, view } from '../../test/view.ts';
import { etaMinutes, publicRecordOf, recordOf, type TrackSupplement } from './tracking-record.ts';

const photoUrl = 'https://svc.example/files/photo/link';
const unknown: TrackSupplement = { tracked: undefined, sighting: null, photoUrl: null };
const speedKmh = 40;
const carrier = { name: 'Swift Couriers', phone: '+27 11 555 0100', email: null };
const nine = { now: at('09:00'), speedKmh, carrier };
const seen = { position: clinic, at: at('09:00') };
const known: TrackSupplement = { tracked: undefined, sighting: seen, photoUrl };
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
      sla_due: '2026-11-02T12:00:00.000Z',
      sla_status: 'on_time',
      minutes_late: 0,
      out_of_range: null,
      exception: null,
      returned_at: null,
      carrier,
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
    const own = (position: typeof clinic | null): TrackSupplement => ({
      tracked: tracked({ ...ended, last_position: position, last_seen_at: at('09:30') }),
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

describe('a record at the worst moment', () => {
  const moving = view({ status: 'in_transit', assignment });
  const latest = {
    device_id: 'probe-1',
    at: at('08:59'),
    temperature_c: 11.8,
    out_of_range_since: at('08:55'),
  };
  const seal_broken = { at: '2026-11-02T08:30:00.000Z', type: 'seal_broken', note: '', seal: null };
  const returned = { ...seal_broken, type: 'returned', at: '2026-11-02T08:50:00.000Z' };

  it('says what is out of range now, and since when', () => {
    expect(recordOf(moving, { ...known, latest }, nine).out_of_range).toEqual({
      temperature_c: 11.8,
      at: '2026-11-02T08:59:00.000Z',
      since: '2026-11-02T08:55:00.000Z',
    });
    const fine = { ...latest, out_of_range_since: null };
    expect(recordOf(moving, { ...known, latest: fine }, nine).out_of_range).toBeNull();
    const delivered = view({ status: 'delivered', assignment });
    expect(recordOf(delivered, { ...known, latest }, nine).out_of_range).toBeNull();
  });

  it('says that a job is late, and by how much', () => {
    const late = { ...nine, now: at('12:31') };
    expect(recordOf(assigned, known, late)).toMatchObject({
      sla_status: 'overdue',
      minutes_late: 31,
    });
    const tight = { ...nine, now: at('11:50') };
    expect(recordOf(assigned, known, tight)).toMatchObject({
      sla_status: 'at_risk',
      minutes_late: 0,
    });
  });

  it('says why it is interrupted', () => {
    const job = view({ status: 'exception', assignment, events: [seal_broken] });
    expect(recordOf(job, known, nine)).toMatchObject({
      exception: { reason: 'seal_broken', next_step: 'seal_check' },
      returned_at: null,
    });
  });

  it('says that parcels are back, and that nothing is to come', () => {
    const events = [{ ...seal_broken, type: 'delivery_failed' }, returned];
    const job = view({ status: 'exception', assignment, events });
    expect(recordOf(job, known, nine)).toMatchObject({
      eta_minutes: 0,
      sla_status: null,
      returned_at: returned.at,
      exception: { reason: 'delivery_failed', next_step: 'none' },
      driver: { photo_url: null },
    });
  });
});

describe('the public record', () => {
  it('has the places, the service, the reference and the sender, and no crew', () => {
    const record = publicRecordOf(assigned, known, nine);
    expect(publicTracking.omit({ temperature: true }).strict().parse(record)).toEqual(record);
    expect(record).toMatchObject({
      ref: 'SVC-0123ABCD',
      sender_name: 'Acme Clinics',
      created_at: '2026-11-02T08:00:00.000Z',
      range_c: [2, 8],
      service: 'Specimens',
      pickup: { name: 'Clinic North', position: clinic },
      dropoff: { name: 'Central Laboratory', position: laboratory },
      sla_due: '2026-11-02T12:00:00.000Z',
      delivered_at: null,
    });
    expect(JSON.stringify(record)).not.toMatch(/drv_1|veh_1/);
  });

  it('has a version that grows with events, sightings and the courier’s word', () => {
    const version = (job: typeof assigned, own: TrackSupplement) =>
      publicRecordOf(job, own, nine).version;
    const further = { ...known, sighting: { ...seen, at: at('09:05') } };
    const said = { ...assigned, announced_eta: { minutes: 5, at: at('09:06').toISOString() } };
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
  const collected = tracked({
    status: 'in_transit',
    collected_at: at('09:00'),
    moving_since: at('09:00'),
  });
  const own: TrackSupplement = { ...unknown, tracked: collected };
  const announced_eta = { minutes: 10, at: at('09:10').toISOString() };

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
    expect(etaMinutes(view({ status }), own, { now: at(now), speedKmh, carrier })).toBe(minutes);
  });

  it('are what the courier said, counted down', () => {
    const job = view({ status: 'in_transit', announced_eta });
    expect(etaMinutes(job, own, { now: at('09:12'), speedKmh, carrier })).toBe(8);
    expect(etaMinutes(job, own, { now: at('09:30'), speedKmh, carrier })).toBe(0);
  });

  it('are not what was said of the pickup', () => {
    const job = view({
      status: 'in_transit',
      announced_eta: { minutes: 3, at: at('08:50').toISOString() },
    });
    expect(etaMinutes(job, own, { now: at('09:01'), speedKmh, carrier })).toBe(21);
  });

  it('count the whole way while the news of the collection is still on its way', () => {
    const job = view({ status: 'collected' });
    expect(etaMinutes(job, unknown, { now: at('09:30'), speedKmh, carrier })).toBe(22);
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
            carrier,
          });
        expect(eta(Math.max(a, b))).toBeLessThanOrEqual(eta(Math.min(a, b)));
      }),
    );
  });
});
