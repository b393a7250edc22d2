import { expect, it } from 'vitest';
import { jobIn } from '../../test/job.ts';
import { applyCommand, commands, now } from '../../test/job-commands.ts';

const at = (time: string) => new Date(`2026-11-02T${time}Z`);
const previous = at('08:30:00.000');
const job = jobIn('assigned', { milestone_at: previous });
const departAt = (time?: Date) => applyCommand(job, commands.depart, { at: time });

it.each([
  ['now when none is said', undefined, now],
  ['what is said, for a device that was offline', at('08:45:00.000'), at('08:45:00.000')],
  ['that of the previous milestone at the earliest', previous, previous],
  ['a minute ahead at the latest', at('09:01:00.000'), at('09:01:00.000')],
])('the time of a milestone is %s', (_, reported, expected) => {
  const { job: after, milestones } = departAt(reported);
  expect(after.milestone_at).toEqual(expected);
  expect(milestones).toMatchObject([{ at: expected }]);
});

it.each([
  ['before the previous milestone', at('08:29:59.999'), '2026-11-02T08:30:00.000Z'],
  ['more than a minute ahead', at('09:01:00.001'), 'more than 60 s in the future'],
])('the time of a milestone is refused %s', (_, reported, detail) => {
  expect(() => departAt(reported)).toThrow(new RegExp(`^invalid_time: .*${detail}`));
});

it('a milestone after one with a fast clock has the same time', () => {
  const ahead = at('09:00:40.000');
  const { job: after } = applyCommand({ ...job, milestone_at: ahead }, commands.depart);
  expect(after.milestone_at).toEqual(ahead);
});

it('the state is judged before the time of a late scan', () => {
  expect(() => applyCommand(jobIn('delivered'), commands.scan, { at: at('07:00:00.000') })).toThrow(
    /^invalid_transition/,
  );
});

it('an update has no time of its own', () => {
  expect(applyCommand(job, commands.update).job.milestone_at).toEqual(previous);
});
