import { describe, expect, it } from 'vitest';
import { accountsApp, newSite } from './accounts.ts';

const app = accountsApp();

describe('createSite', () => {
  it('makes a site of the tenant, not shared', async () => {
    const site = await app.as('ten_ok').createSite(newSite);
    expect(site).toEqual({ ...newSite, id: expect.stringMatching(/^site_\w{26}$/), shared: false });
    expect((await app.as('ten_ok').listSites({})).data).toEqual([site]);
  });

  it('is always open in South Africa unless told otherwise', async () => {
    const { name, type, position } = newSite;
    expect(await app.as('ten_plain').createSite({ name, type, position })).toMatchObject({
      address: '',
      phone: null,
      time_zone: 'Africa/Johannesburg',
      receiving_hours: '24/7',
      cost_centres: [],
    });
  });

  it('takes neither id nor sharing from the caller', async () => {
    const wanted = { ...newSite, id: 'site_mine', shared: true };
    expect(await app.call('createSite', wanted)).toEqual({
      ok: { ...newSite, id: expect.stringMatching(/^site_\w{26}$/), shared: false },
    });
  });
});

describe('createSite refused: invalid_body', () => {
  it.each(['whenever', 'Mo-Fr 8-17', 'Mo-Fr 25:00-26:00'])(
    'when receiving_hours is %s',
    async (receiving_hours) => {
      expect(await app.call('createSite', { ...newSite, receiving_hours })).toEqual({
        refused: { code: 'invalid_body', detail: expect.stringContaining('receiving_hours') },
      });
    },
  );
});

describe('createSite with bad input', () => {
  it.each([
    ['name', { name: '' }],
    ['type', { type: 'warehouse' }],
    ['position.lat', { position: { lat: 91, lng: 0 } }],
    ['position.lng', { position: { lat: 0, lng: -181 } }],
    ['time_zone', { time_zone: 'Africa/Egoli' }],
    ['time_zone', { time_zone: '+02:00' }],
    ['time_zone', { time_zone: '' }],
    ['receiving_hours', { receiving_hours: '24/7 \u0000' }],
    ['receiving_hours', { receiving_hours: '<b>24/7</b>' }],
    ['receiving_hours', { receiving_hours: '24/7 "never closed' }],
    ['receiving_hours', { receiving_hours: `24/7 "${'x'.repeat(255)}"` }],
    ['cost_centres.0', { cost_centres: [''] }],
  ])('names %s: %o', async (path, fault) => {
    const reply = await app.call('createSite', { ...newSite, ...fault });
    expect(reply).toMatchObject({ invalid: expect.anything() });
    const issues = 'invalid' in reply ? reply.invalid : [];
    expect(new Set(issues.map((issue) => issue.path.join('.')))).toEqual(new Set([path]));
  });
});

describe('createSite with more faults than a message holds', () => {
  it('names 50 of them', async () => {
    const cost_centres = Array(200).fill('');
    const reply = await app.call('createSite', { ...newSite, cost_centres });
    expect(reply).toEqual({ invalid: expect.any(Array) });
    expect('invalid' in reply && reply.invalid).toHaveLength(50);
  });
});

describe('createSite with blanks in receiving_hours', () => {
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
    'answers 255 of them before %j about as fast as 24/7',
    async (hours) => {
      const blanks = `${' '.repeat(255)}${hours}`;
      const reply = await send(blanks);
      if (hours === '') expect(reply).toMatchObject({ invalid: [{ path: ['receiving_hours'] }] });
      else expect(reply).toMatchObject({ ok: { receiving_hours: hours } });
      expect(await leastCpuMsOf(blanks), 'ms of CPU').toBeLessThan(
        5 * (await leastCpuMsOf('24/7')),
      );
    },
  );

  it('stores each run of them as one', async () => {
    const receiving_hours = ' Mo-Fr\t 08:00-17:00 \n';
    const site = await app.as('ten_blanks').createSite({ ...newSite, receiving_hours });
    expect(site.receiving_hours).toBe('Mo-Fr 08:00-17:00');
  });
});

describe('createSite repeated', () => {
  it('replays the first answer and makes no second site', async () => {
    const { first, second } = await app.twice('createSite', newSite, 'ten_twice');
    expect(second).toEqual({ ...first, replayed: true });
    expect((await app.as('ten_twice').listSites({})).total).toBe(1);
  });
});
