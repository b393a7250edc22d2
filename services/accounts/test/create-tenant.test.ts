import { describe, expect, it } from 'vitest';
import { accountsApp } from './accounts.ts';

const app = accountsApp();
const names = (id: string) =>
  app.rows('select name from accounts.tenant where tenant_id = $1', [id]);

describe('createTenant', () => {
  it('draws an id', async () => {
    const { id, name } = await app.as('').createTenant({ name: 'Demo' });
    expect(id).toMatch(/^ten_\w{26}$/);
    expect(await names(id)).toEqual([{ name }]);
  });

  it('takes the id that it is given, and renames the tenant that has it', async () => {
    await app.as('').createTenant({ id: 'ten_demo', name: 'Demo' });
    await app.as('').createTenant({ id: 'ten_demo', name: 'Demo Health Group' });
    expect(await names('ten_demo')).toEqual([{ name: 'Demo Health Group' }]);
  });
});

describe('createTenant with bad input', () => {
  it.each([{ name: '' }, { id: 'a b', name: 'Demo' }, {}])('is told so: %o', async (input) => {
    expect(await app.call('createTenant', input)).toEqual({ invalid: expect.anything() });
  });
});

describe('createTenant repeated', () => {
  it('replays the first answer and makes no second tenant', async () => {
    const { first, second } = await app.twice('createTenant', { name: 'Twice' }, '');
    expect(second).toEqual({ ...first, replayed: true });
    expect(await app.rows("select 1 from accounts.tenant where name = 'Twice'")).toHaveLength(1);
  });
});
