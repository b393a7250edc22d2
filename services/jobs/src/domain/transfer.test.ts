import type { AssignmentFact, TransferSide } from '@svc/contracts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { assignment, jobIn } from '../../test/job.ts';
import { applyCommand, code, custodyOf, now } from '../../test/job-commands.ts';
import type { JobRecord } from './job.ts';
import type { JobCommandContext, TransferCommand } from './job-command.ts';

const crewOf = (n: number): AssignmentFact => ({
  driver_id: `drv_${n}`,
  driver_first_name: `Driver ${n}`,
  vehicle_id: `veh_${n}`,
  registration: `CA ${n}`,
});
const job = (change: Partial<JobRecord> = {}) =>
  jobIn('in_transit', { assignment: crewOf(1), ...change });

type Report = Partial<TransferCommand> & Partial<JobCommandContext>;
const report = (before: JobRecord, side: TransferSide, driver: number, change: Report = {}) => {
  const { at, note, ...fields } = change;
  const to = side === 'give' ? null : crewOf(driver);
  const command = {
    type: 'transfer',
    side,
    to,
    seal: 'SEAL-1',
    giver: before.assignment ?? undefined,
  } as const;
  const courier_id = side === 'desk' ? undefined : `drv_${driver}`;
  return applyCommand(before, { ...command, ...fields }, { courier_id, at, note });
};

it('names both couriers, whichever of the two reports first', () => {
  const given = report(job(), 'give', 1);
  expect(given.milestones).toMatchObject([{ type: 'scanned', seal: 'SEAL-1' }]);
  expect(given.job.assignment).toEqual(crewOf(1));
  expect(custodyOf(given)).toEqual(['scanned']);
  const taken = report(given.job, 'take', 2);
  expect(taken.job).toMatchObject({ status: 'in_transit', assignment: crewOf(2) });
  expect(custodyOf(taken)).toEqual(['scanned', 'transferred']);
  const late = report(report(job(), 'take', 2).job, 'give', 1);
  expect(custodyOf(late)).toEqual(['scanned']);
  const both = { from: crewOf(1), to: crewOf(2) };
  expect(taken.job.transfers).toMatchObject([{ ...both, reported: ['give', 'take'] }]);
  expect(late.job.transfers).toMatchObject([{ ...both, reported: ['take', 'give'] }]);
});

it('records a scan at the time that the phone tells, and a holder never before the one before', () => {
  const at = new Date(now.getTime() - 3_600_000);
  const before = job({ milestone_at: new Date(now.getTime() - 60_000) });
  const { events, job: after } = report(before, 'take', 2, { at });
  expect(events.map(({ custody }) => custody?.at)).toEqual([
    at.toISOString(),
    before.milestone_at.toISOString(),
  ]);
  expect(after.milestone_at).toEqual(before.milestone_at);
});

it('says of a seal that nobody compared that it does not match, with the reason as note', () => {
  const { events, job: after } = report(job(), 'desk', 2, { seal: undefined, reason: 'Accident' });
  expect(after.status).toBe('in_transit');
  expect(events[0]).toMatchObject({
    data: { seal_match: false },
    custody: { note: 'Accident', seal: null, details: { transfer: 'desk' } },
  });
});

it('stops the job at another seal, with the taker', () => {
  const { job: after } = report(job(), 'take', 2, { seal: 'SEAL-9' });
  expect(after).toMatchObject({
    ...{ status: 'exception', interrupted_status: 'in_transit', assignment: crewOf(2) },
  });
  expect(report(after, 'take', 3, { seal: 'SEAL-9' }).job.status).toBe('exception');
});

it.each<[string, JobRecord, TransferSide, number, Report?]>([
  ['job_not_found', job(), 'take', 2, { giver: undefined }],
  ['job_not_found', job(), 'give', 2],
  ['already_transferred', job(), 'take', 1],
  ['already_transferred', job(), 'desk', 1],
  ['already_transferred', report(job(), 'give', 1).job, 'give', 1],
  ['already_transferred', report(report(job(), 'take', 2).job, 'give', 1).job, 'give', 1],
  ['not_on_board', jobIn('en_route_pickup', { assignment: crewOf(1) }), 'take', 2],
  ['not_on_board', jobIn('assigned', { assignment: crewOf(1) }), 'give', 1],
  ['not_on_board', job({ status: 'exception', return_job_id: 'job_2' }), 'desk', 2],
  ['already_delivered', jobIn('delivered', { assignment: crewOf(1) }), 'take', 2],
  ['already_cancelled', jobIn('cancelled', { assignment: crewOf(1) }), 'desk', 2],
  ['invalid_time', job(), 'take', 2, { at: new Date(now.getTime() + 61_000) }],
])('is refused with %s', (...[wanted, before, side, driver, change]) => {
  expect(code(() => report(before, side, driver, change))).toBe(wanted);
});

it('at each instant exactly one holder, whatever three couriers and the desk report', () => {
  const reports = fc.record({
    side: fc.constantFrom<TransferSide>('give', 'take', 'desk'),
    driver: fc.integer({ min: 1, max: 3 }),
    minutes: fc.integer({ min: -90, max: 0 }),
  });
  fc.assert(
    fc.property(fc.array(reports, { maxLength: 30 }), (all) => {
      let held = job({ milestone_at: new Date(now.getTime() - 7_200_000) });
      const holders = [{ driver: assignment.driver_id, from: 0 }];
      for (const { side, driver, minutes } of all) {
        const at = new Date(now.getTime() + minutes * 60_000);
        const before = held;
        const result = code(() => {
          const after = report(before, side, driver, { at, reason: 'Tried' });
          const facts = after.events.flatMap(({ custody }) => custody ?? []);
          const moved = facts.filter(({ type }) => type === 'transferred');
          const isMoved = after.job.assignment?.driver_id !== before.assignment?.driver_id;
          expect(moved).toHaveLength(isMoved ? 1 : 0);
          for (const { at: since, details } of moved) {
            expect(details).toMatchObject({
              from_driver_id: holders.at(-1)?.driver,
              to_driver_id: after.job.assignment?.driver_id,
            });
            const from = Date.parse(since);
            expect(from).toBeGreaterThanOrEqual(holders.at(-1)?.from ?? 0);
            holders.push({ driver: `drv_${driver}`, from });
          }
          held = after.job;
        });
        if (result !== 'taken') expect(held).toBe(before);
        expect(held.transfers.filter(({ to }) => to === null).length).toBeLessThanOrEqual(1);
      }
    }),
  );
});
