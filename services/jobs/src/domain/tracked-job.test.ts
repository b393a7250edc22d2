import { trackedJob } from '@svc/contracts';
import { expect, it } from 'vitest';
import { bookedAt, type bookedJob, jobIn } from '../../test/job.ts';
import { applyCommand, commands } from '../../test/job-commands.ts';
import { toTrackedJob } from './tracked-job.ts';

const addresses = { publicUrl: 'https://svc.example', apiUrl: 'https://api.example/v1' };
const tracked = (job: typeof bookedJob) =>
  toTrackedJob(job, {
    milestones: [{ at: bookedAt, type: 'booked', note: 'Booked', seal: null }],
    last_sequence: 3,
    addresses,
  });

it('a tracked job has status, places, driver and timeline', () => {
  const record = tracked(jobIn('assigned'));
  expect(trackedJob.strict().parse(record)).toEqual(record);
  expect(record).toMatchObject({
    sender_name: 'Tenant A',
    temperature_class: 'ambient',
    status: 'assigned',
    assignment: { driver_id: 'drv_1' },
    announced_eta: null,
    tracking_url: 'https://svc.example/t/a-token-of-22-letters-x',
    events: [{ at: '2026-11-02T08:00:00.000Z', type: 'booked', note: 'Booked', seal: null }],
    last_sequence: 3,
  });
  expect(JSON.stringify(record)).not.toContain('sealed');
});

it('a tracked job has the reported minutes with their time', () => {
  const { job } = applyCommand(jobIn('en_route_pickup'), commands.arriving);
  expect(tracked(job).announced_eta).toEqual({ minutes: 5, at: '2026-11-02T09:00:00.000Z' });
});
