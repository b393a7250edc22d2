import { StorageUnavailable } from '@svc/kit/storage';
import type { Reply } from '@svc/kit/transport';
import { beforeEach, describe, expect, it } from 'vitest';
import { gatewayUnderTest, type UnderTest } from './gateway-under-test.ts';
import { codeIn, png, problemIn } from './requests.ts';

let gateway: UnderTest;
let authorization: string;
beforeEach(async () => {
  gateway = await gatewayUnderTest();
  authorization = `Bearer ${await gateway.issuer.token()}`;
});

const photo = '/v1/ops/drivers/drv_1/photo';
const file = '/v1/ops/jobs/SVC-1/files?kind=signature';
const mebibyte = 1_048_576;

interface Upload {
  url?: string;
  type?: string;
  bytes?: Buffer;
  key?: string;
}
const send = ({ url = photo, type = 'image/png', bytes = png, key }: Upload = {}) =>
  gateway.app.inject({
    method: url === photo ? 'PUT' : 'POST',
    url,
    payload: bytes,
    headers: { authorization, 'content-type': type, ...(key && { 'idempotency-key': key }) },
  });
const answerWith = (reply: Reply) =>
  gateway.services.answers.set('tracking.putDriverPhoto', () => reply);
const last = () => gateway.services.callsOfUsers().at(-1);

describe('an image', () => {
  it.each(['image/png', 'image/jpeg', 'Image/PNG; name=x'])(
    'sent as %s lies in storage, and its key goes to the action',
    async (type) => {
      expect((await send({ type })).statusCode).toBe(200);
      const [key = '', kept] = [...gateway.files.kept][0] ?? [];
      const media_type = type.toLowerCase().split(';')[0];
      expect(key).toMatch(/^uploads\/[0-9a-f-]{36}$/);
      expect(kept).toEqual({ bytes: png, mediaType: media_type });
      expect(last()).toMatchObject({ service: 'tracking', action: 'putDriverPhoto' });
      expect(last()?.input).toEqual({ id: 'drv_1', storage_key: key, media_type });
    },
  );

  it('may have 5 MiB and not a byte more', async () => {
    expect((await send({ bytes: Buffer.alloc(5 * mebibyte) })).statusCode).toBe(200);
    const response = await send({ bytes: Buffer.alloc(5 * mebibyte + 1) });
    expect(problemIn(response)).toMatchObject({
      code: 'payload_too_large',
      detail: 'The body is larger than 5 MiB.',
    });
    expect(gateway.files.kept.size).toBe(1);
  });

  it.each<[string, Upload, string]>([
    ['of JSON', { type: 'application/json' }, 'unsupported_media_type'],
    ['of SVG', { type: 'image/svg+xml' }, 'unsupported_media_type'],
    ['of no type', { type: 'image/*' }, 'unsupported_media_type'],
    ['of no bytes', { bytes: Buffer.alloc(0) }, 'invalid_body'],
  ])('%s is refused, and not kept', async (_, upload, code) => {
    expect(codeIn(await send(upload))).toBe(code);
    expect(gateway.files.kept.size).toBe(0);
  });
});

const notTaken: [string, Reply, number][] = [
  ['refused', { refused: { code: 'driver_not_found', detail: 'No such driver.' } }, 404],
  ['not valid', { invalid: [{ path: ['kind'], code: 'invalid_value', message: 'no' }] }, 400],
  ['replayed', { ok: {}, replayed: true }, 200],
];

describe('an image that is not taken', () => {
  it.each(notTaken)('because it is %s is removed', async (_, reply, status) => {
    answerWith(reply);
    expect((await send()).statusCode).toBe(status);
    expect(gateway.files.kept.size).toBe(0);
  });

  it('stays after a fault, because the action may have happened', async () => {
    answerWith({ fault: 'unavailable' });
    expect((await send()).statusCode).toBe(503);
    expect(gateway.files.kept.size).toBe(1);
  });
});

it('an Idempotency-Key of an image has another fingerprint for other bytes, types and kinds', async () => {
  const attempt = async (upload: Upload) => {
    await send({ key: 'attempt-1', url: file, ...upload });
    const { request, fingerprint } = last()?.meta ?? {};
    return { request, fingerprint };
  };
  const one = await attempt({});
  expect(last()?.input).toMatchObject({ job_id: 'SVC-1', kind: 'signature' });
  expect(one).toEqual({ request: expect.any(String), fingerprint: expect.any(String) });
  expect(await attempt({})).toEqual(one);
  for (const other of [
    { bytes: Buffer.concat([png, png]) },
    { type: 'image/jpeg' },
    { url: file.replace('signature', 'photo') },
  ]) {
    const { request, fingerprint } = await attempt(other);
    expect(request).toBe(one.request);
    expect(fingerprint).not.toBe(one.fingerprint);
  }
});

describe('a file storage that is full', () => {
  it('is 503 with Retry-After, no action is called, and the same request is accepted later', async () => {
    const { put } = gateway.files;
    gateway.files.put = () => Promise.reject(new StorageUnavailable({ cause: 'a full disk' }));
    const refused = await send({ url: file, key: 'one-photo' });
    expect(refused.statusCode).toBe(503);
    expect(codeIn(refused)).toBe('unavailable');
    expect(refused.headers['retry-after']).toBe('1');
    expect(gateway.services.callsOfUsers()).toEqual([]);
    expect(gateway.lines.join()).toContain('file storage is unavailable');
    gateway.files.put = put;
    expect((await send({ url: file, key: 'one-photo' })).statusCode).toBe(201);
  });
});
