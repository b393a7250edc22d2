/** Pages and files as far as all share it: roles, sessions, tenants, headers, services that are away. */
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { operations } from '../src/sandbox/operations.ts';
import { answerAll } from './answers.ts';
import { tokenOf, useDesk } from './desk-under-test.ts';
import { textOf } from './markup.ts';
import { everyRole, personOf } from './persons.ts';
import { jobAnswer } from './portal-answers.ts';
import { downloads, everyPage, livePages } from './routes.ts';
import { createServices } from './services.ts';
import { useStorage } from './storage.ts';

const sandbox = createServices();
answerAll(sandbox);
const env = { SVC_SANDBOX_URL: 'https://sandbox.example.test', ...useStorage() };
const desk = useDesk({ env, sandboxTransport: sandbox });
const { get, services } = desk;
const places = [...everyPage, ...downloads];

describe('every page and file', () => {
  it.each(everyRole)('opens to %s as its scopes say, into the own tenant', async (role) => {
    const { tenant } = personOf(role);
    for (const { path, url, roles } of places) {
      for (const { calls } of [services, sandbox]) calls.length = 0;
      const { statusCode } = await get(url, tokenOf(role));
      const calls = [...services.callsOfPeople(), ...sandbox.callsOfPeople()];
      expect([path, statusCode]).toEqual([path, roles.includes(role) ? 200 : 403]);
      if (statusCode === 403) expect(calls, path).toEqual([]);
      for (const { meta } of calls) {
        expect(meta, path).toMatchObject({ tenant: tenant.id, actor: `usr_${role}` });
      }
    }
  });

  it('asks its own environment alone, and on the sandbox leads nowhere else but back', async () => {
    for (const { path, url, base, role } of places) {
      for (const { calls } of [services, sandbox]) calls.length = 0;
      const { body } = await get(url, tokenOf(role));
      const other = base === '' ? sandbox : services;
      expect(other.callsOfPeople(), path).toEqual([]);
      if (base === '') continue;
      expect(textOf(body)).toContain('Sandbox. Fictional data');
      const asked = sandbox.calls.map(({ service, action }) => `${service}.${action}`);
      expect(asked.filter((name) => !(name in operations))).toEqual([]);
      const targets = [...body.matchAll(/ (?:href|action)="(\/[^"]*)"/g)].map(([, to = '']) => to);
      const away = targets.filter(
        (to) => !/^\/(assets\/.*|sign-out)$/.test(to) && !to.startsWith(`${base}/`),
      );
      expect([path, away]).toEqual([path, ['/icon.svg', '/']]);
    }
  });

  it('leads those without a session to the sign-in and back', async () => {
    for (const { path, url } of places) {
      const { statusCode, headers } = await get(url);
      const query = new URLSearchParams({ return_to: url });
      expect([path, statusCode, headers.location]).toEqual([path, 303, `/sign-in?${query}`]);
    }
    expect([...services.calls, ...sandbox.calls]).toEqual([]);
  });

  it('clears the cookie of a session that has ended', async () => {
    for (const { path, url } of places) {
      const { statusCode, headers } = await get(url, 'token-of-no-session');
      expect([path, statusCode]).toEqual([path, 303]);
      expect(headers['set-cookie']).toMatch(/^__Host-session=; .*Path=\/;.*HttpOnly; Secure/);
    }
  });
});

describe('every page', () => {
  it('cannot be framed, and lets nothing run but what is ours', async () => {
    for (const { path, url, role } of everyPage) {
      const { headers } = await get(url, tokenOf(role));
      const policy = String(headers['content-security-policy']);
      expect(headers, path).toMatchObject({
        'x-frame-options': 'DENY',
        'cache-control': 'no-store',
      });
      expect(policy).toContain("default-src 'none'; style-src 'self'; font-src 'self';");
      for (const rule of ["form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'"]) {
        expect(policy).toContain(rule);
      }
      // WebAssembly may run where a page scans; nothing else of that kind.
      expect(policy.replace("'wasm-unsafe-eval'", '')).not.toContain('unsafe');
      const isScanner = path === '/reception/{id}';
      expect(policy.includes("'wasm-unsafe-eval'"), path).toBe(isScanner);
      expect(headers['permissions-policy']).toContain(`camera=(${isScanner ? 'self' : ''})`);
    }
  });

  it.each([
    ['a person opened', 'none', 'gzip'],
    ['a link of ours leads to', 'same-origin', 'gzip'],
    ['another site leads to', 'cross-site', undefined],
    ['a sibling domain leads to', 'same-site', undefined],
    ['an old browser asks for', undefined, undefined],
  ])('that %s is compressed, or not where its length would tell', async (_who, site, coding) => {
    const { url, role } = everyPage[0] ?? { url: '/', role: 'admin' };
    const cookie = `__Host-session=${tokenOf(role)}`;
    const headers = {
      cookie,
      'accept-encoding': 'gzip, br',
      ...(site && { 'sec-fetch-site': site }),
    };
    const answer = await desk.app.inject({ url, headers });
    expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, coding]);
    const body = coding ? gunzipSync(answer.rawPayload).toString() : answer.body;
    expect(body).toContain('<!doctype html>');
  });

  /** Clickjacking: CWE-1021. */
  it.each([
    ['an address that leads nowhere', '/nowhere', tokenOf('admin'), 404],
    ['the same without a session', '/nowhere', undefined, 404],
    ['a page of another role', '/desk', tokenOf('viewer'), 403],
    ['the page after a sign-out', '/signed-out', undefined, 200],
    ['an invitation that is over', '/invitations/none', undefined, 410],
    ['an acceptance that took too long', '/invitation', undefined, 400],
    ['a sign-in that took too long', '/sign-in/callback?state=x', undefined, 400],
  ])('has the same frame guards as %s', async (_name, path, token, status) => {
    services.answer('accounts.findInvitation', { invitation: null });
    const { statusCode, headers } = await get(path, token);
    expect(statusCode).toBe(status);
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-store',
    });
  });
});

