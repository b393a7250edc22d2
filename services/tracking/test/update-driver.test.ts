import { refused } from '@svc/kit/testing/service-test';
import { beforeEach, describe, expect, it } from 'vitest';
import { newCrew, trackingTest } from './app.ts';
import { asked } from './neighbours.ts';

const app = trackingTest();
const own = () => app.as();

let id: string;
beforeEach(async () => {
  id = (await newCrew(app)).driver.id;
  asked.length = 0;
});
const update = (change: object) => app.call('updateDriver', { id, ...change });

const base = { name: 'Depot', position: { lat: -26.2041, lng: 28.0473 } };
const shifts = {
  week: [{ day: 'mon', from: '08:00', to: '17:00' }],
  exceptions: [{ date: '2026-12-25', from: null, to: null }],
};

describe('a correction of a driver', () => {
  it('changes what is sent and keeps the rest', async () => {
    const before = await own().getDriver({ id });
    const change = { last_name: 'Mokoena-Dube', phone: '082 555 0123', base, shifts };
    const after = { ...before, ...change, phone: '+27825550123' };
    expect(await update(change)).toEqual({ ok: after });
    expect((await own().listDrivers({})).data).toEqual([after]);
    const cleared = { ...after, phone: null, base: null, shifts: null };
    expect(await update({ phone: null, base: null, shifts: null })).toEqual({ ok: cleared });
  });

  it.each([
    ['a telephone number without digits enough', { phone: '082' }],
    ['two shifts of a day', { shifts: { ...shifts, week: [...shifts.week, ...shifts.week] } }],
    ['a time that is none', { shifts: { ...shifts, week: [{ day: 'mon', from: '8', to: '17' }] } }],
    [
      'an exception with one time',
      { shifts: { week: [], exceptions: [{ date: '2026-12-25', from: '08:00', to: null }] } },
    ],
    [
      'two exceptions of a date',
      { shifts: { week: [], exceptions: [...shifts.exceptions, ...shifts.exceptions] } },
    ],
    ['another status', { status: 'away' }],
  ])('is invalid with %s', async (_, change) => {
    expect(await update(change)).toHaveProperty('invalid');
  });

  it('refuses a base outside of the area served with invalid_position', async () => {
    const far = { ...base, position: { lat: 52.5, lng: 13.4 } };
    const fault = refused('invalid_position', { path: ['base', 'position'] });
    expect(await update({ base: far })).toMatchObject(fault);
    const names = { first_name: 'Ann', last_name: 'Example' };
    expect(await app.call('createDriver', { ...names, base: far })).toMatchObject(fault);
  });

  it('is recorded without name, telephone and base of the driver', async () => {
    await app.call(
      'updateDriver',
      { id, phone: '082 555 0123', base, status: 'retired' },
      {
        actor: 'usr_1',
      },
    );
    const [record] = (await app.outbox()).filter(({ type }) => type === 'change.recorded');
    expect(record?.data).toMatchObject({
      ...{ action: 'tracking.updateDriver', object_id: id },
      before: { phone: null, status: 'active' },
      after: { phone: 'withheld', 'base.name': 'withheld', status: 'retired' },
    });
    expect(JSON.stringify(record)).not.toMatch(/825550123|Depot|26\.2/);
  });
});

describe('a driver who is retired', () => {
  it('stays readable, and is listed by status', async () => {
    expect(await update({ status: 'retired' })).toMatchObject({ ok: { id, status: 'retired' } });
    const idsOf = async (status?: 'active' | 'retired') =>
      (await own().listDrivers({ status })).data.map((each) => each.id);
    expect([await idsOf(), await idsOf('retired')]).toEqual([[id], [id]]);
    expect(await idsOf('active')).toEqual([]);
    expect(await own().getDriver({ id })).toMatchObject({ first_name: 'Thandi' });
  });

  it('loses every client and device, and gets no other', async () => {
    await own().createDriverClient({ id });
    asked.length = 0;
    expect(await update({ status: 'retired' })).toMatchObject({ ok: { client_id: null } });
    expect(asked).toEqual([{ tenant: app.tenant, ends: id }]);
    for (const action of ['createDriverClient', 'createDeviceEnrolment'] as const) {
      expect(await app.call(action, { id })).toEqual(refused('driver_retired'));
    }
    expect(asked).toHaveLength(1);
  });

  it('is brought back without a device, and may get one', async () => {
    await own().createDriverClient({ id });
    await update({ status: 'retired' });
    expect(await update({ status: 'active' })).toMatchObject({
      ok: { status: 'active', client_id: null },
    });
    const { client_id } = await own().createDriverClient({ id });
    expect(await own().getDriver({ id })).toMatchObject({ client_id });
  });

  it('loses no access by a change that does not retire', async () => {
    await own().createDriverClient({ id });
    asked.length = 0;
    await update({ first_name: 'Thandeka' });
    expect(asked).toEqual([]);
  });

  it('keeps no client that was created while the retirement was under way', async () => {
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        n === 4 ? update({ status: 'retired' }) : app.call('createDriverClient', { id }),
      ),
    );
    const { client_id, status } = await own().getDriver({ id });
    const isRetired = 'ok' in (replies[4] ?? {});
    expect(isRetired ? [status, client_id] : status).toEqual(
      isRetired ? ['retired', null] : 'active',
    );
  });
});
