import { tracking } from '@svc/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type App, newCrew, newTenant, startTracking } from './app.ts';

let app: App;
let carrier: string;
let crew: { driver_id: string; vehicle_id: string };
beforeAll(async () => {
  app = await startTracking();
});
afterAll(() => app.stop());
beforeEach(async () => {
  carrier = newTenant();
  const { driver, vehicle } = await newCrew(app, carrier);
  crew = { driver_id: driver.id, vehicle_id: vehicle.id };
});

const ask = (fields: Record<string, unknown>, tenant = carrier) =>
  app.call([tracking, 'assignmentDetails'], { ...crew, ...fields }, { tenant });

describe('assignmentDetails', () => {
  it('answers the first name and the registration', async () => {
    expect(await ask({})).toEqual({
      ok: { ...crew, driver_first_name: 'Thandi', registration: `CA ${carrier.toUpperCase()}` },
    });
  });

  it.each([
    ['unknown_driver', 'a driver that never was', { driver_id: 'drv_none' }],
    ['unknown_vehicle', 'a vehicle that never was', { vehicle_id: 'veh_none' }],
    ['unknown_driver', 'both', { driver_id: 'drv_none', vehicle_id: 'veh_none' }],
  ])('refuses with %s %s', async (code, _, fields) => {
    expect(await ask(fields)).toMatchObject({ refused: { code } });
  });

  it("refuses another carrier's driver and vehicle", async () => {
    const rival = newTenant();
    expect(await ask({}, rival)).toMatchObject({ refused: { code: 'unknown_driver' } });
    const { driver } = await newCrew(app, rival);
    expect(await ask({ driver_id: driver.id }, rival)).toMatchObject({
      refused: { code: 'unknown_vehicle' },
    });
  });
});
