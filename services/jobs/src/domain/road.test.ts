import { describe, expect, it } from 'vitest';
import { happenings, happens } from '../../test/happenings.ts';
import { clinic, jobIn, laboratory } from '../../test/job.ts';

const driver = { first_name: 'Thandi' };
const vehicle = { registration: 'CA 123-456' };

describe('a driver', () => {
  it('is announced with first name and registration, and no more', () => {
    const { job, events } = happens(jobIn('booked'), happenings.assign);
    expect(job.assignment).toEqual(happenings.assign.assignment);
    expect(events).toMatchObject([
      {
        data: { driver, vehicle, eta_pickup_minutes: 30 },
        custody: { details: { driver_id: 'drv_1', vehicle_id: 'veh_1' } },
      },
    ]);
    expect(JSON.stringify(events[0]?.custody)).not.toContain('Thandi');
  });

  it('is changed by another assignment, the handover code is not', () => {
    const first = happens(jobIn('booked'), happenings.assign);
    expect(first.job.handover_code).toBe('sealed');
    const other = { ...happenings.assign.assignment, driver_id: 'drv_2' };
    const again = happens(first.job, { ...happenings.assign, assignment: other, new_code: 'new' });
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
  ])('takes to the pickup %s', (_, position, eta_minutes) => {
    const { events } = happens(jobIn('assigned'), happenings.depart, { position });
    expect(events).toMatchObject([{ data: { eta_minutes, driver, vehicle } }]);
  });
});

describe('arriving', () => {
  it('is told once for the pickup and once for the drop-off, with the minutes as said', () => {
    const once = happens(jobIn('en_route_pickup'), happenings.arriving);
    expect(once.events).toMatchObject([{ data: { eta_minutes: 5, driver, vehicle } }]);
    const again = happens(once.job, { type: 'arriving', eta_minutes: 2 });
    expect(again).toMatchObject({ events: [], milestones: [], job: { said_eta_minutes: 2 } });
    const collected = happens(again.job, happenings.collect);
    expect(collected.job).toMatchObject({ said_eta_minutes: null, said_eta_at: null });
    const onTheWay = happens(collected.job, happenings.depart);
    expect(happens(onTheWay.job, happenings.arriving).events).toMatchObject([
      { type: 'delivery.arriving' },
    ]);
  });
});
