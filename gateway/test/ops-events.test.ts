import { credentialTopic, type OpsEvent, opsEventsTopic } from '@svc/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { messagesIn } from './event-messages.ts';
import { gatewayUnderTest, type UnderTest } from './gateway-under-test.ts';
import { problemIn } from './requests.ts';

const path = '/v1/ops/events/stream';
const pageForm = z.object({ after: z.string().optional(), limit: z.number().optional() });

let gateway: UnderTest;
let origin: string;
/** Changes in the service: their numbers, in order. */
let changes: number[];
let reads: (string | undefined)[];
beforeEach(async () => {
  gateway = await gatewayUnderTest({ env: { SVC_STREAMS_PER_ADDRESS: '3' } });
  changes = [1, 2];
  reads = [];
  gateway.services.answers.set('webhooks.listOpsChanges', ({ input }) => {
    const { after } = pageForm.parse(input);
    reads.push(after);
    const end = changes.at(-1) ?? 0;
    const found = after === undefined ? [] : changes.filter((n) => n > Number(after)).slice(0, 2);
    const last = String(found.length === 2 ? found[1] : end);
    const data = found.map((n) => ({ change: String(n), event: alarm(n) }));
    return { ok: { data, last, has_more: found.length === 2 } };
  });
  origin = await gateway.app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => gateway.app.close());

const alarm = (n: number): OpsEvent => ({
  id: `oev_${n}`,
  object: 'ops_event',
  type: 'seal.broken',
  severity: 'critical',
  tenant_id: 'ten_1',
  job_id: 'job_1',
  data: {},
  created_at: '2026-11-02T08:00:00.000Z',
  status: 'open',
  acknowledged_by: null,
  acknowledged_at: null,
  note: null,
  escalated_at: null,
  ...{ disposition: null, disposition_by: null, disposition_at: null, disposition_reason: null },
});

const headersOf = async (client = 'cli_desk') => ({
  authorization: `Bearer ${await gateway.issuer.token({ scopes: ['ops:dispatch'], client })}`,
});

async function open(more: Record<string, string> = {}) {
  const aborting = new AbortController();
  const headers = { ...(await headersOf()), ...more };
  const response = await fetch(origin + path, { headers, signal: aborting.signal });
  const stream = messagesIn(response.body);
  const next = async () => (await stream.next()).value;
  return { response, next, close: () => aborting.abort() };
}
function happen(...numbers: number[]) {
  changes.push(...numbers);
  gateway.services.broadcast(opsEventsTopic, {});
}

describe('the stream of alarms', () => {
  it('begins with the place from which the list has what was before', async () => {
    const { response, next } = await open();
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await next()).toEqual({ event: 'ready', id: '2', data: {} });
    happen(3);
    expect(await next()).toEqual({ event: 'ops_event', id: '3', data: alarm(3) });
  });

  it('goes on after the last message that a client has, over all pages', async () => {
    changes = [1, 2, 5, 6, 7, 9];
    const { next } = await open({ 'last-event-id': '2' });
    const ids = [(await next())?.id, (await next())?.id, (await next())?.id, (await next())?.id];
    expect(ids).toEqual(['5', '6', '7', '9']);
    happen(10);
    expect(await next()).toMatchObject({ id: '10' });
  });

  it('begins anew after a number that this database does not have yet', async () => {
    const { next } = await open({ 'last-event-id': '77' });
    expect(await next()).toEqual({ event: 'ready', id: '2', data: {} });
  });

  it('reads once for all clients that are up to date', async () => {
    const streams = [await open(), await open(), await open()];
    for (const { next } of streams) await next();
    reads = [];
    happen(3);
    for (const { next } of streams) expect(await next()).toMatchObject({ id: '3' });
    expect(reads.filter((after) => after === '2')).toHaveLength(1);
  });

  it('goes on when the service was away', async () => {
    const { next } = await open();
    await next();
    const answer = gateway.services.answers.get('webhooks.listOpsChanges');
    if (!answer) throw new Error('no answer');
    gateway.services.answers.set('webhooks.listOpsChanges', () => ({ fault: 'unavailable' }));
    happen(3);
    gateway.services.answers.set('webhooks.listOpsChanges', answer);
    expect(await next()).toMatchObject({ id: '3' });
  });

  it('is bounded per client', async () => {
    const streams = [await open(), await open(), await open()];
    const refused = await open();
    expect(refused.response.status).toBe(429);
    expect(refused.response.headers.get('retry-after')).toBe('30');
    const other = await open(await headersOf('cli_other'));
    expect(other.response.status).toBe(200);
    for (const { close } of [...streams, other]) close();
  });

  it('ends when its client is revoked, and no other', async () => {
    const [revoked, other] = [await open(), await open(await headersOf('cli_other'))];
    for (const { next } of [revoked, other]) await next();
    const ended = revoked.next();
    gateway.services.broadcast(credentialTopic, { revoked_client_id: 'cli_desk' });
    expect(await ended).toBeUndefined();
    happen(3);
    expect(await other.next()).toMatchObject({ id: '3' });
  });

  it('ends when the list of revoked clients names its client, where the hint was lost', async () => {
    const { next } = await open();
    await next();
    const ended = next();
    gateway.services.answers.set('accounts.listRevokedClients', () => ({
      ok: { client_ids: ['cli_desk'] },
    }));
    gateway.clock.advanceMs(5_000);
    expect(await ended).toBeUndefined();
  });

  it('stays while accounts does not answer', async () => {
    const { next } = await open();
    await next();
    gateway.services.answers.set('accounts.listRevokedClients', () => ({ fault: 'unavailable' }));
    gateway.clock.advanceMs(5_000);
    happen(3);
    expect(await next()).toMatchObject({ id: '3' });
  });

  it('ends with its token', async () => {
    const { next } = await open();
    await next();
    const ended = next();
    gateway.clock.advanceMs(16 * 60_000);
    expect(await ended).toBeUndefined();
  });

  it('ends when the gateway stops', async () => {
    const { next } = await open();
    await next();
    const ended = next();
    await gateway.app.close();
    expect(await ended).toBeUndefined();
  });
});

describe('no stream', () => {
  const get = async (headers: Record<string, string>) =>
    gateway.app.inject({ method: 'GET', url: path, headers });

  it.each(['abc', '-1', '01', '1.5', '1'.repeat(19)])('after the id %s', async (id) => {
    const response = await get({ ...(await headersOf()), 'last-event-id': id });
    expect(problemIn(response)).toMatchObject({ code: 'invalid_body' });
  });

  it('without a token, or with another scope', async () => {
    expect(problemIn(await get({})).code).toBe('missing_api_key');
    const token = await gateway.issuer.token({ scopes: ['jobs:read'] });
    const response = await get({ authorization: `Bearer ${token}` });
    expect(problemIn(response)).toMatchObject({
      code: 'insufficient_scope',
      required_scope: 'ops:dispatch',
    });
  });

  it('while the service is away', async () => {
    gateway.services.answers.set('webhooks.listOpsChanges', () => ({ fault: 'unavailable' }));
    expect(problemIn(await get(await headersOf())).code).toBe('unavailable');
  });

  it('with a parameter that is unknown', async () => {
    const headers = await headersOf();
    const response = await gateway.app.inject({ method: 'GET', url: `${path}?a=b`, headers });
    expect(problemIn(response).code).toBe('invalid_body');
  });

  it('for HEAD, only its headers', async () => {
    const headers = await headersOf();
    const response = await gateway.app.inject({ method: 'HEAD', url: path, headers });
    expect([response.statusCode, response.body]).toEqual([200, '']);
  });
});
