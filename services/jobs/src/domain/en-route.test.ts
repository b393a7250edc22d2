import { expect, it } from 'vitest';
import { clinic, jobIn, laboratory } from '../../test/job.ts';
import { applyCommand, commands } from '../../test/job-commands.ts';

const driver = { first_name: 'Thandi' };
const vehicle = { registration: 'CA 123-456' };

it('a driver is announced with first name and registration alone', () => {
  const { job, events } = applyCommand(jobIn('booked'), commands.assign);
  expect(job.assignment).toEqual(commands.assign.assignment);
  expect(events).toMatchObject([
    {
      data: { driver, vehicle, eta_pickup_minutes: 30 },
      custody: { details: { driver_id: 'drv_1', vehicle_id: 'veh_1' } },
    },
  ]);
  expect(JSON.stringify(events[0]?.custody)).not.toContain('Thandi');
});

it('another assignment changes the driver and not the handover code', () => {
  const first = applyCommand(jobIn('booked'), commands.assign);
  expect(first.job.handover_code).toBe('sealed');
  const other = { ...commands.assign.assignment, driver_id: 'drv_2' };
  const again = applyCommand(first.job, {
    ...commands.assign,
    assignment: other,
    new_code: 'new',
  });
  expect(again.job).toMatchObject({ assignment: other, handover_code: 'sealed' });
  expect([...first.milestones, ...again.milestones].map(({ note }) => note)).toEqual([
    'Driver assigned',
    'Another driver assigned',
  ]);
});

it.each([
  ['half an hour when nobody knows where it is', undefined, 30],
  ['the way at 40 km/h from where it is', laboratory.position, 21],
  ['nothing when it is there', clinic.position, 0],
])('the way of a driver to the pickup takes %s', (_, position, eta_minutes) => {
  const { events } = applyCommand(jobIn('assigned'), commands.depart, { position });
  expect(events).toMatchObject([{ data: { eta_minutes, driver, vehicle } }]);
});

it('an arrival is emitted once per stop, with the reported minutes', () => {
  const once = applyCommand(jobIn('en_route_pickup'), commands.arriving);
  expect(once.events).toMatchObject([{ data: { eta_minutes: 5, driver, vehicle } }]);
  const again = applyCommand(once.job, { type: 'arriving', eta_minutes: 2 });
  expect(again).toMatchObject({ events: [], milestones: [], job: { announced_eta_minutes: 2 } });
  const collected = applyCommand(again.job, commands.collect);
  expect(collected.job).toMatchObject({ announced_eta_minutes: null, announced_eta_at: null });
  const onTheWay = applyCommand(collected.job, commands.depart);
  expect(applyCommand(onTheWay.job, commands.arriving).events).toMatchObject([
    { type: 'delivery.arriving' },
  ]);
});
