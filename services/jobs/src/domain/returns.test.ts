import { builtInProfiles } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { clinic, jobIn, laboratory, priced } from '../../test/job.ts';
import { applyCommand, commands, custodyOf, ids, now, typesOf } from '../../test/job-commands.ts';

const early = new Date('2026-11-02T08:40:00.000Z');
const original = jobIn('in_transit');
const failed = applyCommand(original, commands.delivery_failed, { at: early });
const back = failed.spawned?.job ?? original;

describe('a failed hand-over', () => {
  it('leaves the job an exception that names its return', () => {
    expect(failed.job).toMatchObject({ status: 'exception', return_job_id: 'job_return' });
    expect(failed.events).toMatchObject([
      {
        data: { reason: 'nobody there', return_job_id: 'job_return' },
        custody: { type: 'delivery_failed', details: { return_job_id: 'job_return' } },
      },
      { data: { return_job_id: 'job_return', reason: 'nobody there' }, custody: null },
    ]);
  });

  it('keeps its reason from the timeline and the chain', () => {
    const shown = [failed.milestones, failed.events.map(({ custody }) => custody)];
    expect(JSON.stringify(shown)).not.toContain('nobody there');
  });
});

describe('the return', () => {
  it('is a free job in the other direction under the same seal and driver', () => {
    expect(back).toEqual({
      ...original,
      ...ids,
      status: 'collected',
      priced: { ...priced, lines: [], base_cents: 0, amount_cents: 0, vat_cents: 0 },
      pickup: laboratory,
      dropoff: clinic,
      requirements: { otp: false, id_check: false, signature: false, photo: false },
      created_at: now,
      starts_at: now,
      sla_due: new Date('2026-11-02T13:00:00.000Z'),
      collected_at: early,
      departed_at: null,
      milestone_at: early,
      return_of: original.id,
      custody_events: 2,
    });
    expect(back).toMatchObject({ seal: 'SEAL-1', assignment: original.assignment });
    const temperature_profile = { name: 'platelets', ...builtInProfiles.platelets };
    const kept = jobIn('in_transit', { temperature_profile });
    const { spawned } = applyCommand(kept, commands.delivery_failed, { at: early });
    expect(spawned?.job.temperature_profile).toBe(temperature_profile);
  });

  it('begins its own chain: booked, then collected', () => {
    expect(failed.spawned && typesOf(failed.spawned)).toEqual(['job.created', 'job.updated']);
    expect(failed.spawned && custodyOf(failed.spawned)).toEqual(['booked', 'collected']);
    expect(failed.spawned?.events).toMatchObject([
      { custody: { at: early.toISOString(), by: 'driver:drv_1' } },
      { custody: { seal: 'SEAL-1' } },
    ]);
  });

  it('requires no proof but a recipient', () => {
    const { recipient, type, seal, id_check } = commands.deliver;
    const bare = { type, recipient, seal, id_check, code: 'missing', files: [] } as const;
    expect(applyCommand(back, bare).job.status).toBe('delivered');
  });

  it('can be delivered from the moment of the failure on', () => {
    expect(applyCommand(back, commands.deliver, { at: early }).job.delivered_at).toEqual(early);
  });

  it('is followed by another return when it fails itself', () => {
    const again = applyCommand(back, {
      ...commands.delivery_failed,
      ids: { ...ids, id: 'job_3' },
    });
    expect(again.spawned?.job).toMatchObject({
      id: 'job_3',
      return_of: 'job_return',
      dropoff: laboratory,
    });
  });
});

it('the original of a delivered return stays an exception, with a returned fact', () => {
  const { job, events } = applyCommand(failed.job, commands.returned);
  expect(job).toMatchObject({ status: 'exception', delivered_at: null });
  expect(events).toMatchObject([
    {
      type: 'return.completed',
      data: { return_job_id: 'job_return', delivered_at: now.toISOString() },
      custody: { type: 'returned', details: { return_job_id: 'job_return' } },
    },
  ]);
});
