import { Refusal } from '@svc/kit/refusal';
import { describe, expect, it } from 'vitest';
import { requireOpenThread } from './job-message.ts';

const assignment = {
  ...{ driver_id: 'drv_1', driver_first_name: 'Naledi' },
  ...{ vehicle_id: 'veh_1', registration: 'CA 123-456' },
};
const milestone_at = new Date('2026-11-02T08:00:00Z');
const job = { ref: 'SVC-1', status: 'in_transit', assignment, milestone_at } as const;
/** A second before the end of the retention, and at its end. */
const before = new Date('2026-12-02T07:59:59Z');
const after = new Date('2026-12-02T08:00:00Z');

const codeOf = (changes: object, count: number, now: Date): string => {
  try {
    requireOpenThread({ ...job, ...changes }, { count, now, retentionDays: 30 });
    return 'accepted';
  } catch (error) {
    return error instanceof Refusal ? error.code : String(error);
  }
};

describe('a message about a job', () => {
  it.each([
    ['under way', {}, 0, after, 'accepted'],
    ['without a driver', { assignment: null }, 0, before, 'messages_closed'],
    ['delivered 29 days ago', { status: 'delivered' }, 0, before, 'accepted'],
    ['delivered 30 days ago', { status: 'delivered' }, 0, after, 'messages_closed'],
    ['cancelled 30 days ago', { status: 'cancelled' }, 0, after, 'messages_closed'],
    ['interrupted 30 days ago', { status: 'exception' }, 0, after, 'messages_closed'],
    ['that has 199 messages', {}, 199, before, 'accepted'],
    ['that has 200 messages', {}, 200, before, 'too_many_messages'],
  ])('%s is answered by the rule', (_, changes, count, now, expected) => {
    expect(codeOf(changes, count, now)).toBe(expected);
  });
});
