import {
  bookedJob,
  cancelledJob,
  isSamplesTenant,
  jobs,
  publishedSandboxKey,
  quote,
  quoteList,
  trackingRecord,
} from '@svc/contracts';
import { prefixOf, routesOf, routeTable } from '@svc/gateway';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventsOf } from '../events.ts';
import { createSend, jsonOf, type Line, outcomeOf, resource, type Send } from '../http.ts';
import { startWorld, type World } from '../world.ts';

const key = { 'x-api-key': publishedSandboxKey };
const upperCased = { 'x-api-key': publishedSandboxKey.toUpperCase() };
const booking = { sku: 'LAB-STD', pickup_site_id: 'cli-0', dropoff_site_id: 'lab-0' };

const bookWith = async (send: Send) =>
  resource(await send('POST /jobs', { key: 'a', body: booking }), 201, bookedJob);
/** Without the samples, which everybody sees. */
const idsSeenBy = async (send: Send): Promise<string[]> =>
  resource(await send('GET /jobs'), 200, jobs.actions.list.output)
    .data.filter(({ tenant }) => !isSamplesTenant(tenant.id))
    .map(({ id }) => id);

describe('the sandbox', () => {
  let world: World;
  beforeAll(async () => {
    // One proxy in front, so that tests can come from any address.
    const env = { SVC_TRUSTED_PROXIES: '1' };
    world = await startWorld({ environment: 'sandbox', env, prism: true });
  });
  afterAll(() => world?.stop());
  const session = (name: string = crypto.randomUUID()) =>
    world.as({ ...key, 'svc-sandbox-session': name });
  const from = (address: string) => world.as({ ...key, 'x-forwarded-for': address });

  it('needs no account: the published key quotes, books, tracks and cancels', async () => {
    const send = session();
    const held = resource(await send('POST /quotes', { body: { sku: 'BLD-STD' } }), 201, quote);
    expect(resource(await send('GET /quotes'), 200, quoteList).data).toHaveLength(1);
    const body = { quote_id: held.id, pickup_site_id: 'bb-0', dropoff_site_id: 'hos-3' };
    const booked = resource(await send('POST /jobs', { key: 'a', body }), 201, bookedJob);
    const change = { body: { reference: 'PO-1' } };
    resource(await send(`PATCH /jobs/${booked.ref}`, change), 200, bookedJob);
    const tracked = resource(await send(`GET /tracking/${booked.ref}`), 200, trackingRecord);
    expect(tracked.status).toBe('booked');
    const cancel = { body: { reason: 'Only a test' } };
    const cancelled = resource(
      await send(`POST /jobs/${booked.id}/cancel`, cancel),
      200,
      cancelledJob,
    );
    expect(cancelled.cancellation.fee_cents).toBe(0);
    const events = await eventsOf(world.stage, booked.tenant.id);
    expect(events.map(({ type }) => type)).toEqual([
      'quote.created',
      'job.created',
      'job.updated',
      'job.cancelled',
    ]);
  });

  it('keeps the data of each session to itself', async () => {
    const [name, one, other] = ['My session!', session('My session!'), session()];
    const { id, ref } = await bookWith(one);
    expect(await idsSeenBy(session(name))).toEqual([id]);
    expect(await idsSeenBy(other)).toEqual([]);
    expect(outcomeOf(await other(`GET /jobs/${ref}`))).toBe('404 job_not_found');
    expect(outcomeOf(await other(`GET /tracking/${ref}`))).toBe('404 tracking_not_found');
    const twin = await bookWith(other);
    expect(twin.id).not.toBe(id);
  });

  it('tells callers without a session apart by their address', async () => {
    const one = from('203.0.113.7');
    const { id } = await bookWith(one);
    expect(await idsSeenBy(from('203.0.113.7'))).toEqual([id]);
    expect(await idsSeenBy(from('203.0.113.8'))).toEqual([]);
    const { id: v6 } = await bookWith(from('2001:db8:1:2::1'));
    expect(await idsSeenBy(from('2001:db8:1:2:ffff::9'))).toEqual([v6]);
    expect(await idsSeenBy(session('203.0.113.7'))).toEqual([]);
  });

  it.each([
    ['no key', {}, '401 missing_api_key'],
    ['another sandbox key', { 'x-api-key': 'svc_test_mine' }, '401 invalid_api_key'],
    ['a live key', { 'x-api-key': 'svc_live_key_mine' }, '403 live_key_on_sandbox'],
    ['a token', { authorization: 'Bearer x.y.z' }, '401 invalid_api_key'],
    ['an empty key', { 'x-api-key': '' }, '401 missing_api_key'],
    ['nonsense', { 'x-api-key': 'nonsense' }, '401 invalid_api_key'],
    ['the key in other letters', upperCased, '401 invalid_api_key'],
    [
      'the key as a token',
      { authorization: `Bearer ${publishedSandboxKey}` },
      '401 invalid_api_key',
    ],
    [
      'the key as a password',
      { authorization: `Basic ${publishedSandboxKey}` },
      '401 invalid_api_key',
    ],
    ['the key in another header', { 'api-key': publishedSandboxKey }, '401 missing_api_key'],
    ['a session without a key', { 'svc-sandbox-session': 'mine' }, '401 missing_api_key'],
  ])('turns a caller away that has %s', async (_, headers, outcome) => {
    expect(outcomeOf(await world.as({ ...headers })('GET /jobs'))).toBe(outcome);
  });

  it('does not take the key from the query', async () => {
    const answer = await world.as({})(`GET /jobs?x-api-key=${publishedSandboxKey}`);
    expect(outcomeOf(answer)).toBe('401 missing_api_key');
  });

  it('has the endpoints that the API document marks, changing a job, proofs, temperatures, the request log, usage, webhooks, and no others', () => {
    const marked = routesOf('sandbox').filter((route) => !('root' in route && route.root));
    const lines = marked
      .filter(({ tag }) => tag !== 'Webhooks')
      .map(({ method, path }) => `${method} ${path}`);
    expect(lines.filter((line) => !/^GET \/(docs|openapi)/.test(line)).sort()).toEqual([
      ...['GET /certificates/{id}', 'GET /certificates/{id}/proof', 'GET /health', 'GET /jobs'],
      ...[
        'GET /jobs/{id}',
        'GET /jobs/{id}/labels',
        'GET /jobs/{id}/temperature',
        'GET /jobs/{id}/waybill',
        'GET /quotes',
        'GET /request-log',
        'GET /tracking/{ref}',
        'GET /usage',
        'PATCH /jobs/{id}',
        'POST /jobs',
        'POST /jobs/{id}/cancel',
      ],
      'POST /quotes',
    ]);
  });

  it('does not have what only the live API has', async () => {
    const there = new Set(routesOf('sandbox'));
    for (const route of routeTable.filter((each) => !there.has(each))) {
      const isRoot = route.kind === 'local' && route.root;
      const path = (isRoot ? '' : prefixOf('sandbox')) + route.path.replace(/\{\w+\}/, 'some-id');
      const line: Line = `${route.method} /${path.slice(1)}`;
      // Each as another caller: there are more of them than a caller may ask in a minute.
      const session = { 'svc-sandbox-session': crypto.randomUUID() };
      const send = createSend(world.stage.publicUrl, { ...key, ...session });
      expect(outcomeOf(await send(line)), line).toBe('404 not_found');
    }
    const send = createSend(world.stage.publicUrl, key);
    expect(outcomeOf(await send('GET /v1/health'))).toBe('404 not_found');
  });

  it('refuses POST /webhooks, and takes test endpoints of a caller below /sandbox/webhooks', async () => {
    const send = createSend(world.stage.publicUrl, key);
    const body = { url: 'http://127.0.0.1:9/hook', events: ['*'] };
    const refused = await send('POST /api/v1/webhooks', { body });
    expect(outcomeOf(refused)).toBe('404 not_found');
    expect(refused.text).toContain('/sandbox/webhooks');
    const session = { 'svc-sandbox-session': crypto.randomUUID() };
    const own = createSend(world.stage.baseUrl, { ...key, ...session });
    const made = await own('POST /sandbox/webhooks', { body });
    expect([made.status, jsonOf(made)]).toEqual([
      201,
      expect.objectContaining({ status: 'active', secret: expect.stringMatching(/^whsec_/) }),
    ]);
    expect(outcomeOf(await own('GET /webhooks'))).toBe('404 not_found');
  });

  it('says that it is well, to anybody', async () => {
    const answer = await world.as({})('GET /health');
    expect(answer.status).toBe(200);
    expect(jsonOf(answer)).toEqual({
      status: 'ok',
      writes: 'ok',
      environment: 'sandbox',
      api_version: 'v1',
      price_book_version: '2026-12',
    });
  });
});
