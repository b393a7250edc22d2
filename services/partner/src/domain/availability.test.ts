import { orderTrip } from '@svc/contracts';
import { expect, it } from 'vitest';
import { etaMinutes, stockOf, unavailableReason } from './availability.ts';

const trip = orderTrip.parse({
  pickup_site_id: 'ph-0',
  dropoff_site_id: 'cli-0',
  items: [
    { item_code: 'A', quantity: 2 },
    { item_code: 'B', quantity: 1 },
  ],
});
const all = { items: [], km: 10, kmMax: 100, isOpen: true, options: 1 };
const short = { item_code: 'A', requested: 2, available: 1 };

it('stock is null when no feed named it, and zero once a full feed left it out', () => {
  const known = new Map([['A', 5]]);
  expect(stockOf(trip, known, false).map(({ available }) => available)).toEqual([5, null]);
  expect(stockOf(trip, known, true).map(({ available }) => available)).toEqual([5, 0]);
});

it.each([
  ['nothing', {}, null],
  [
    'too little in stock, before all else',
    { items: [short], km: 999, isOpen: false },
    'out_of_stock',
  ],
  ['the distance, before the hours', { km: 100.1, isOpen: false }, 'out_of_area'],
  ['the hours, before the service', { isOpen: false, options: 0 }, 'closed'],
  ['no such service', { options: 0 }, 'no_service'],
  ['not stock that nobody told', { items: [{ ...short, available: null }] }, null],
  ['not stock that is just enough', { items: [{ ...short, available: 2 }] }, null],
])('the reason against an option follows the precedence: %s', (_, found, reason) => {
  expect(unavailableReason({ ...all, ...found })).toBe(reason);
});

it.each([
  ['half an hour to the pharmacy and the drive', { km: 20, waitMs: 0 }, 360, 60],
  ['the time until it is packed before that', { km: 20, waitMs: 90_001 }, 360, 62],
  ['never more than the SLA once it is packed', { km: 90, waitMs: 600_000 }, 120, 130],
])('the minutes to the door are reckoned: %s', (_, way, sla, expected) => {
  expect(etaMinutes(way, sla)).toBe(expected);
});
