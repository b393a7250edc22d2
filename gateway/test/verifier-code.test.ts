import { hash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { gatewayUnderTest } from './gateway-under-test.ts';
import { codeIn } from './requests.ts';
import { readable } from './tracking-record.ts';

const { app, services } = await gatewayUnderTest();
const vkey = 'log.example+00000000+AAAA';
services.answers.set('log.policy', () => ({ ok: { text: `log ${vkey}\nquorum none\n` } }));
services.answers.set('custody.certificateKeys', () => ({ ok: { keys: [{ kty: 'EC' }] } }));

const page = await app.inject({ url: '/verify', headers: { accept: 'text/html' } });
const block = (pattern: RegExp) => JSON.parse(pattern.exec(page.body)?.[1] ?? 'null');
const { imports, integrity } = z
  .object({
    imports: z.record(z.string(), z.string()),
    integrity: z.record(z.string(), z.string()),
  })
  .parse(block(/<script type="importmap">(.*?)<\/script>/s));

describe('the page that verifies a bundle', () => {
  it('says whom it trusts and brings their keys along', () => {
    expect(page.statusCode).toBe(200);
    expect(readable(page.body)).toContain('the policy of its own log');
    expect(page.body).toContain('<a href="/docs/guides/proof">');
    expect(block(/id="anchors">(.*?)<\/script>/s)).toEqual({
      jwks: { keys: [{ kty: 'EC' }] },
      policy: expect.stringContaining(vkey),
    });
    expect(page.headers['content-security-policy']).toContain("connect-src 'none'");
  });

  it('says so where the log is away', async () => {
    const other = await gatewayUnderTest();
    other.services.answers.set('log.policy', () => ({ fault: 'unavailable' }));
    const { body } = await other.app.inject({ url: '/verify' });
    expect(readable(body)).toContain('which is not to be had at the moment');
    expect(body).toContain('"policy":null');
  });
});

describe('the code of the verifier', () => {
  const addresses = Object.keys(integrity);

  it('is all there: each module that another one imports', async () => {
    expect(addresses.length).toBeGreaterThan(40);
    expect(addresses).toEqual(expect.arrayContaining(Object.values(imports)));
    for (const url of addresses) {
      const { statusCode, headers, body } = await app.inject({ url });
      expect(statusCode, url).toBe(200);
      expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(`sha256-${hash('sha256', body, 'base64')}`).toBe(integrity[url]);
      for (const [, specifier = ''] of body.matchAll(
        /^(?:import|export) [^;]*? from '([^']+)'/gm,
      )) {
        const target = imports[specifier] ?? new URL(specifier, `http://x${url}`).pathname;
        expect(addresses, `${url} imports ${specifier}`).toContain(target);
      }
    }
  });

  it('is no larger than the README says, about', async () => {
    const answers = await Promise.all(addresses.map((url) => app.inject({ url })));
    const bytes = answers.reduce((sum, { rawPayload }) => sum + rawPayload.length, 0);
    expect(addresses.length).toBeLessThan(66);
    expect(bytes).toBeLessThan(257 * 1024);
  });

  it('comes compressed to those who take that', async () => {
    const [url = ''] = addresses;
    const plain = await app.inject({ url });
    const zipped = await app.inject({ url, headers: { 'accept-encoding': 'br, gzip' } });
    expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body);
  });

  it.each(['nothing.js', '..%2f..%2fpackage.json', ''])('is nothing else: %s', async (path) => {
    expect(codeIn(await app.inject({ url: `/verifier/${path}` }))).toBe('not_found');
  });
});