/** What a page does without, by what it says of it; without anything else it is a 503. */
const spared: Readonly<Record<string, readonly string[]>> = {
  'Not available at the moment': [
    ...['/desk/jobs/{id} custody.bundleForDesk', '/desk/jobs/{id} tracking.temperatureForDesk'],
    ...['/desk/jobs/{id} jobs.listNotes', '/desk/jobs/{id} jobs.listMessages'],
    ...['/jobs/{id} tracking.track', '/jobs/{id} custody.record'],
    ...[
      '/jobs/{id} tracking.temperature',
      '/jobs/{id} custody.pod',
      '/jobs/{id} custody.certificate',
    ],
    ...['/usage jobs.list', '/usage accounts.usage', '/ jobs.list', '/ billing.listInvoices'],
  ],
  'The names of drivers are not available': ['/desk tracking.listDrivers'],
  'Drivers and vehicles are not available': [
    ...['/desk/timeline tracking.listDrivers', '/desk/timeline tracking.listVehicles'],
    ...['/desk/jobs/{id} tracking.listDrivers', '/desk/jobs/{id} tracking.listVehicles'],
    '/desk/jobs/{id}/panel jobs.suggestDrivers',
    ...[
      '/desk/jobs/{id}/panel tracking.listDrivers',
      '/desk/jobs/{id}/panel tracking.listVehicles',
    ],
  ],
  'Prices are not available': [...['/book pricing.price', '/book accounts.bookingDetails']],
  // Names, marks and suggestions, or what another state of the page asks.
  '': [
    ...[
      '/desk jobs.listForDesk',
      '/desk jobs.listDelivered',
      ...['/desk tracking.listVehiclePositions', '/desk tracking.listVehicles'],
      '/jobs accounts.listSites',
    ],
    '/desk jobs.listDelivered',
    ...['/desk/timeline jobs.suggestDrivers', '/desk/alarms webhooks.listOpsEvents'],
    ...['/desk/alarms jobs.listLive', '/desk/alarms tracking.listDrivers'],
    ...['/desk/jobs/{id} custody.certificateKeys', '/desk/jobs/{id} log.policy'],
    '/desk/jobs/{id} tracking.getDriver',
    ...['/desk/jobs/{id} jobs.suggestDrivers', '/desk/boxes accounts.listSitesForDesk'],
    ...['/desk/vehicles/{id} accounts.listSitesForDesk', '/desk/vehicles/{id} jobs.getHub'],
    ...['/desk/boxes/{id} accounts.listSitesForDesk', '/desk/boxes/{id} jobs.locateForDesk'],
    ...['/desk/consumables accounts.listSitesForDesk', '/desk/consumables jobs.locateForDesk'],
    ...['/ tracking.track', '/ tracking.temperature', '/book pricing.heldPrice', '/book jobs.get'],
    ...['/book jobs.listTemplates', '/book accounts.bookingSites'],
    '/routes accounts.bookingSites',
    ...['/reception jobs.get', '/policies pricing.listQuotes'],
    '/desk/jobs/{id}/panel tracking.getDriver',
    ...['/desk/search jobs.listForDesk', '/desk/search accounts.listSitesForDesk'],
    ...['/desk/search tracking.listDrivers', '/desk/search tracking.listVehicles'],
    ...['/desk/search tracking.listAssets', '/desk/search files.list'],
  ],
};

describe('a service that is away', () => {
  it('makes a page a 503 with the way back, or leaves the rest of it', async () => {
    for (const { path, url, role, route } of livePages) {
      for (const name of route.calls) {
        desk.reset();
        services.answer('jobs.get', jobAnswer({ status: 'delivered' }));
        services.answers.delete(name);
        const { statusCode, headers, body } = await get(url, tokenOf(role));
        const [words] =
          Object.entries(spared).find(([, all]) => all.includes(`${path} ${name}`)) ?? [];
        const isNeeded = words === undefined;
        const expected = isNeeded ? [503, '10'] : [200, undefined];
        expect([path, name, statusCode, headers['retry-after']]).toEqual([path, name, ...expected]);
        expect(textOf(body), name).toContain(words ?? 'Not available at the moment');
      }
    }
  });

  it('makes every page a 503 where it is accounts, also for the signed-in', async () => {
    services.answers.delete('accounts.findPerson');
    expect((await get('/', tokenOf('admin'))).statusCode).toBe(503);
  });
});
