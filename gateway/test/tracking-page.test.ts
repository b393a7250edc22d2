import { hash } from 'node:crypto';
import { statuses } from '@svc/contracts';
import { beforeEach, describe, expect, it } from 'vitest';

import { contrast, themesIn } from './contrast.ts';
import { gatewayUnderTest, sandboxEnv, type UnderTest } from './gateway-under-test.ts';
import { codeIn, expectRateLimitHeaders } from './requests.ts';
import { readable, type Tracked, tracked } from './tracking-record.ts';

let gateway: UnderTest;
const url = '/t/a-token-of-22-letters-x';
beforeEach(async () => {
  gateway = await gatewayUnderTest();
});
async function open(changes: Partial<Tracked> = {}) {
  gateway.services.answers.set('tracking.trackByToken', () => ({ ok: tracked(changes) }));
  const response = await gateway.app.inject({ url, headers: { accept: 'text/html' } });
  return { ...response, headers: response.headers, text: readable(response.body) };
}

describe('the tracking page', () => {
  it('says how the job stands, who comes and when, without a script', async () => {
    const { text, body, statusCode } = await open();
    expect(statusCode).toBe(200);
    expect(text).toContain('On the way to the drop-off');
    expect(text).toContain('Expected at about 10:25 (in 25 min), due at 11:00.');
    expect(text).toContain('Naledi is your courier. Vehicle CA 123-456');
    expect(text).toContain('From North clinic');
    expect(text).toContain('To Central laboratory');
    expect(body).toContain('src="https://api.example.test/files/photo/link"');
    expect(body).toContain('<li class="now" aria-current="step">On the way to the drop-off</li>');
    expect(body.match(/<li class="done">/g)).toHaveLength(2);
  });

  it('tells what happened, the newest first, in South African time', async () => {
    const { text, body } = await open();
    expect(text).toMatch(
      /so far On the way to drop-off 09:31 Collected 09:30 Seal SL-00421 Booked 08:00 Reload/,
    );
    expect(body).toContain('<time datetime="2026-11-02T07:31:00.000Z">');
  });

  it('leaves the rule of a cancel fee to the sender', async () => {
    const at = '2026-11-02T07:00:00.000Z';
    const events = [{ at, type: 'cancelled', note: '50 % of the base price', seal: null }];
    expect((await open({ status: 'cancelled', events })).text).toContain('so far Cancelled 09:00');
  });

  it('names the day of what was not today', async () => {
    gateway.clock.set('2026-11-03T08:00:00.000Z');
    expect((await open()).text).toContain('Collected Mon, 2 Nov 2026, 09:30');
  });

  it.each([
    ['booked', 'Due at Central laboratory by 11:00.'],
    ['assigned', 'Due at Central laboratory by 11:00.'],
    ['en_route_pickup', 'Due at Central laboratory by 11:00.'],
    ['collected', 'in 25 min'],
    ['exception', 'the carrier is looking after it. Due at 11:00.'],
    ['delivered', 'Handed over at 10:41.'],
    ['cancelled', 'This delivery will not take place.'],
  ] as const)('says of %s: %s', async (status, sentence) => {
    const delivered_at = status === 'delivered' ? '2026-11-02T08:41:00.000Z' : null;
    expect((await open({ status, delivered_at })).text).toContain(sentence);
  });

  it.each([
    [0, 'Expected any minute'],
    [89, 'in 89 min'],
    [150, 'in 3 hours'],
  ])('says how long %d minutes are', async (eta_minutes, words) => {
    expect((await open({ eta_minutes })).text).toContain(words);
  });

  it.each([
    ['2026-11-02T07:47:00.000Z', 25, 'No position since 09:47. The last estimate was 25 min.'],
    ['2026-11-02T07:47:00.000Z', 0, 'No position since 09:47. Due at 11:00.'],
    [null, 25, 'No position yet. The last estimate was 25 min. Due at 11:00.'],
  ])(
    'without a position since %s does not count %d minutes down',
    async (position_at, m, words) => {
      const unseen = { eta_basis: 'schedule', position_at, eta_minutes: m } as const;
      const { text } = await open(unseen);
      expect(text).toContain(words);
      expect(text).not.toMatch(/Expected|any minute/);
    },
  );

  it('of a return ticks no step that never happened', async () => {
    const at = '2026-11-02T06:00:00.000Z';
    const events = ['booked', 'collected'].map((type) => ({ at, type, note: '', seal: null }));
    const { body } = await open({ status: 'collected', events });
    expect(body).toContain('<li class="done">Booked');
    expect(body).not.toContain('Courier assigned');
    expect(body).not.toContain('On the way to the pick-up');
  });

  it.each([
    [['booked'], 1],
    [['booked', 'assigned', 'collected'], 3],
    [['booked', 'assigned', 'en_route_pickup', 'collected', 'departed', 'delivered'], 6],
  ])('of an exception shows how far it had come: %j', async (types, done) => {
    const at = '2026-11-02T06:00:00.000Z';
    const { body } = await open({
      status: 'exception',
      events: types.map((type) => ({ at, type, note: '', seal: null })),
    });
    expect(body.match(/<li class="done"/g) ?? []).toHaveLength(done);
    expect(body.match(/<li class="now halt" aria-current="step">Interrupted</g)).toHaveLength(1);
  });

  it('has a sketch and no foreign address in any status', async () => {
    for (const status of statuses) {
      const { body } = await open({ status, driver: null, vehicle: null });
      expect(body).toContain('role="img" aria-label="Sketch of the way from North clinic to');
      expect(body, status).not.toMatch(/NaN|Infinity|undefined|null/);
      expect(body, status).not.toMatch(/(?:href|src|url\()=?"?https?:/);
    }
  });

  it('draws places that are one and the same', async () => {
    const { pickup } = tracked();
    expect((await open({ dropoff: pickup, vehicle: null })).body).not.toMatch(/NaN|Infinity/);
  });

  it.each(['delivered', 'cancelled'] as const)(
    'no longer shows courier and position once %s',
    async (status) => {
      const { body } = await open({ status });
      expect(body).not.toMatch(/Naledi|CA 123-456|files\/photo|Courier, last/);
    },
  );

  it('escapes whatever others wrote', async () => {
    const evil = `"><script>alert('1')</script>&amp;<img src=x onerror=alert(1)>`;
    const { body } = await open({
      service: evil,
      driver: { first_name: evil, photo_url: 'https://api.example.test/"onload="alert(1)' },
      vehicle: { registration: evil, last_position: null },
      pickup: { name: evil, position: { lat: 0, lng: 0 } },
      dropoff: { name: evil, position: { lat: 1, lng: 1 } },
      events: [{ at: '2026-11-02T06:00:00.000Z', type: evil, note: evil, seal: evil }],
      version: evil,
    });
    expect(body.match(/<script/g)).toHaveLength(1);
    expect(body).not.toContain('<img src=x');
    expect(body).not.toContain('"onload="');
    expect(body).toContain('&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;');
  });
});

describe('around the tracking page', () => {
  it('nothing runs but its own style and script, and the address is told to nobody', async () => {
    const { headers, body } = await open();
    const policy = String(headers['content-security-policy']);
    const source = (tag: string) =>
      new RegExp(`<${tag}[^>]*>([\\s\\S]*)</${tag}>`).exec(body)?.[1] ?? '';
    const sha = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;
    expect(policy.split('; ').sort()).toEqual([
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "img-src 'self'",
      `script-src ${sha(source('script'))}`,
      `style-src ${sha(source('style'))}`,
    ]);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'x-content-type-options': 'nosniff',
    });
    expect(body).not.toMatch(/ style=| on\w+=/);
    expectRateLimitHeaders({ headers });
  });

  it('contrast is AA in light and dark, of marks too', async () => {
    const themes = themesIn((await open()).body);
    expect(themes).toHaveLength(2);
    for (const { ink, soft, link, good, bad, line, paper, code } of themes) {
      for (const text of [ink, soft, link, good, bad]) {
        expect(contrast(text, paper)).toBeGreaterThan(4.5);
      }
      for (const mark of [ink, soft, link]) expect(contrast(mark, code)).toBeGreaterThan(3);
      expect(contrast(line, paper)).toBeGreaterThan(3);
    }
  });

  it('it counts as a page: ten times the anonymous limit', async () => {
    expect((await open()).headers['x-ratelimit-limit']).toBe('600');
  });

  it('its icon comes from here', async () => {
    const [, href = ''] = /<link rel="icon"[^>]*href="([^"]+)"/.exec((await open()).body) ?? [];
    const { headers } = await gateway.app.inject({ url: href });
    expect(headers['content-type']).toBe('image/svg+xml');
    expect(headers['cache-control']).toBe('public, max-age=86400');
  });

  it('it asks with the token alone', async () => {
    await open();
    const call = gateway.services.calls.find(({ action }) => action === 'trackByToken');
    expect(call).toMatchObject({
      input: { token: 'a-token-of-22-letters-x' },
      meta: { tenant: '', actor: 'public' },
    });
  });

  it('it is on the sandbox too', async () => {
    gateway = await gatewayUnderTest({ env: sandboxEnv });
    expect((await open()).statusCode).toBe(200);
  });
});

describe('a tracking link that leads nowhere', () => {
  beforeEach(() => {
    gateway.services.answers.set('tracking.trackByToken', () => ({
      refused: { code: 'tracking_not_found', detail: 'No job behind this link.' },
    }));
  });

  it('says so in words to a browser', async () => {
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
    const response = await gateway.app.inject({ url, headers: { accept } });
    expect(response.statusCode).toBe(404);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.headers['content-security-policy']).not.toContain('script-src');
    expect(readable(response.body)).toContain('Nothing to track This link leads nowhere');
    expect(gateway.lines.at(-1)).toContain('"code":"tracking_not_found"');
  });

  it('says so as a problem to everybody else', async () => {
    expect(codeIn(await gateway.app.inject({ url }))).toBe('tracking_not_found');
  });
});

it('a tracking page whose service is away asks to come back', async () => {
  gateway.services.answers.set('tracking.trackByToken', () => ({ fault: 'unavailable' }));
  const response = await gateway.app.inject({ url, headers: { accept: 'text/html' } });
  expect(response.statusCode).toBe(503);
  expect(response.headers['retry-after']).toBe('1');
});
