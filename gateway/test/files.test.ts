import type { Reply } from '@svc/kit/transport';
import { beforeEach, describe, expect, it } from 'vitest';
import { gatewayUnderTest, type UnderTest } from './gateway-under-test.ts';
import { expectRateLimitHeaders, png } from './requests.ts';

let gateway: UnderTest;
beforeEach(async () => {
  gateway = await gatewayUnderTest();
});

describe.each([
  ['/files/photo/', 'tracking.photoByLink'],
  ['/files/proof/', 'custody.fileByLink'],
])('%s', (path, action) => {
  const link = 'file_1.1790000000.c2lnbmF0dXJl';
  const linked = (media_type: string) => ({ ok: { storage_key: 'proof/a', media_type } });
  const open = () => gateway.app.inject({ url: path + link });

  it('opens the file behind a link, for nobody to keep', async () => {
    gateway.services.answers.set(action, () => linked('image/png'));
    await gateway.files.put('proof/a', png, 'image/png');
    const response = await open();
    expect(response.statusCode).toBe(200);
    expect(response.rawPayload).toEqual(png);
    expect(response.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(png.length),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': 'inline',
    });
    expectRateLimitHeaders(response);
    expect(gateway.services.calls.at(-1)).toMatchObject({
      input: { link },
      meta: { tenant: '', actor: 'public' },
    });
  });

  it('never says that a file is a page or a program', async () => {
    gateway.services.answers.set(action, () => linked('text/html'));
    await gateway.files.put('proof/a', Buffer.from('<script>'), 'text/html');
    const { headers } = await open();
    expect(headers['content-type']).toBe('application/octet-stream');
    expect(headers['content-disposition']).toBe('attachment');
  });

  it.each([
    ['a link that leads nowhere', { refused: { code: 'file_not_found', detail: 'Gone.' } }, 404],
    ['an overlong link', { invalid: [] }, 404],
    ['a service that is away', { fault: 'unavailable' }, 503],
    ['bytes that were erased', linked('image/png'), 404],
  ])('returns a problem for %s', async (_, reply, status) => {
    gateway.services.answers.set(action, () => reply as Reply);
    expect((await open()).statusCode).toBe(status);
  });
});
