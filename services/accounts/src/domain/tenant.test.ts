import { describe, expect, it } from 'vitest';
import { changeSite, changeUser, type Site, toUserResource, type UserRecord } from './tenant.ts';

const site: Site = {
  id: 'site_1',
  name: 'Ward 4',
  type: 'hospital',
  address: '1 Marula Road',
  phone: '+27 11 555 0100',
  position: { lat: -26.2, lng: 28.05 },
  time_zone: 'Africa/Johannesburg',
  receiving_hours: '24/7',
  cost_centres: ['CC-1'],
  shared: false,
};
const user: UserRecord = {
  id: 'usr_1',
  email: 'desk@example.org',
  name: 'Desk',
  role: 'booker',
  created_at: new Date('2026-11-02T08:00:00Z'),
};

describe('changeSite', () => {
  it('leaves a site as it was when no field is sent', () => {
    expect(changeSite(site, { id: 'site_1' })).toEqual(site);
  });

  it.each([
    { name: 'Ward 5' },
    { type: 'lab' as const },
    { address: '' },
    { phone: null },
    { position: { lat: 0, lng: 0 } },
    { time_zone: 'UTC' },
    { receiving_hours: 'Mo-Fr 08:00-17:00' },
    { cost_centres: [] },
  ])('changes only the sent fields of a site: %o', (change) => {
    expect(changeSite(site, { id: 'site_1', ...change })).toEqual({ ...site, ...change });
  });
});

describe('changeUser', () => {
  it('leaves a user as it was when no field is sent', () => {
    expect(changeUser(user, { id: 'usr_1' })).toEqual(user);
  });

  it.each([{ email: 'front@example.org' }, { name: 'Front desk' }, { role: 'admin' as const }])(
    'changes only the sent fields of a user: %o',
    (change) => {
      expect(changeUser(user, { id: 'usr_1', ...change })).toEqual({ ...user, ...change });
    },
  );
});

it('a user shows its creation in UTC with milliseconds', () => {
  expect(toUserResource(user)).toEqual({ ...user, created_at: '2026-11-02T08:00:00.000Z' });
});
