import { expect, it } from 'vitest';
import { at } from '../../test/tracked-job.ts';
import { type EarlierHold, holdsIn, nextHolds } from './holds.ts';

const text = (time: string) => at(time).toISOString();
const first: EarlierHold = { vehicle_id: 'veh_1', from: text('09:00'), to: text('10:00') };
const second: EarlierHold = { vehicle_id: 'veh_2', from: text('10:00'), to: text('11:00') };
const job = { vehicle_id: 'veh_3', earlier_holds: [first, second] };

it.each([
  ['08:30', '12:00', 'veh_1 08:30 10:00 left, veh_2 10:00 11:00 left, veh_3 11:00 12:00'],
  ['09:30', '10:30', 'veh_1 09:30 10:00 left, veh_2 10:00 10:30'],
  ['11:10', '11:20', 'veh_3 11:10 11:20'],
])('from %s to %s the parcels were in %s', (from, to, wanted) => {
  const holds = holdsIn(job, { from: at(from), to: at(to) });
  const clock = (date: Date) => date.toISOString().slice(11, 16);
  const named = holds.map(({ vehicleId, from: begun, to: ended, isLeft }) =>
    [vehicleId, clock(begun), clock(ended), ...(isLeft ? ['left'] : [])].join(' '),
  );
  expect(named.join(', ')).toBe(wanted);
});

const held = { ...job, vehicle_id: 'veh_1', earlier_holds: null };
const moved = { vehicle_id: 'veh_2', at: at('10:00') };

it('another vehicle after the collection ends the hold of the first', () => {
  const collected = { ...held, collected_at: at('09:00'), ended_at: null };
  const holds = nextHolds(collected, moved);
  expect(holds).toEqual([first]);
  const next = { ...collected, vehicle_id: 'veh_2', earlier_holds: holds };
  expect(nextHolds(next, { vehicle_id: 'veh_3', at: at('11:00') })).toEqual([first, second]);
  expect(nextHolds(next, { vehicle_id: 'veh_2', at: at('10:30') })).toBe(holds);
});

it.each([
  ['before the collection', { collected_at: null, ended_at: null }],
  ['after the end', { collected_at: at('09:00'), ended_at: at('09:30') }],
])('another vehicle %s ends nothing', (_, times) => {
  expect(nextHolds({ ...held, ...times }, moved)).toBeNull();
});
