import { checkReceivingHours } from '@svc/accounts/adapters/receiving-hours';
import { accounts, carrierRoles, userRoles } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { liveTenants, sandboxTenant } from './seed-tenants.ts';

const numbered = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, i) => `${prefix}-${i}`);

describe('the sandbox', () => {
  it('has the published sites, all of them shared', () => {
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
});

describe('the demonstration', () => {
  it('gives each customer a place to collect from and one to deliver to', () => {
    for (const { id, sites } of liveTenants) {
      expect(sites.length, id).toBeGreaterThan(1);
    }
  });

  it('has one user of each role, with an address of its own', () => {
    const users = liveTenants.flatMap((tenant) => tenant.users ?? []);
    expect(users.map(({ role }) => role).sort()).toEqual([...userRoles].sort());
    expect(new Set(users.map(({ email }) => email)).size).toBe(userRoles.length);
  });

  it("has the carrier's roles in the carrier alone", () => {
    for (const { id, carrier = false, users = [] } of liveTenants) {
      const held = users.map(({ role }) => carrierRoles.some((each) => each === role));
      expect(held, id).toEqual(users.map(() => carrier));
    }
  });

  it('gives no two records one id', () => {
    const ids = liveTenants.flatMap(({ sites }) => sites.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
  });
});

const everySite = [sandboxTenant, ...liveTenants].flatMap(({ sites }) => sites);
it.each(everySite)('$id ($name) is a site that the service takes', async (site) => {
  const { input } = accounts.actions.putSite;
  expect(input.safeParse(site).error).toBeUndefined();
  await expect(checkReceivingHours(site.receiving_hours ?? '24/7')).resolves.toBeUndefined();
});
