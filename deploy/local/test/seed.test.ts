import { accountsService } from '@svc/accounts/service';
import { accounts, carrierRoles, roleScopes, userRoles } from '@svc/contracts';
import { createClients } from '@svc/kit/client';
import { startServices } from '@svc/kit/testing';
import { pricingService } from '@svc/pricing/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedEnvironment } from '../src/seed.ts';

let app: Awaited<ReturnType<typeof startServices<typeof accountsService>>>;
const as = (tenant: string) => {
  const meta = { tenant, actor: 'test', requestId: 'test' };
  return createClients({ accounts }, app.host.broker, meta).accounts;
};
const everyUser = async () =>
  (
    await Promise.all(['ten_demo', 'ten_rival', 'ten_operator'].map((id) => as(id).listUsers({})))
  ).flatMap(({ data }) => data);

beforeAll(async () => {
  app = await startServices([accountsService, pricingService]);
  await seedEnvironment(app.host.broker, 'live');
});
afterAll(() => app?.stop());

describe('the demonstration', () => {
  it.each(userRoles)('lets a %s sign in', async (role) => {
    const at = carrierRoles.some((each) => each === role) ? 'carrier' : 'demo';
    const { person } = await as('').signIn({
      issuer: 'http://127.0.0.1/id',
      subject: role,
      email: `${role}@${at}.example`,
      email_verified: true,
    });
    expect(person).toMatchObject({ user: { role }, scopes: roleScopes[role] });
  });

  it('keeps its users at a second start, as they are by then', async () => {
    const users = await everyUser();
    const [viewer] = users.filter(({ role }) => role === 'viewer');
    await as('ten_demo').updateUser({ id: viewer?.id ?? '', name: 'Renamed' });
    await seedEnvironment(app.host.broker, 'live');
    const renamed = users.map((each) =>
      each.id === viewer?.id ? { ...each, name: 'Renamed' } : each,
    );
    expect(await everyUser()).toEqual(renamed);
  });
});
