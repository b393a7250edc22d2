import { credentialTopic, opsEventsTopic } from '@svc/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import recorded from '../src/docs/answers-live.json' with { type: 'json' };
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
  gateway = await gatewayUnderTest();
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

const alarm = (n: number) => ({ ...recorded.acknowledgeOpsEvent, id: `oev_${n}` });

const headersOf = async (client = 'cli_desk') => ({
  authorization: `Bearer ${await gateway.issuer.token({ scopes: ['ops:dispatch'], client })}`,
});

async function open(more: Record<string, string> = {}) {
  const headers = { ...(await headersOf()), ...more };
  const response = await fetch(origin + path, { headers });
  const stream = messagesIn(response.body);
  const next = async () => (await stream.next()).value;
  return { response, next };
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

  it('goes on after the last message that a client has, unless that is of another database', async () => {
    changes = [1, 2, 5, 6, 7, 9];
    const { next } = await open({ 'last-event-id': '2' });
    const ids = [(await next())?.id, (await next())?.id, (await next())?.id, (await next())?.id];
    expect(ids).toEqual(['5', '6', '7', '9']);
    const restored = await open({ 'last-event-id': '77' });
    expect(await restored.next()).toEqual({ event: 'ready', id: '9', data: {} });
  });

  it('reads once for all clients that are up to date, and goes on when services were away', async () => {
    const streams = [await open(), await open(), await open()];
    for (const { next } of streams) await next();
    reads = [];
    happen(3);
    for (const { next } of streams) expect(await next()).toMatchObject({ id: '3' });
    expect(reads.filter((after) => after === '2')).toHaveLength(1);
    const { answers } = gateway.services;
    const answer = answers.get('webhooks.listOpsChanges') ?? (() => ({ ok: null }));
    for (const action of ['webhooks.listOpsChanges', 'accounts.listRevokedClients']) {
      answers.set(action, () => ({ fault: 'unavailable' }));
    }
    gateway.clock.advanceMs(5_000);
    happen(4);
    answers.set('webhooks.listOpsChanges', answer);
    expect(await streams[0]?.next()).toMatchObject({ id: '4' });
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

  const revoked = { ok: { client_ids: ['cli_desk'] } };
  it.each<[string, () => unknown]>([
    [
      'when the list of revoked clients names its client, where the hint was lost',
      () => {
        gateway.services.answers.set('accounts.listRevokedClients', () => revoked);
        gateway.clock.advanceMs(5_000);
      },
    ],
    ['with its token', () => gateway.clock.advanceMs(16 * 60_000)],
    ['when the gateway stops', () => gateway.app.close()],
  ])('of a client that is connected ends %s', async (_, end) => {
    const { next } = await open();
    await next();
    const ended = next();
    await end();
    expect(await ended).toBeUndefined();
  });

  it('is refused to others, after what is no id, and while the service is away', async () => {
    const codeFor = async (headers: Record<string, string>) =>
      problemIn(await gateway.app.inject({ url: path, headers })).code;
    for (const id of ['abc', '-1', '01', '1.5', '1'.repeat(19)]) {
      expect(await codeFor({ ...(await headersOf()), 'last-event-id': id })).toBe('invalid_body');
    }
    expect(await codeFor({})).toBe('missing_api_key');
    const token = await gateway.issuer.token({ scopes: ['jobs:read'] });
    expect(await codeFor({ authorization: `Bearer ${token}` })).toBe('insufficient_scope');
    gateway.services.answers.set('webhooks.listOpsChanges', () => ({ fault: 'unavailable' }));
    expect(await codeFor(await headersOf())).toBe('unavailable');
  });
});
