import { describe, expect, it } from 'vitest';
import { at, clinic, jobUpdate, laboratory, tracked, unseen } from '../../test/tracked-job.ts';
import { applyJobUpdate, updatePrediction } from './tracked-job.ts';

const seenAt = (time: string) => ({
  sighting: { position: clinic, at: at(time) },
  speedKmh: 40,
});
const collected = tracked({
  status: 'collected',
  vehicle_id: 'veh_1',
  collected_at: at('09:00'),
  moving_since: at('09:00'),
});

describe('a job is tracked', () => {
  it('from its first event on, the booking', () => {
    const job = applyJobUpdate(undefined, jobUpdate(), unseen);
    expect(job).toEqual(tracked({ at_risk_from: job.at_risk_from }));
    expect(job.at_risk_from?.getTime()).toBeLessThan(at('12:00').getTime());
  });

  it('from a first event that is not its booking', () => {
    const job = applyJobUpdate(
      undefined,
      jobUpdate({ status: 'collected', at: at('09:00') }),
      unseen,
    );
    expect(job).toMatchObject({ collected_at: at('09:00'), moving_since: at('09:00') });
  });

  it('with the fields of each event, and the earlier ones it does not have', () => {
    const before = tracked({ at_risk_at: at('07:00'), breached_at: at('07:30') });
    const news = jobUpdate({ type: 'job.updated', sla_due: at('10:00'), vehicle_id: 'veh_1' });
    expect(applyJobUpdate(before, news, unseen)).toMatchObject({
      sla_due: at('10:00'),
      vehicle_id: 'veh_1',
      at_risk_at: at('07:00'),
      breached_at: at('07:30'),
    });
  });

  it.each([
    ['setting out', 'collected', 'in_transit', '09:20'],
    ['a scan', 'collected', 'collected', '09:00'],
    ['an exception', 'collected', 'exception', '09:00'],
    ['going on', 'exception', 'collected', '09:20'],
  ] as const)('through the statuses of %s', (_, from, status, moving) => {
    const news = jobUpdate({ status, at: at('09:20') });
    expect(applyJobUpdate({ ...collected, status: from }, news, unseen)).toMatchObject({
      collected_at: at('09:00'),
      moving_since: at(moving),
    });
  });

  it('into a hub, where it rests, and out of it, from when on it moves again', () => {
    const into = jobUpdate({ status: 'collected', at: at('09:30'), isAtHub: true });
    const resting = applyJobUpdate(collected, into, seenAt('09:30'));
    expect(resting).toMatchObject({ rests_since: at('09:30'), arrives_at: null });
    const note = applyJobUpdate(resting, { ...into, at: at('09:50') }, seenAt('09:50'));
    expect(note).toMatchObject({ rests_since: at('09:30'), moving_since: at('09:00') });
    const out = applyJobUpdate(note, { ...into, at: at('11:00'), isAtHub: false }, seenAt('11:00'));
    expect(out).toMatchObject({ rests_since: null, moving_since: at('11:00') });
    expect(out.arrives_at?.getTime()).toBeGreaterThan(at('11:00').getTime());
  });

  it('with the arrival reported by the courier, until a newer one', () => {
    const first = jobUpdate({ status: 'in_transit', at: at('09:30'), courier_eta_minutes: 10 });
    const job = applyJobUpdate(collected, first, unseen);
    expect(job).toMatchObject({ courier_eta_at: at('09:30'), courier_eta: at('09:40') });
    const scan = applyJobUpdate(job, jobUpdate({ status: 'in_transit', at: at('09:32') }), unseen);
    expect(scan).toMatchObject({ courier_eta_at: at('09:30'), courier_eta: at('09:40') });
  });

  it('to where its vehicle is at the time', () => {
    const job = applyJobUpdate(collected, jobUpdate({ status: 'collected' }), seenAt('09:15'));
    expect(job).toMatchObject({ last_position: clinic, last_seen_at: at('09:15') });
  });

  it.each([
    ['delivered', 'delivery.completed'],
    ['cancelled', 'job.cancelled'],
    ['exception', 'return.completed'],
  ] as const)('to its end when %s by %s, and no further', (status, type) => {
    const ended = applyJobUpdate(
      collected,
      jobUpdate({ status, type, at: at('10:00') }),
      seenAt('09:59'),
    );
    expect(ended).toMatchObject({ ended_at: at('10:00'), arrives_at: null, at_risk_from: null });
    const later = jobUpdate({ status, type: 'incident.reported', at: at('11:00') });
    const elsewhere = { sighting: { position: laboratory, at: at('10:50') }, speedKmh: 40 };
    expect(applyJobUpdate(ended, later, elsewhere)).toMatchObject({
      ended_at: at('10:00'),
      last_position: clinic,
      last_seen_at: at('09:59'),
    });
    expect(updatePrediction(ended, elsewhere)).toEqual(ended);
  });

  it.each([
    ['at once', '08:00:59', false],
    ['after a minute', '08:01:00', false],
    ['later', '08:01:01', true],
  ])('and remembers whether its event was received %s', (_, heard, is_late) => {
    const job = applyJobUpdate(undefined, jobUpdate({ received_at: at(heard) }), unseen);
    expect(job).toMatchObject({ received_at: at(heard), is_late });
  });
});

it('a sighting of the vehicle changes the prediction alone', () => {
  const job = applyJobUpdate(
    collected,
    jobUpdate({ status: 'collected', vehicle_id: 'veh_1' }),
    unseen,
  );
  const there = { sighting: { position: laboratory, at: at('09:30') }, speedKmh: 40 };
  expect(updatePrediction(job, there)).toEqual({ ...job, arrives_at: at('09:30') });
});
