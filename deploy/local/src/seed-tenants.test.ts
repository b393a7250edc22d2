import { checkReceivingHours } from '@svc/accounts/adapters/receiving-hours';
import { accounts, carrierRoles, userRoles } from '@svc/contracts';
import { expect, it } from 'vitest';
import { liveTenants, sandboxTenant } from './seed-tenants.ts';

const numbered = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, i) => `${prefix}-${i}`);

it('the sandbox has the published sites, all of them shared', () => {
  expect(sandboxTenant.sites.map(({ id }) => id)).toEqual([
    ...numbered('cli', 9),
    ...numbered('lab', 4),
    ...numbered('hos', 4),
    ...numbered('ph', 12),
    'whl-0',
    'bb-0',
  ]);
  expect(sandboxTenant.sites.every(({ shared }) => shared)).toBe(true);
});

it('the demonstration has a user of each role, in the carrier those of carriers alone', () => {
  const users = liveTenants.flatMap((tenant) => tenant.users ?? []);
  expect(users.map(({ role }) => role).sort()).toEqual([...userRoles].sort());
  expect(new Set(users.map(({ email }) => email)).size).toBe(userRoles.length);
  for (const { id, carrier = false, users: own = [] } of liveTenants) {
    const held = own.map(({ role }) => carrierRoles.some((each) => each === role));
    expect(held, id).toEqual(own.map(() => carrier));
  }
});

it('the demonstration gives each customer a place to collect from and one to deliver to', () => {
  for (const { id, sites } of liveTenants) expect(sites.length, id).toBeGreaterThan(1);
  const ids = liveTenants.flatMap(({ sites }) => sites.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
});

const everySite = [sandboxTenant, ...liveTenants].flatMap(({ sites }) => sites);
it.each(everySite)('$id ($name) is a site that the service takes', async (site) => {
  const { input } = accounts.actions.putSite;
  expect(input.safeParse(site).error).toBeUndefined();
  await expect(checkReceivingHours(site.receiving_hours ?? '24/7')).resolves.toBeUndefined();
});
