import { describe, expect, it } from 'vitest';
import { assignment, jobIn } from '../../test/job.ts';
import { applyCommand, commands, now } from '../../test/job-commands.ts';
import type { JobRecord } from './job.ts';
import { requireVersion, toUndo } from './last-change.ts';

const other = {
  ...assignment,
  driver_id: 'drv_2',
  driver_first_name: 'Sipho',
  vehicle_id: 'veh_2',
};
const by = { by: 'desk:usr_1', person: 'Lerato M' };
const assigned = (job: JobRecord, to = assignment) =>
  applyCommand(job, { ...commands.assign, assignment: to }, by).job;
const undone = (job: JobRecord) => applyCommand(job, commands.undo_assignment, by);

describe('the version of a job', () => {
  it('grows with each command that changes it, and with no other', () => {
    const job = assigned(jobIn('booked'));
    expect(job.version).toBe(2);
    const relabelled = applyCommand(job, commands.update).job;
    expect(relabelled.version).toBe(3);
    expect(applyCommand(relabelled, commands.update).job.version).toBe(3);
  });

  it('must match that of a decision that names one', () => {
    const job = assigned(jobIn('booked'));
    expect(() => requireVersion(job, undefined)).not.toThrow();
    expect(() => requireVersion(job, 2)).not.toThrow();
    expect(() => requireVersion(job, 1)).toThrow(
      `job_changed: Job SVC-0123ABCD was assigned to Thandi with CA 123-456, by Lerato M at ${now.toISOString()}.`,
    );
  });

  it.each([
    ['undo_assignment', 'assigned', 'waits for a driver again: its assignment was undone'],
    ['update', 'booked', 'was updated'],
    ['cancel', 'booked', 'was cancelled'],
    ['depart', 'assigned', 'is on the way to the pickup'],
    ['depart', 'collected', 'is on the way to the drop-off'],
    ['arriving', 'in_transit', 'is about to arrive'],
    ['collect', 'assigned', 'was collected'],
    ['pickup_failed', 'assigned', 'could not be collected'],
    ['deliver', 'in_transit', 'was handed over'],
    ['delivery_failed', 'in_transit', 'could not be handed over'],
    ['resume', 'exception', 'goes on after an exception'],
  ] as const)('is described after %s of a job that is %s as %s', (type, from, words) => {
    const { job } = applyCommand(jobIn(from), commands[type], { by: 'driver:drv_1' });
    expect(() => requireVersion(job, 1)).toThrow(`Job SVC-0123ABCD ${words}, by the driver at `);
  });

  it('is described with both seals after a replacement', () => {
    const { job } = applyCommand(jobIn('collected'), { ...commands.scan, seal: 'SEAL-9' });
    expect(() => requireVersion(job, 1)).toThrow('was found with another seal, by the driver');
  });

  it('refers to the change itself for jobs from before versions', () => {
    expect(() => requireVersion(jobIn('booked'), 7)).toThrow('SVC-0123ABCD has version 1.');
  });
});

describe('undoing an assignment', () => {
  it('leaves a job without a driver that had none', () => {
    const { job, events, milestones } = undone(assigned(jobIn('booked')));
    expect(job).toMatchObject({ status: 'booked', assignment: null, version: 3 });
    expect(events).toMatchObject([
      { data: { changed: [{ field: 'status', from: 'assigned', to: 'booked' }] }, custody: null },
    ]);
    expect(milestones).toMatchObject([{ type: 'updated', note: 'Waiting for another driver' }]);
  });

  it('restores the former driver, with a new fact in the chain', () => {
    const first = assigned(jobIn('booked'));
    const { job, events } = undone(assigned(first, other));
    expect(job).toMatchObject({ status: 'assigned', assignment, handover_code: 'sealed' });
    expect(events).toMatchObject([{ type: 'job.assigned', custody: { type: 'assigned' } }]);
    expect(() => requireVersion(job, 3)).toThrow('was given back to Thandi with CA 123-456');
  });

  it.each([
    ['it was undone already', (job: JobRecord) => undone(assigned(assigned(job), other)).job],
    ['the job changed since', (job: JobRecord) => applyCommand(job, commands.update).job],
  ])('is refused with invalid_transition when %s', (_, change) => {
    const job = change(assigned(jobIn('booked')));
    expect(toUndo(job)).toBeNull();
    expect(() => undone(job)).toThrow(/^invalid_transition: The latest change .* nothing to undo/);
  });

  it('is possible while the assignment is the latest change', () => {
    expect(toUndo(assigned(jobIn('booked')))).toEqual({ at: now.toISOString(), by: 'Lerato M' });
  });
});
