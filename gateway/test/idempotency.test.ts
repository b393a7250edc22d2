import type { Reply } from '@svc/kit/transport';
import { beforeEach, describe, expect, it } from 'vitest';
import { gatewayUnderTest, type UnderTest } from './gateway-under-test.ts';
import { codeIn } from './requests.ts';

let gateway: UnderTest;
let authorization: string;

beforeEach(async () => {
  gateway = await gatewayUnderTest();
  authorization = `Bearer ${await gateway.issuer.token()}`;
});

async function send(key: string | undefined, payload: object, url = '/v1/jobs') {
  const headers = { authorization, ...(key !== undefined && { 'idempotency-key': key }) };
  const response = await gateway.app.inject({ method: 'POST', url, headers, payload });
  return { response, meta: gateway.services.callsOfUsers().at(-1)?.meta };
}

describe('an Idempotency-Key', () => {
  it('is needed to book', async () => {
    expect(codeIn((await send(undefined, {})).response)).toBe('idempotency_key_required');
    expect(codeIn((await send('', {})).response)).toBe('idempotency_key_required');
    expect(gateway.services.callsOfUsers()).toEqual([]);
  });

  // Spellings of a body, and the identity of receipts that stand: packages/kit/src/calls.
  it('belongs to one caller and one path, however the path is spelled', async () => {
    const at = async (url: string) => (await send('k', {}, url)).meta?.request;
    const first = await at('/v1/jobs/job_1/cancel');
    for (const same of ['job_1/cancel?', '%6aob_1/cancel', 'job_1/%63ancel']) {
      expect(await at(`/v1/jobs/${same}`), same).toBe(first);
    }
    expect(await at('/v1/%6aobs')).toBe(await at('/v1/jobs'));
    expect(await at('/v1/jobs/job%2F1/cancel')).not.toBe(first);
    expect(await at('/v1/jobs/job_2/cancel')).not.toBe(first);
    const { meta } = await send('k', { reason: 'other' }, '/v1/jobs/job_1/cancel');
    expect(meta?.request).toBe(first);
    expect(meta?.fingerprint).not.toBe((await send('k', {})).meta?.fingerprint);
    authorization = `Bearer ${await gateway.issuer.token({ client: 'cli_2' })}`;
    expect(await at('/v1/jobs/job_1/cancel')).not.toBe(first);
  });

  it('may be left out elsewhere, and then nothing is kept', async () => {
    const { response, meta } = await send(undefined, { sku: 'x' }, '/v1/quotes');
    expect(response.statusCode).toBe(201);
    expect(meta).toEqual({
      tenant: 'ten_a',
      actor: 'cli_1',
      requestId: response.headers['x-request-id'],
      traceparent: expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/),
    });
  });
});

it.each<[string, Reply, number, string]>([
  ['a success', { ok: { b: 1, a: '\u00e9' } }, 201, '{"b":1,"a":"\u00e9"}'],
  ['a refusal', { refused: { code: 'quote_expired', detail: 'It expired.' } }, 410, 'It expired.'],
])(
  '%s is the bytes that the service keeps, and says where it was there before',
  async (...each) => {
    const [, reply, status, text] = each;
    for (const replayed of [false, true]) {
      gateway.services.answers.set('jobs.book', () => ({
        ...reply,
        ...(replayed && { replayed }),
      }));
      const { response } = await send('k', {});
      expect(response.statusCode).toBe(status);
      expect(response.body).toContain(text);
      expect(response.headers['idempotent-replayed']).toBe(replayed ? 'true' : undefined);
    }
  },
);
