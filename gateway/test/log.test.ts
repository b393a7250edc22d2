import { describe, expect, it } from 'vitest';
import { gatewayUnderTest } from './gateway-under-test.ts';
import { codeIn } from './requests.ts';

const { app, services } = await gatewayUnderTest();
const get = (path: string) => app.inject({ url: `/log/${path}` });
const bytes = Buffer.from('0a'.repeat(32), 'hex');
const immutable = 'public, max-age=31536000, immutable';

describe('the log', () => {
  it('shows its newest checkpoint, which caches keep for a second', async () => {
    services.answers.set('log.checkpoint', () => ({ ok: { note: 'svc.example/log\n0\n' } }));
    const response = await get('checkpoint');
    expect(response.body).toBe('svc.example/log\n0\n');
    expect(response.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'public, max-age=1',
      'access-control-allow-origin': '*',
    });
  });

  it('returns its policy as text, and neither of the two until it has begun', async () => {
    services.answers.set('log.policy', () => ({ ok: { text: 'quorum none\n' } }));
    expect((await get('policy')).body).toBe('quorum none\n');
    for (const path of ['checkpoint', 'policy']) {
      services.answers.set(`log.${path}`, () => ({ ok: { note: null, text: null } }));
      expect(codeIn(await get(path)), path).toBe('unavailable');
    }
  });

  it.each(['tile/0/000', 'tile/1/x001/x234/067.p/5', 'tile/entries/x001/000.p/1'])(
    'serves %s as bytes that never change',
    async (path) => {
      services.answers.set('log.tile', () => ({ ok: { bytes: bytes.toString('base64') } }));
      const response = await get(path);
      expect(response.rawPayload).toEqual(bytes);
      expect(response.headers).toMatchObject({
        'content-type': 'application/octet-stream',
        'cache-control': immutable,
      });
      expect(services.calls.at(-1)).toMatchObject({
        service: 'log',
        action: 'tile',
        input: { path },
      });
    },
  );

  it('has no tile beyond its checkpoint, and nothing elsewhere', async () => {
    const refused = { code: 'not_found', detail: 'The log has no such part.' } as const;
    services.answers.set('log.tile', () => ({ refused }));
    for (const path of ['tile/', 'tile', 'tiles/0/000', 'tile/0/001']) {
      const response = await get(path);
      expect(codeIn(response), path).toBe('not_found');
      expect(response.headers['cache-control']).toBe('no-store');
    }
  });
});

it('a proof that is not there yet says when to ask again', async () => {
  const gateway = await gatewayUnderTest();
  gateway.services.answers.set('custody.certificateProof', () => ({
    refused: { code: 'proof_pending', detail: 'Not yet.', retry_after_seconds: 1 },
  }));
  const response = await gateway.app.inject({
    url: '/v1/certificates/POC-0123456789/proof',
    headers: { authorization: `Bearer ${await gateway.issuer.token()}` },
  });
  expect([response.statusCode, codeIn(response)]).toEqual([409, 'proof_pending']);
  expect(response.headers['retry-after']).toBe('1');
});
