import { describe, expect, it } from 'vitest';
import { accountsApp, newSite } from './accounts.ts';

const app = accountsApp();

describe('updateSite', () => {
  it('changes what is named and keeps the rest', async () => {
    const site = await app.as('ten_ok').createSite(newSite);
    const change = { name: 'Marula Clinic', receiving_hours: '24/7', cost_centres: [] };
    const changed = await app.as('ten_ok').updateSite({ id: site.id, ...change });
    expect(changed).toEqual({ ...site, ...change });
    expect((await app.as('ten_ok').listSites({})).data).toEqual([changed]);
  });

  it('changes nothing when nothing is named', async () => {
    const site = await app.as('ten_none').createSite(newSite);
    expect(await app.as('ten_none').updateSite({ id: site.id })).toEqual(site);
  });

  it('cannot share a site', async () => {
    const site = await app.as('ten_share').createSite(newSite);
    const reply = await app.call(
      'updateSite',
      { id: site.id, shared: true },
      { tenant: 'ten_share' },
    );
    expect(reply).toEqual({ ok: site });
  });
});

describe('updateSite refused: site_not_found', () => {
  const refused = { refused: { code: 'site_not_found', detail: expect.any(String) } };

  it('for an id that no site has', async () => {
    expect(await app.call('updateSite', { id: 'site_none', name: 'X' })).toEqual(refused);
  });

  it('for text that cannot be an id', async () => {
    expect(await app.call('updateSite', { id: '../etc', name: 'X' })).toEqual(refused);
  });

  it.each([
    ['kept to itself', false],
    ['shared with all', true],
  ])('exactly as for an absent one when it is another tenant’s, %s', async (_case, shared) => {
    const id = `foreign-${shared}`;
    const site = await app.as('ten_owner').putSite({ ...newSite, id, shared });
    const absent = await app.call('updateSite', { id: 'site_none', name: 'X' });
    expect(await app.call('updateSite', { id, name: 'X' })).toEqual(absent);
    expect((await app.as('ten_owner').listSites({})).data).toContainEqual(site);
  });
});

describe('updateSite refused: invalid_body', () => {
  it('when receiving_hours cannot be read', async () => {
    const { id } = await app.as('ten_a').createSite(newSite);
    expect(await app.call('updateSite', { id, receiving_hours: 'sometimes' })).toEqual({
      refused: { code: 'invalid_body', detail: expect.stringContaining('receiving_hours') },
    });
  });
});

describe('updateSite with bad input', () => {
  it.each([{ name: '' }, { time_zone: 'Mars/Olympus' }, { position: { lat: 1 } }])(
    'is told so: %o',
    async (fault) => {
      const { id } = await app.as('ten_a').createSite(newSite);
      expect(await app.call('updateSite', { id, ...fault })).toEqual({
        invalid: expect.anything(),
      });
    },
  );
});

describe('updateSite repeated', () => {
  it('replays the first answer', async () => {
    const { id } = await app.as('ten_a').createSite(newSite);
    const { first, second } = await app.twice('updateSite', { id, name: 'Once' });
    expect(second).toEqual({ ...first, replayed: true });
  });
});
