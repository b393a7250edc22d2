import { hash } from 'node:crypto';
import { statuses } from '@svc/contracts';
import type { Reply } from '@svc/kit/transport';
import { beforeEach, describe, expect, it } from 'vitest';

import { gatewayUnderTest, type UnderTest } from './gateway-under-test.ts';
import { codeIn, expectRateLimitHeaders } from './requests.ts';
import { carrierEnv, readable, type Tracked, tracked } from './tracking-record.ts';

let gateway: UnderTest;
const url = '/t/a-token-of-22-letters-x';
beforeEach(async () => {
  gateway = await gatewayUnderTest({ env: carrierEnv });
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
    expect(text).toContain('10:25 in 25 min Expected at Central laboratory, due at 11:00.');
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
      /so far On the way to drop-off 09:31 Collected 09:30 Seal SL-00421 Booked 08:00 This job/,
    );
    expect(body).toContain('<time datetime="2026-11-02T07:31:00.000Z">');
  });

  it('has a map and no foreign address in any status', async () => {
    for (const status of statuses) {
      const { body } = await open({ status, driver: null, vehicle: null });
      expect(body).toContain('role="img" aria-label="Straight line from North clinic to');
      expect(body, status).not.toMatch(/NaN|Infinity|undefined|>null/);
      expect(body, status).not.toMatch(/(?:href|src|url\()=?"?https?:/);
    }
    const { pickup } = tracked();
    expect((await open({ dropoff: pickup, vehicle: null })).body).not.toMatch(/NaN|Infinity/);
  });

  it('shows the place of the courier from departure to delivery alone', async () => {
    const shown: string[] = [];
    const markedOn: string[] = [];
    for (const status of statuses) {
      const { text, body } = await open({ status });
      if (text.includes('Courier, last known position')) shown.push(status);
      if (/with the courier between|mark-here|mark-gone/.test(body)) markedOn.push(status);
    }
    expect(markedOn).toEqual(shown);
    expect(shown).toEqual(['en_route_pickup', 'collected', 'in_transit', 'exception']);
  });

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
    // Import map, script, data of the map.
    expect(body.match(/<script/g)).toHaveLength(3);
    expect(body).not.toContain('<img src=x');
    expect(body).not.toContain('"onload="');
    expect(body).toContain('&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;');
  });
});

describe('around the tracking page', () => {
  it('nothing runs but its own style and script, and the address is told to nobody', async () => {
    const { headers, body } = await open();
    const policy = String(headers['content-security-policy']);
    const map = /<script type="importmap">([\s\S]*?)<\/script>/.exec(body)?.[1] ?? '';
    expect(policy.split('; ').sort()).toEqual([
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'none'",
      "font-src 'self'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "img-src 'self'",
      `script-src 'self' 'sha256-${hash('sha256', map, 'base64')}'`,
      "style-src 'self'",
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

  it('there are no map tiles that the operator has not set', async () => {
    expect(codeIn(await gateway.app.inject({ url: '/map.pmtiles' }))).toBe('not_found');
  });

  it('it asks with the token alone, and counts as a page', async () => {
    const { headers, body } = await open();
    expect(headers['x-ratelimit-limit']).toBe('600');
    const call = gateway.services.calls.find(({ action }) => action === 'trackByToken');
    expect(call).toMatchObject({
      input: { token: 'a-token-of-22-letters-x' },
      meta: { tenant: '', actor: 'public' },
    });
    const [, href = ''] = /<link rel="icon"[^>]*href="([^"]+)"/.exec(body) ?? [];
    const icon = await gateway.app.inject({ url: href });
    expect(icon.headers['content-type']).toBe('image/svg+xml');
    expect(icon.headers['cache-control']).toBe('public, max-age=86400');
  });
});

describe('a tracking link', () => {
  const refused = (reply: Reply) => {
    gateway.services.answers.set('tracking.trackByToken', () => reply);
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
    return gateway.app.inject({ url, headers: { accept } });
  };

  it('that leads nowhere says so in words, whom to call and where to go on', async () => {
    const detail = 'No job behind this link.';
    const response = await refused({ refused: { code: 'tracking_not_found', detail } });
    expect(response.statusCode).toBe(404);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.headers['content-security-policy']).not.toContain('script-src');
    const text = readable(response.body);
    expect(text).toContain('Nothing to track This link leads nowhere');
    expect(text).toContain('ask the sender for a new one');
    expect(response.body).toContain('href="tel:+27115550100"');
    expect(response.body).toContain('<a href="/docs">');
    expect(gateway.lines.at(-1)).toContain('"code":"tracking_not_found"');
    expect(codeIn(await gateway.app.inject({ url }))).toBe('tracking_not_found');
  });

  it('whose service is away can be tried again', async () => {
    const response = await refused({ fault: 'unavailable' });
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '1']);
    expect(response.body).toContain(`<a href="${url}">Try again</a>`);
  });

  it('of a carrier that set no contact names it all the same', async () => {
    gateway = await gatewayUnderTest();
    const { body } = await open({ carrier: { name: 'The carrier', phone: null, email: null } });
    expect(body).toContain('<strong>The carrier</strong>');
    expect(body).not.toMatch(/tel:|mailto:/);
  });
});
