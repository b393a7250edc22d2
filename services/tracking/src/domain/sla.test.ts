import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { at, jobUpdate, tracked } from '../../test/tracked-job.ts';
import { breachOf, isNewlyAtRisk, isNewlyLate, riskOf } from './sla.ts';
import { applyJobUpdate, type TrackedJobRecord } from './tracked-job.ts';

const past = '12:00:11';

describe('a job is newly late', () => {
  it.each([
    ['some seconds after it was due', {}, past, true],
    ['not yet while a delivery may be on its way here', {}, '12:00:10', false],
    ['not before', {}, '11:59', false],
    ['when it was delivered after it was due', { delivered_at: at('12:00:01') }, '12:00:02', true],
    ['not when it was delivered just in time', { delivered_at: at('12:00') }, '15:00', false],
    ['not when it was cancelled', { status: 'cancelled' }, past, false],
    ['not twice', { breached_at: at('12:00') }, past, false],
    [
      'nor twice when delivered',
      { breached_at: at('12:00'), delivered_at: at('13:00') },
      past,
      false,
    ],
    ['also when it was halted', { status: 'exception' }, past, true],
  ] as const)('is newly late by the rule: %s', (_, change, now, expected) => {
    expect(isNewlyLate(tracked(change), at(now))).toBe(expected);
  });

  it.each([
    ['begun minutes counted', null, '12:00:11', 1],
    ['to now', null, '13:30', 90],
    ['to the delivery', '12:10', '13:30', 10],
  ])('is late by the minutes %s', (_, delivered, now, minutes_late) => {
    const job = tracked({ delivered_at: delivered === null ? null : at(delivered) });
    expect(breachOf(job, at(now))).toEqual({
      job_id: 'job_1',
      ref: 'SVC-0123ABCD',
      sla_due: '2026-11-02T12:00:00.000Z',
      minutes_late,
    });
  });
});

describe('a job is newly at risk', () => {
  const risky = { at_risk_from: at('11:40') };
  it.each([
    ['once its time has come', risky, '11:41', true],
    ['until it is due', risky, '12:00', true],
    ['not before', risky, '11:40', false],
    ['not when it is late already', risky, '12:01', false],
    ['not while it can be in time', {}, '11:59', false],
    ['not twice', { ...risky, at_risk_at: at('11:41') }, '11:50', false],
    ['not after it was told late', { ...risky, breached_at: at('11:41') }, '11:50', false],
    ['not when it is over', { ...risky, status: 'delivered' }, '11:50', false],
  ] as const)('is newly at risk by the rule: %s', (_, change, now, expected) => {
    expect(isNewlyAtRisk(tracked(change), at(now))).toBe(expected);
  });

  it.each([
    ['moving: its arrival', { arrives_at: at('12:20'), at_risk_from: at('11:00') }, '12:20:00'],
    ['moving, and that has passed: now', { arrives_at: at('11:44'), ...risky }, '11:45:00'],
    ['waiting: the way that is left from now', risky, '12:05:00'],
  ])('is at risk with the expectation when %s', (_, change, predicted) => {
    expect(riskOf(tracked(change), at('11:45'))).toEqual({
      job_id: 'job_1',
      ref: 'SVC-0123ABCD',
      sla_due: '2026-11-02T12:00:00.000Z',
      predicted_at: `2026-11-02T${predicted}.000Z`,
    });
  });
});

describe('whatever happens on the road', () => {
  const event = fc.record({
    status: fc.constantFrom<TrackedJobRecord['status'][]>(
      'assigned',
      'collected',
      'exception',
      'delivered',
    ),
    courier_eta_minutes: fc.option(fc.integer({ min: 0, max: 300 })),
    lat: fc.double({ min: -27, max: -25, noNaN: true }),
    waitMs: fc.integer({ min: 0, max: 40 * 60_000 }),
  });
  type Event = typeof event extends fc.Arbitrary<infer E> ? E : never;

  /** One event after the other, the watch some seconds after each. */
  function watched(events: readonly Event[]) {
    const tally = { risks: 0, breaches: 0 };
    let now = at('10:00');
    let job: TrackedJobRecord | undefined;
    for (const next of events) {
      if (job?.delivered_at) break;
      now = new Date(now.getTime() + next.waitMs);
      job = watch(hear(job, next, now), new Date(now.getTime() + 11_000), tally);
    }
    return { ...tally, job };
  }

  const hear = (
    job: TrackedJobRecord | undefined,
    { status, courier_eta_minutes, lat }: Event,
    now: Date,
  ) => {
    const delivered_at = status === 'delivered' ? now : null;
    const news = jobUpdate({ status, delivered_at, courier_eta_minutes, at: now });
    return applyJobUpdate(job, news, {
      sighting: { position: { lat, lng: 28 }, at: now },
      speedKmh: 40,
    });
  };

  function watch(job: TrackedJobRecord, now: Date, tally: { risks: number; breaches: number }) {
    const isLate = isNewlyLate(job, now);
    const isAtRisk = isNewlyAtRisk(job, now);
    expect(isLate && isAtRisk).toBe(false);
    if (isAtRisk) {
      expect(Date.parse(riskOf(job, now).predicted_at)).toBeGreaterThan(Number(job.sla_due));
    }
    tally.risks += Number(isAtRisk);
    tally.breaches += Number(isLate);
    return {
      ...job,
      at_risk_at: isAtRisk ? now : job.at_risk_at,
      breached_at: isLate ? now : job.breached_at,
    };
  }

  const events = fc.array(event, { minLength: 1, maxLength: 12 });

  it('emits at risk and late at most once each, and risk only of a late job', () => {
    fc.assert(
      fc.property(events, (each) => {
        const { risks, breaches } = watched(each);
        expect(risks).toBeLessThanOrEqual(1);
        expect(breaches).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('emits late for a delivered job exactly when it was late', () => {
    fc.assert(
      fc.property(events, (each) => {
        const { job, breaches } = watched(each);
        if (job?.delivered_at) expect(breaches === 1).toBe(job.delivered_at > job.sla_due);
      }),
    );
  });
});
