import { describe, expect, it } from 'vitest';
import { accountsApp } from './accounts.ts';

const app = accountsApp();
const add = (tenant: string, email: string) =>
  app.as(tenant).createUser({ email, name: 'Desk', role: 'booker' });

describe('listUsers', () => {
  it('is empty for a tenant without users', async () => {
    expect(await app.as('ten_none').listUsers({})).toEqual({
      object: 'list',
      total: 0,
      data: [],
      has_more: false,
    });
  });

  it('gives the tenant’s users in the order in which they were added', async () => {
    const first = await add('ten_list', 'z@example.org');
    app.clock.advanceMs(1000);
    const second = await add('ten_list', 'a@example.org');
    expect(await app.as('ten_list').listUsers({})).toMatchObject({
      total: 2,
      data: [first, second],
    });
  });

  it('shows no tenant the users of another', async () => {
    await add('ten_owner', 'desk@example.org');
    expect((await app.as('ten_stranger').listUsers({})).data).toEqual([]);
    expect((await app.as('').listUsers({})).data).toEqual([]);
  });
});
