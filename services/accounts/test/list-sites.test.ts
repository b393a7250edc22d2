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

describe('pages of listSites', () => {
  it('follow one another, from the own sites to the shared ones', async () => {
    await put('ten_pages', 'page-2', false);
    await put('ten_pages', 'page-1', false);
    const sites = app.as('ten_pages');
    const all = (await sites.listSites({})).data.map(({ id }) => id);
    expect(all.length).toBeGreaterThan(3);
    const paged: string[] = [];
    for (let more = true; more; ) {
      const last = paged.at(-1);
      const page = await sites.listSites({ limit: 1, ...(last && { starting_after: last }) });
      expect(page.total).toBe(all.length);
      paged.push(...page.data.map(({ id }) => id));
      more = page.has_more;
    }
    expect(paged).toEqual(all);
  });

  it('do not begin after a site that the tenant may not see', async () => {
    await put('ten_owner', 'private-2', false);
    const page = app.as('ten_pages').listSites({ starting_after: 'private-2' });
    await expect(page).rejects.toMatchObject({
      issues: [{ path: ['starting_after'], code: 'unknown_cursor' }],
    });
  });

  it('end early rather than outgrow a message', async () => {
    await app.rows(`
      insert into accounts.site
      select 'ten_many', 'many-' || n, 'Many', 'lab', '', 0, 0, 'UTC', '24/7',
             array(select repeat('C', 64) from generate_series(1, 200)), false
        from generate_series(1, 50) as n`);
    const page = await app.as('ten_many').listSites({});
    expect(page.data.length).toBeLessThan(50);
    expect(page.has_more).toBe(true);
  });
});
