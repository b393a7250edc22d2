import { builtInProfiles } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { at, tracked } from '../../../test/tracked-job.ts';
import { type JobChange, nextWatchedJob } from './watched-job.ts';

const turn = (change: Partial<JobChange>): JobChange => ({
  type: 'job.updated',
  status: 'booked',
  at: at('09:00'),
  temperature_class: '2-8C',
  temperature_profile: null,
  collected_at: null,
  delivered_at: null,
  ...change,
});
const justBefore = (time: string) => new Date(at(time).getTime() - 1);
const onBoard = (status: JobChange['status']) => turn({ status, collected_at: at('09:00') });
const watched = tracked({ evaluated_until: at('09:20') });
const collected = tracked({ collected_at: at('09:00'), evaluated_until: at('09:30') });

it.each([
  ['not before the driver sets out', tracked(), turn({ status: 'assigned' }), null],
  ['from when the driver sets out', tracked(), turn({ status: 'en_route_pickup' }), at('09:00')],
  ['from the moment of collection on', tracked(), onBoard('collected'), justBefore('09:00')],
  ['again from there, when that is told late', watched, onBoard('collected'), justBefore('09:00')],
  ['further, whatever is told of the job', collected, onBoard('in_transit'), at('09:30')],
  ['no more, when cancelled before collection', watched, turn({ status: 'cancelled' }), null],
] as const)('readings are evaluated by the rule: %s', (_when, before, next, expected) => {
  expect(nextWatchedJob(before, next).evaluated_until).toEqual(expected);
});

it('a job keeps its profile when an event of the version before has none', () => {
  const temperature_profile = { name: 'platelets', ...builtInProfiles.platelets };
  const { temperature_profile: kept } = nextWatchedJob(undefined, turn({ temperature_profile }));
  expect(kept).toEqual(temperature_profile);
  const known = tracked({ temperature_profile });
  expect(nextWatchedJob(known, turn({}))).toMatchObject({ temperature_profile });
});

describe('a trace ends', () => {
  const held = { collected_at: at('09:00'), at: at('10:05') };
  it.each([
    ['delivery.completed', 'delivered', at('10:00'), at('10:00')],
    ['delivery.failed', 'exception', null, at('10:05')],
    ['return.completed', 'exception', null, at('10:05')],
    ['seal.broken', 'exception', null, null],
  ] as const)('ends with the event of %s', (type, status, delivered_at, expected) => {
    const after = nextWatchedJob(collected, turn({ ...held, type, status, delivered_at }));
    expect(after.trace_ended_at).toEqual(expected);
    expect(after.evaluated_until).toEqual(at('09:30'));
  });

  it('ends only once for repeated events', () => {
    const ended = tracked({ ...collected, trace_ended_at: at('10:00') });
    const later = turn({ ...held, type: 'return.completed', status: 'exception' });
    expect(nextWatchedJob(ended, later).trace_ended_at).toEqual(at('10:00'));
  });
});
