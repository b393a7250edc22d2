/** Colour and logo of the carrier on public pages. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gatewayUnderTest } from './gateway-under-test.ts';
import { codeIn } from './requests.ts';
import { carrierEnv, openTracked } from './tracking-record.ts';

const svg = '<?xml version="1.0"?>\n<!-- ours -->\n<svg xmlns="http://www.w3.org/2000/svg"/>';
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'brand-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

async function opened(env: Record<string, string>) {
  const gateway = await gatewayUnderTest({ env: { ...carrierEnv, ...env } });
  const { body } = await openTracked(gateway);
  const get = (pattern: RegExp) => gateway.app.inject({ url: pattern.exec(body)?.[1] ?? '' });
  return { body, get, app: gateway.app };
}

describe('a public page', () => {
  it.each([
    ['logo.svg', Buffer.from(svg), 'image/svg+xml'],
    ['logo.png', png, 'image/png'],
  ])('shows the logo %s as an image that can run nothing', async (name, content, mediaType) => {
    const path = join(dir, name);
    await writeFile(path, content);
    const { body, get } = await opened({ SVC_CARRIER_LOGO: path });
    expect(body).toMatch(/<img src="\/pages\/[0-9a-f]{16}\.\w+" alt="Swift Couriers">/);
    expect(body).not.toContain('<!-- ours');
    const { headers, rawPayload } = await get(/<img src="([^"]+)"/);
    expect(headers).toMatchObject({
      'content-type': mediaType,
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(rawPayload.equals(content)).toBe(true);
  });

  it('has the colour of the carrier in its style sheet, readable in light and dark', async () => {
    const plain = await opened({});
    const coloured = await opened({ SVC_CARRIER_COLOR: '#FFD23F' });
    const style = /<link rel="stylesheet" href="([^"]+)"/;
    expect((await plain.get(style)).body).not.toMatch(/--link: [^;]*#ffd23f/i);
    expect((await coloured.get(style)).body).toMatch(/--link: light-dark\(#\w{6}, #ffd23f\);/);
    expect(style.exec(coloured.body)?.[1]).not.toBe(style.exec(plain.body)?.[1]);
    expect(codeIn(await plain.app.inject({ url: '/pages/none.css' }))).toBe('not_found');
  });
});

describe('a gateway', () => {
  it.each([
    ['SVC_CARRIER_COLOR', 'blue', /SVC_CARRIER_COLOR: six hex digits/],
    ['SVC_CARRIER_LOGO', '/none.svg', /SVC_CARRIER_LOGO: .*no such file/],
    ['SVC_CARRIER_LOGO', tmpdir(), /SVC_CARRIER_LOGO: is not a file/],
  ])('does not start with %s=%s', async (name, value, fault) => {
    await expect(opened({ [name]: value })).rejects.toThrow(fault);
  });

  it.each([
    ['page.svg', '<html><svg></svg></html>', /neither SVG nor PNG/],
    ['large.svg', svg.padEnd(128 * 1024 + 1), /more than 131072/],
    ['empty.png', '', /neither SVG nor PNG/],
  ])('does not start with the logo %s', async (name, content, fault) => {
    const path = join(dir, name);
    await writeFile(path, content);
    await expect(opened({ SVC_CARRIER_LOGO: path })).rejects.toThrow(fault);
  });
});
