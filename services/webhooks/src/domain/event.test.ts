import { tracking } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { endsJob, isPublic, splitBody, type UnnumberedEvent } from './event.ts';

const event: UnnumberedEvent = {
  id: 'evt_1',
  type: 'job.created',
  created_at: '2026-11-02T08:00:00.000Z',
  tenant_id: 'ten_a',
  job_id: 'job_1',
  data: { job_id: 'job_1', ref: 'SVC-“1”' },
};

describe('a body', () => {
  it('is the envelope with its number in it', () => {
    const { head, tail } = splitBody(event);
    expect(JSON.parse(`${head}7${tail}`)).toEqual({ ...event, sequence: 7 });
  });

  it('leaves out all that is not for subscribers', () => {
    const envelope = { ...event, internals: { price: 1 }, producer: 'jobs' };
    const { head, tail } = splitBody(envelope);
    expect(JSON.parse(`${head}7${tail}`)).toEqual({ ...event, sequence: 7 });
  });
});

describe('an event', () => {
  it('is public by its type, and when it has a tenant', () => {
    expect(isPublic(event)).toBe(true);
    expect(isPublic({ ...event, type: 'driver.moved' })).toBe(false);
    expect(isPublic({ ...event, tenant_id: '' })).toBe(false);
  });

  it.each([
    ['delivery.completed', true],
    ['return.completed', true],
    ['job.cancelled', true],
    ['delivery.failed', false],
    ['pod.available', false],
  ])('of type %s ends its job: %s', (type, ends) => {
    expect(endsJob(type)).toBe(ends);
  });

  it('of tracking is public without what only services may know', () => {
    const kept = Object.keys(tracking.events).filter((type) => !isPublic({ ...event, type }));
    expect(kept.sort()).toEqual([
      ...[
        'binding.changed',
        'change.recorded',
        'cold_chain.decided',
        'cold_chain.sealed',
        'compliance.renewed',
      ],
      ...['event.quarantined', 'geofence.entered'],
    ]);
  });
});
