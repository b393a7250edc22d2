import { hash } from 'node:crypto';
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

  it('names the same attempt however the body is spelled', async () => {
    const one = await send('k', { sku: 'x', km: 2 });
    const two = await send('k', { km: 2, sku: 'x' });
    const other = await send('k', { sku: 'y', km: 2 });
    expect(two.meta?.request).toBe(one.meta?.request);
    expect(two.meta?.fingerprint).toBe(one.meta?.fingerprint);
    expect(other.meta?.request).toBe(one.meta?.request);
    expect(other.meta?.fingerprint).not.toBe(one.meta?.fingerprint);
  });

  it('belongs to one caller and one path, whatever the query', async () => {
    const at = async (url: string) => (await send('k', {}, url)).meta?.request;
    const first = await at('/v1/jobs/job_1/cancel');
    expect(await at('/v1/jobs/job_1/cancel?')).toBe(first);
    expect(await at('/v1/jobs/job_2/cancel')).not.toBe(first);
    authorization = `Bearer ${await gateway.issuer.token({ client: 'cli_2' })}`;
    expect(await at('/v1/jobs/job_1/cancel')).not.toBe(first);
  });

  it('names the same attempt however the path is spelled', async () => {
    const at = async (url: string) => (await send('k', {}, url)).meta?.request;
    expect(await at('/v1/%6aobs')).toBe(await at('/v1/jobs'));
    expect(await at('/v1/jobs/%6aob_1/cancel')).toBe(await at('/v1/jobs/job_1/cancel'));
    expect(await at('/v1/jobs/job_1/%63ancel')).toBe(await at('/v1/jobs/job_1/cancel'));
    expect(await at('/v1/jobs/job%2F1/cancel')).not.toBe(await at('/v1/jobs/job_1/cancel'));
  });

  it('is the identity of receipts that stand already', async () => {
    const { meta } = await send('k', {}, '/v1/jobs/job_1/cancel');
    const text = 'cli_1|POST|/v1/jobs/job_1/cancel|k';
    expect(meta?.request).toBe(hash('sha256', text, 'hex'));
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

describe('an outcome', () => {
  const answer = (reply: Reply) => gateway.services.answers.set('jobs.book', () => reply);

  it('is the bytes of what the service keeps', async () => {
    answer({ ok: { b: 1, a: 'é' } });
    const { response } = await send('k', {});
    expect(response.body).toBe('{"b":1,"a":"é"}');
    expect(response.headers).not.toHaveProperty('idempotent-replayed');
  });

  it('that was there before says so', async () => {
    answer({ ok: { a: 1 }, replayed: true });
    const { response } = await send('k', {});
    expect(response.statusCode).toBe(201);
    expect(response.headers['idempotent-replayed']).toBe('true');
  });

  it('that was a refusal says so too', async () => {
    const stored = {
      refused: { code: 'quote_expired' as const, detail: 'It expired.' },
      replayed: true,
    };
    answer(stored);
    const { response } = await send('k', {});
    expect(codeIn(response)).toBe('quote_expired');
    expect(response.headers['idempotent-replayed']).toBe('true');
  });

  it.each(['idempotency_key_reused', 'idempotency_in_progress'] as const)(
    'returns the refusal %s of the service',
    async (code) => {
      answer({ refused: { code, detail: 'See above.' } });
      expect(codeIn((await send('k', {})).response)).toBe(code);
    },
  );
});
