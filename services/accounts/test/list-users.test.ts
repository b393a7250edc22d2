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

  it('pages', async () => {
    const users = app.as('ten_list');
    const [first, second] = (await users.listUsers({})).data;
    const page = await users.listUsers({ limit: 1 });
    expect(page).toMatchObject({ total: 2, data: [first], has_more: true });
    const next = await users.listUsers({ limit: 1, starting_after: first?.id });
    expect(next).toMatchObject({ total: 2, data: [second], has_more: false });
  });

  it('shows no tenant the users of another', async () => {
    await add('ten_owner', 'desk@example.org');
    expect((await app.as('ten_stranger').listUsers({})).data).toEqual([]);
    expect((await app.as('').listUsers({})).data).toEqual([]);
  });
});
