import { invalid, refused } from '@svc/kit/testing/service-test';
import { describe, expect, it } from 'vitest';
import { accountsTest, newSite } from './app.ts';

const app = accountsTest();

describe('createSite', () => {
  it('creates a site of the tenant that is not shared', async () => {
    const site = await app.as().createSite(newSite);
    expect(site).toEqual({ ...newSite, id: expect.stringMatching(/^site_\w{26}$/), shared: false });
    expect((await app.as().listSites({})).data).toEqual([site]);
  });

  it('ignores an id or sharing sent by the caller', async () => {
    const wanted = { ...newSite, id: 'site_mine', shared: true };
    expect(await app.call('createSite', wanted)).toEqual({
      ok: { ...newSite, id: expect.stringMatching(/^site_\w{26}$/), shared: false },
    });
  });
});

it.each([
  ['0,0', { lat: 0, lng: 0 }],
  ['exchanged', { lat: 28.0179, lng: -26.1391 }],
  ['outside the area served', { lat: 48.2, lng: 16.4 }],
])('refuses a position %s with invalid_position', async (fault, position) => {
  expect(await app.call('createSite', { ...newSite, position })).toEqual(
    refused('invalid_position', { detail: expect.stringContaining(fault), path: ['position'] }),
  );
});

describe('blanks in receiving_hours', () => {
  const send = (receiving_hours: string) => app.call('createSite', { ...newSite, receiving_hours });
  const cpuMsOf = async (receiving_hours: string) => {
    const before = process.cpuUsage();
    await send(receiving_hours);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
  /** The least of five, so that neither warm-up nor garbage collection counts. */
  const leastCpuMsOf = async (receiving_hours: string) => {
    const all: number[] = [];
    for (let n = 0; n < 5; n += 1) all.push(await cpuMsOf(receiving_hours));
    return Math.min(...all);
  };

  it.each(['', 'Mo', '24/7'])(
    'cost 255 of them before %j about as much CPU as 24/7',
    async (hours) => {
      const blanks = `${' '.repeat(255)}${hours}`;
      const reply = await send(blanks);
      if (hours === '') expect(reply).toEqual(invalid('receiving_hours'));
      else expect(reply).toMatchObject({ ok: { receiving_hours: hours } });
      expect(await leastCpuMsOf(blanks), 'ms of CPU').toBeLessThan(
        5 * (await leastCpuMsOf('24/7')),
      );
    },
  );

  it('are stored as single blanks without the outer ones', async () => {
    const receiving_hours = ' Mo-Fr\t 08:00-17:00 \n';
    const site = await app.as().createSite({ ...newSite, receiving_hours });
    expect(site.receiving_hours).toBe('Mo-Fr 08:00-17:00');
  });
});

describe('putSite', () => {
  it('creates a site with the given id and sharing', async () => {
    const site = { ...newSite, id: 'lab-0', shared: true };
    expect(await app.as('ten_put').putSite(site)).toEqual(site);
    expect((await app.as('ten_other').listSites({})).data).toContainEqual(site);
  });
});

it("refuses the id of another tenant's site, which stays unchanged", async () => {
  const site = await app.as('ten_first').putSite({ ...newSite, id: 'hos-0', shared: true });
  const conflict = { ...newSite, id: 'hos-0', name: 'Mine now', shared: true };
  expect(await app.call('putSite', conflict)).toEqual(refused('site_not_found'));
  expect((await app.as('ten_first').listSites({})).data).toContainEqual(site);
});

describe('updateSite', () => {
  it('changes the sent fields and keeps the rest', async () => {
    const site = await app.as().createSite(newSite);
    const change = { name: 'Marula Clinic', receiving_hours: '24/7', cost_centres: [] };
    const changed = await app.as().updateSite({ id: site.id, ...change });
    expect(changed).toEqual({ ...site, ...change });
    expect((await app.as().listSites({})).data).toContainEqual(changed);
  });

  it('ignores sharing sent by the caller', async () => {
    const site = await app.as().createSite(newSite);
    const reply = await app.call('updateSite', { id: site.id, shared: true });
    expect(reply).toEqual({ ok: site });
  });
});

it('keeps a bad position of an earlier version in another change', async () => {
  const { id } = await app.as().createSite(newSite);
  await app.sql('update accounts.site set lat = 0, lng = 0 where id = $1', [id]);
  expect(await app.as().updateSite({ id, name: 'Renamed' })).toMatchObject({
    name: 'Renamed',
    position: { lat: 0, lng: 0 },
  });
});
