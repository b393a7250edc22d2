import { describe, expect, it } from 'vitest';
import { accountsApp, newSite } from './accounts.ts';

const app = accountsApp();

describe('putSite', () => {
  it('makes a site with the id and sharing that it is given', async () => {
    const site = { ...newSite, id: 'lab-0', shared: true };
    expect(await app.as('ten_put').putSite(site)).toEqual(site);
    expect((await app.as('ten_other').listSites({})).data).toContainEqual(site);
  });

  it('replaces the whole site when the tenant has it', async () => {
    await app.as('ten_put').putSite({ ...newSite, id: 'cli-0', shared: false });
    const { name, type, position } = newSite;
    const bare = { name, type, position, id: 'cli-0', shared: false };
    const replaced = await app.as('ten_put').putSite(bare);
    expect(replaced).toMatchObject({ receiving_hours: '24/7', cost_centres: [] });
    expect((await app.as('ten_put').listSites({})).data).toContainEqual(replaced);
  });
});

describe('putSite refused: site_not_found', () => {
  it('when the id is another tenant’s, which keeps its site', async () => {
    const site = await app.as('ten_first').putSite({ ...newSite, id: 'hos-0', shared: true });
    const conflict = { ...newSite, id: 'hos-0', name: 'Mine now', shared: true };
    expect(await app.call('putSite', conflict)).toMatchObject({
      refused: { code: 'site_not_found' },
    });
    expect((await app.as('ten_first').listSites({})).data).toContainEqual(site);
  });
});

describe('putSite refused: invalid_body', () => {
  it('when receiving_hours cannot be read', async () => {
    const site = { ...newSite, id: 'ph-0', shared: true, receiving_hours: 'sometimes' };
    expect(await app.call('putSite', site)).toMatchObject({ refused: { code: 'invalid_body' } });
  });
});

describe('putSite with bad input', () => {
  it.each([
    ['no id', { id: undefined }],
    ['an id that cannot stand in a path', { id: 'lab/0' }],
    ['sharing left open', { shared: undefined }],
    ['a zone that does not exist', { time_zone: 'Nowhere' }],
  ])('is told so: %s', async (_case, fault) => {
    const site = { ...newSite, id: 'whl-0', shared: true, ...fault };
    expect(await app.call('putSite', site)).toEqual({ invalid: expect.anything() });
  });
});

describe('putSite repeated', () => {
  it('replays the first answer', async () => {
    const { first, second } = await app.twice('putSite', { ...newSite, id: 'bb-0', shared: true });
    expect(second).toEqual({ ...first, replayed: true });
  });
});
