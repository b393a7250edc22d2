import { driver, tracking } from '@svc/contracts';
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
const named = { first_name: 'Thandi', last_name: 'Mokoena' };
const papers = [
  { document: 'driving_licence', expires_on: '2027-01-31' },
  { document: 'first_aid', expires_on: '2027-06-30' },
];

describe('createDriver', () => {
  it('answers the driver with its documents in their order', async () => {
    const made = await asked().createDriver({ ...named, documents: papers });
    expect(driver.strict().parse(made)).toEqual(made);
    expect(made).toEqual({
      object: 'driver',
      id: expect.stringMatching(/^drv_/),
      ...named,
      documents: papers,
      has_photo: false,
      client_id: null,
      created_at: '2026-11-02T08:00:00.000Z',
    });
    expect((await asked().listDrivers({})).data).toEqual([made]);
  });

  it('makes one driver however often the same request comes', async () => {
    const again = () =>
      app.call([tracking, 'createDriver'], named, { tenant: carrier, request: `once ${carrier}` });
    const [first, second] = [await again(), await again()];
    expect(second).toEqual({ ...first, replayed: true });
    expect((await asked().listDrivers({})).data).toHaveLength(1);
  });

  it.each([
    ['a driver without a last name', { first_name: 'Thandi' }, ['last_name']],
    ['an empty first name', { ...named, first_name: '' }, ['first_name']],
    [
      'a day that there is not',
      { ...named, documents: [{ document: 'driving_licence', expires_on: '2027-02-30' }] },
      ['documents', 0, 'expires_on'],
    ],
  ])('refuses %s as bad input', async (_, input, path) => {
    const reply = await app.call([tracking, 'createDriver'], input, { tenant: carrier });
    expect(reply).toMatchObject({ invalid: [{ path }] });
  });
});

describe('listDrivers', () => {
  it('answers page by page, newest first', async () => {
    const made: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      app.clock.advanceMs(1);
      made.unshift((await asked().createDriver(named)).id);
    }
    const first = await asked().listDrivers({ limit: 3 });
    const ids = first.data.map(({ id }) => id);
    expect([ids, first.has_more]).toEqual([made.slice(0, 3), true]);
    const second = await asked().listDrivers({ limit: 3, starting_after: ids[2] });
    expect([second.data.map(({ id }) => id), second.has_more]).toEqual([made.slice(3), false]);
  });

  it("shows nobody another carrier's", async () => {
    await asked().createDriver(named);
    expect(await app.clients(newTenant()).tracking.listDrivers({})).toEqual({
      object: 'list',
      data: [],
      has_more: false,
    });
  });
});
