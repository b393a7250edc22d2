import { describe, expect, it } from 'vitest';
import { accountsApp, newSite } from './accounts.ts';

const app = accountsApp();

const put = (tenant: string, id: string, shared: boolean) =>
  app.as(tenant).putSite({ ...newSite, id, name: `Site ${id}`, shared });
const idsOf = async (tenant: string) =>
  (await app.as(tenant).listSites({})).data.map(({ id }) => id);

describe('listSites', () => {
  it('gives the own sites by name, then those shared with all', async () => {
    await put('ten_x', 'own-2', false);
    await put('ten_x', 'own-1', true);
    await put('ten_carrier', 'all-1', true);
    await put('ten_y', 'hidden', false);
    expect(await idsOf('ten_x')).toEqual(['own-1', 'own-2', 'all-1']);
    expect(await idsOf('ten_y')).toEqual(['hidden', 'all-1', 'own-1']);
  });

  it('shows no tenant what another keeps to itself', async () => {
    await put('ten_owner', 'private-1', false);
    expect(await idsOf('ten_stranger')).not.toContain('private-1');
    expect(await idsOf('')).not.toContain('private-1');
  });

  it('counts what it gives', async () => {
    const list = await app.as('ten_x').listSites({});
    expect(list).toMatchObject({ object: 'list', total: list.data.length, has_more: false });
  });
});

describe('listSites of a tenant with more sites than an answer holds', () => {
  it('gives 1000 and says that there are more', async () => {
    await app.rows(`
      insert into accounts.site
      select 'ten_many', 'many-' || n, 'Many', 'lab', '', 0, 0, 'UTC', '24/7', '{}', false
        from generate_series(1, 1001) as n`);
    const list = await app.as('ten_many').listSites({});
    expect(list.data).toHaveLength(1000);
    expect(list.total).toBeGreaterThan(1000);
    expect(list.has_more).toBe(true);
  });
});
