import { publicTracking, trackingRecord } from '@svc/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { at, clinic, laboratory, tracked } from '../../test/tracked-job.ts';
import { assignment, view } from '../../test/view.ts';
import {
  etaOf,
  type JobView,
  publicRecordOf,
  recordOf,
  type TrackSupplement,
} from './tracking-record.ts';

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
      ...{ eta_minutes: 180, eta_basis: 'schedule', position_at: null },
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

  it('shows driver and vehicle before their position is known', () => {
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
  ] as const)('shows the vehicle where the job ended once it is %s', (_, job, ended) => {
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

  it('shows what is out of range now, and since when', () => {
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

  it('shows that a job is late, and by how much', () => {
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

  it('shows why it is interrupted', () => {
    const job = view({ status: 'exception', assignment, events: [seal_broken] });
    expect(recordOf(job, known, nine)).toMatchObject({
      exception: { reason: 'seal_broken', next_step: 'seal_check' },
      returned_at: null,
    });
  });

  it('shows that parcels are returned, without a next step', () => {
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
    const requirements = { otp: true, id_check: false, signature: true, photo: false };
    const record = publicRecordOf({ ...assigned, requirements }, known, nine);
    expect(publicTracking.omit({ temperature: true }).strict().parse(record)).toEqual(record);
    expect(record).toMatchObject({
      ref: 'SVC-0123ABCD',
      sender_name: 'Acme Clinics',
      created_at: '2026-11-02T08:00:00.000Z',
      range_c: [2, 8],
      requirements,
      service: 'Specimens',
      pickup: { name: 'Clinic North', position: clinic },
      dropoff: { name: 'Central Laboratory', position: laboratory },
      sla_due: '2026-11-02T12:00:00.000Z',
      delivered_at: null,
    });
    expect(JSON.stringify(record)).not.toMatch(/drv_1|veh_1/);
  });

  it('has a version that grows with events, positions and reported arrivals', () => {
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

  const etaAt = (job: JobView, of: TrackSupplement, now: string) =>
    etaOf(job, of, { now: at(now), speedKmh, carrier });
  const unseen = { eta_basis: 'schedule', position_at: null };

  it.each([
    ['booked: to the due time', 'booked', '08:00', 240],
    ['a begun minute counts', 'assigned', '11:32:01', 28],
    ['never less than the drive', 'assigned', '11:58', 22],
    ['also after the due time', 'en_route_pickup', '15:00', 22],
    ['halted: to the due time', 'exception', '11:00', 60],
    ['collected and not seen: the way', 'collected', '09:01', 22],
    ['in transit and not seen: likewise', 'in_transit', '09:11', 22],
    ['however long', 'in_transit', '12:00', 22],
    ['delivered: none', 'delivered', '09:11', 0],
    ['cancelled: none', 'cancelled', '09:11', 0],
  ] as const)('are reckoned by the rule: %s', (_, status, now, minutes) => {
    expect(etaAt(view({ status }), own, now)).toEqual({ eta_minutes: minutes, ...unseen });
  });

  it('are those to the due time while the parcels rest in a hub', () => {
    const resting = { ...own, tracked: { ...collected, rests_since: at('10:00') } };
    const eta = etaAt(view({ status: 'in_transit' }), resting, '11:00');
    expect(eta).toEqual({ eta_minutes: 60, ...unseen });
  });

  it.each([
    ['seen: counted down', '09:01', 21, 'position'],
    ['for five minutes', '09:05', 17, 'position'],
    ['then the last estimate', '09:05:01', 22, 'schedule'],
    ['which does not count to zero', '11:00', 22, 'schedule'],
  ] as const)('are absent by the rule: %s', (_, now, eta_minutes, eta_basis) => {
    const position_at = seen.at.toISOString();
    const eta = { eta_minutes, eta_basis, position_at };
    expect(etaAt(view({ status: 'in_transit' }), { ...own, sighting: seen }, now)).toEqual(eta);
  });

  it('are those that the courier reported, counted down while the vehicle moves', () => {
    const job = view({ status: 'in_transit', announced_eta });
    const before = { ...own, sighting: { position: clinic, at: at('09:09') } };
    const position_at = before.sighting.at.toISOString();
    const counted = { eta_minutes: 8, eta_basis: 'position', position_at };
    expect(etaAt(job, before, '09:12')).toEqual(counted);
    expect(etaAt(job, before, '09:30')).toEqual({ ...unseen, eta_minutes: 10, position_at });
    expect(etaAt(job, own, '09:12')).toEqual({ eta_minutes: 10, ...unseen });
  });

  it('are not those reported for the pickup', () => {
    const job = view({
      status: 'in_transit',
      announced_eta: { minutes: 3, at: at('08:50').toISOString() },
    });
    expect(etaAt(job, { ...own, sighting: seen }, '09:01').eta_minutes).toBe(21);
  });

  it('count the whole distance until the collection is known', () => {
    expect(etaAt(view({ status: 'collected' }), unknown, '09:30').eta_minutes).toBe(22);
  });

  it('never grow while nothing new is known', () => {
    const status = fc.constantFrom<(typeof job.status)[]>('booked', 'collected', 'exception');
    const job = view();
    const minute = fc.integer({ min: 0, max: 400 });
    fc.assert(
      fc.property(status, minute, minute, (of, a, b) => {
        const eta = (min: number) =>
          etaOf(view({ status: of }), own, {
            now: new Date(at('09:00').getTime() + min * 60_000),
            speedKmh,
            carrier,
          }).eta_minutes;
        expect(eta(Math.max(a, b))).toBeLessThanOrEqual(eta(Math.min(a, b)));
      }),
    );
  });
});
