import { tracking, vehicle } from '@svc/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type App, newTenant, startTracking } from './app.ts';

let app: App;
let carrier: string;
beforeAll(async () => {
  app = await startTracking();
});
afterAll(() => app.stop());
beforeEach(() => {
  carrier = newTenant();
});

const asked = () => app.clients(carrier).tracking;
const create = (registration: string, tenant = carrier) =>
  app.call([tracking, 'createVehicle'], { registration }, { tenant });

describe('createVehicle', () => {
  it('answers the vehicle, its registration in capitals', async () => {
    const documents = [{ document: 'roadworthiness', expires_on: '2027-01-31' }];
    const made = await asked().createVehicle({ registration: ' ca 123-456 ', documents });
    expect(vehicle.strict().parse(made)).toEqual(made);
    expect(made).toEqual({
      object: 'vehicle',
      id: expect.stringMatching(/^veh_/),
      registration: 'CA 123-456',
      documents,
      last_position: null,
      created_at: '2026-11-02T08:00:00.000Z',
    });
    expect((await asked().listVehicles({})).data).toEqual([made]);
  });

  it('lets another carrier have the same registration', async () => {
    await asked().createVehicle({ registration: 'CA 1' });
    expect(await create('CA 1', newTenant())).toHaveProperty('ok');
  });

  it.each(['CA 123-456', 'ca 123-456', 'CA123456', 'CA-123 456'])(
    'refuses with registration_taken %s once CA 123-456 is there',
    async (registration) => {
      await asked().createVehicle({ registration: 'CA 123-456' });
      expect(await create(registration)).toMatchObject({ refused: { code: 'registration_taken' } });
      expect((await asked().listVehicles({})).data).toHaveLength(1);
    },
  );

  it('takes one of many with the same registration at once', async () => {
    const replies = await Promise.all(Array.from({ length: 10 }, () => create('CA 7')));
    expect(replies.filter((reply) => 'ok' in reply)).toHaveLength(1);
    expect(replies.filter((reply) => 'refused' in reply)).toHaveLength(9);
  });

  it.each(['', 'C', 'x'.repeat(21)])('refuses as bad input the registration "%s"', async (text) => {
    expect(await create(text)).toMatchObject({ invalid: [{ path: ['registration'] }] });
  });
});

describe('listVehicles', () => {
  it('answers page by page, newest first, the own ones only', async () => {
    await app.clients(newTenant()).tracking.createVehicle({ registration: 'CA 0' });
    const made: string[] = [];
    for (const registration of ['CA 1', 'CA 2', 'CA 3']) {
      app.clock.advanceMs(1);
      made.unshift((await asked().createVehicle({ registration })).id);
    }
    const first = await asked().listVehicles({ limit: 2 });
    const ids = first.data.map(({ id }) => id);
    expect([ids, first.has_more]).toEqual([made.slice(0, 2), true]);
    const second = await asked().listVehicles({ limit: 2, starting_after: ids[1] });
    expect([second.data.map(({ id }) => id), second.has_more]).toEqual([made.slice(2), false]);
  });
});
