import { describe, expect, it } from 'vitest';
import { accountsApp, newSite } from './accounts.ts';

const app = accountsApp();
const at = '2026-11-02T10:00:00.000Z';

describe('openAt', () => {
  it('answers each moment, null where the site is none', async () => {
    const open = await app.as('ten_a').createSite(newSite);
    const nights = { ...newSite, receiving_hours: 'Mo-Su 22:00-06:00' };
    const closed = await app.as('ten_a').createSite(nights);
    const night = '2026-11-02T21:00:00.000Z';
    const moments = [
      { site_id: open.id, at },
      { site_id: closed.id, at },
      { site_id: 'site_absent', at },
      { site_id: closed.id, at: night },
      { site_id: open.id, at: night },
    ];
    expect(await app.as('ten_a').openAt({ moments })).toEqual({
      open: [true, false, null, true, false],
    });
  });

  it('reads hours that an earlier version stored with leading blanks', async () => {
    const { id } = await app.as('ten_a').createSite(newSite);
    const stored = `${' '.repeat(248)}Tu off`;
    await app.rows('update accounts.site set receiving_hours = $2 where id = $1', [id, stored]);
    const { open } = await app.as('ten_a').openAt({ moments: [{ site_id: id, at }] });
    expect(open).toEqual([false]);
    const { data } = await app.as('ten_a').listSites({});
    expect(data.find((site) => site.id === id)?.receiving_hours).toBe(stored);
  });
});

describe('openAt with bad input', () => {
  it('takes 50 moments at most', async () => {
    const moments = Array.from({ length: 51 }, () => ({ site_id: 'site_absent', at }));
    expect(await app.call('openAt', { moments })).toMatchObject({
      invalid: [{ path: ['moments'], code: 'too_big' }],
    });
  });
});
