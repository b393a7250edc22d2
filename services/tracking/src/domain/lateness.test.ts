import { expect, it } from 'vitest';
import { at } from '../../test/tracked-job.ts';
import { latenessOf } from './lateness.ts';

const underWay = {
  status: 'in_transit',
  sla_due: at('12:00'),
  delivered_at: null,
  returned_at: null,
};

it.each([
  { told: 'before the due time', now: '11:00', is: ['on_time', 0] },
  { told: 'while it can be made', risk: at('11:30'), now: '11:00', is: ['on_time', 0] },
  { told: 'when it cannot be made', risk: at('11:30'), now: '11:31', is: ['at_risk', 0] },
  { told: 'a moment after it, for news may be on its way', now: '12:00:09', is: ['on_time', 0] },
  { told: 'after it', now: '12:00:11', is: ['overdue', 1] },
  { told: 'long after it', change: { status: 'booked' }, now: '12:31', is: ['overdue', 31] },
  { told: 'halted', change: { status: 'exception' }, now: '12:31', is: ['overdue', 31] },
  { told: 'delivered in time', change: { delivered_at: at('12:00') }, is: ['met', 0] },
  { told: 'delivered late', change: { delivered_at: at('12:10:01') }, is: ['missed', 11] },
  { told: 'cancelled', change: { status: 'cancelled' }, is: [null, 0] },
  { told: 'brought back', change: { returned_at: at('13:00') }, is: [null, 0] },
])(
  'lateness is shown for the case that $told',
  ({ change = {}, risk = null, now = '14:00', is }) => {
    const [sla_status, minutes_late] = is;
    const told = latenessOf({ ...underWay, ...change }, { at_risk_from: risk }, at(now));
    expect(told).toEqual({ sla_status, minutes_late });
  },
);
