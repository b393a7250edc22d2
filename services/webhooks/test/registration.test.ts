import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, newTenant, start, startWebhooks, wanting } from './app.ts';

let app: App;
beforeAll(async () => {
  app = await startWebhooks({ workers: [], env: { SVC_WEBHOOK_ALLOW_LOOPBACK: 'false' } });
});
afterAll(() => app?.stop());

const url = 'https://93.184.216.34/hook';
const refusal = (code: string) => ({ refused: expect.objectContaining({ code }) });

describe('create', () => {
  it('gives the secret once', async () => {
    const tenant = newTenant();
    const { secret, ...rest } = await app.as(tenant).create(wanting(url, ['job.created']));
    expect(rest).toEqual({
      id: expect.stringMatching(/^wh_\w{26}$/),
      object: 'webhook',
      url,
      events: ['job.created'],
      status: 'active',
      created_at: start,
    });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await app.as(tenant).get({ id: rest.id })).toEqual(rest);
  });

  it('keeps the secret encrypted', async () => {
    const tenant = newTenant();
    const { secret } = await app.as(tenant).create(wanting(url));
    const { rows } = await app.owner.query(
      'select e.* from webhooks.endpoint e where tenant_id = $1',
      [tenant],
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(secret.slice(6));
  });

  it('keeps the address as it was given, and a name that nobody knows yet', async () => {
    const address = 'https://Hooks.not-there.invalid';
    expect((await app.as(newTenant()).create(wanting(address))).url).toBe(address);
  });

  it.each([
    'http://93.184.216.34/',
    'https://127.0.0.1/',
    'https://10.0.0.1/',
    'https://0x7f.1/',
    'https://2852039166/',
    'https://[::ffff:169.254.169.254]/',
    'https://[64:ff9b::a00:1]/',
    'https://100.64.0.1:8443/',
    'https://user:password@93.184.216.34/',
    'nonsense',
  ])('refuses %s', async (address) => {
    expect(await app.call('create', wanting(address), newTenant())).toEqual(refusal('invalid_url'));
  });

  it('refuses an event type that does not exist', async () => {
    const reply = await app.call('create', wanting(url, ['job.created', 'job.lost']), newTenant());
    expect(reply).toEqual(refusal('unknown_event_type'));
  });

  it.each([{ url }, { events: ['*'] }, { url, events: [] }, { url: '', events: ['*'] }])(
    'says what is wrong with %j',
    async (input) => {
      expect(await app.call('create', input, newTenant())).toEqual({ invalid: expect.anything() });
    },
  );

  it('repeated, replays the same secret from a encrypted receipt', async () => {
    const tenant = newTenant();
    const first = await app.call('create', wanting(url), tenant, 'request-1');
    const second = await app.call('create', wanting(url), tenant, 'request-1');
    expect(second).toEqual({ ...first, replayed: true });
    expect((await app.as(tenant).list({})).data).toHaveLength(1);
  });
});

describe('list', () => {
  it('has the newest first, in pages, of this tenant alone', async () => {
    const tenant = newTenant();
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      app.clock.advanceMs(1);
      ids.unshift((await app.as(tenant).create(wanting(`${url}/${n}`))).id);
    }
    await app.as(newTenant()).create(wanting(url));
    const first = await app.as(tenant).list({ limit: 2 });
    expect(first).toMatchObject({ object: 'list', has_more: true });
    expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const after = first.data.at(-1)?.id ?? '';
    const second = await app.as(tenant).list({ limit: 2, starting_after: after });
    expect(second.data.map(({ id }) => id)).toEqual(ids.slice(2));
    expect(second.has_more).toBe(false);
    expect(JSON.stringify(first)).not.toContain('secret');
  });
});

describe('update', () => {
  it('changes what is given and nothing else', async () => {
    const tenant = newTenant();
    const { secret: _, ...made } = await app.as(tenant).create(wanting(url));
    const next = 'https://93.184.216.34:8443/other';
    expect(await app.as(tenant).update({ id: made.id, url: next })).toEqual({ ...made, url: next });
    const events = ['job.created'];
    const updated = await app.as(tenant).update({ id: made.id, events, status: 'disabled' });
    expect(updated).toEqual({ ...made, url: next, events, status: 'disabled' });
    expect(await app.as(tenant).get({ id: made.id })).toEqual(updated);
  });

  it('refuses what create refuses', async () => {
    const tenant = newTenant();
    const { id } = await app.as(tenant).create(wanting(url));
    const badUrl = await app.call('update', { id, url: 'https://10.0.0.1/' }, tenant);
    expect(badUrl).toEqual(refusal('invalid_url'));
    const badType = await app.call('update', { id, events: ['job.lost'] }, tenant);
    expect(badType).toEqual(refusal('unknown_event_type'));
    const badStatus = await app.call('update', { id, status: 'paused' }, tenant);
    expect(badStatus).toEqual({ invalid: expect.anything() });
  });
});

describe('remove', () => {
  it('leaves nothing to be seen', async () => {
    const tenant = newTenant();
    const { id } = await app.as(tenant).create(wanting(url));
    expect(await app.as(tenant).remove({ id })).toEqual({ id, object: 'webhook', deleted: true });
    expect(await app.call('get', { id }, tenant)).toEqual(refusal('webhook_not_found'));
    expect((await app.as(tenant).list({})).data).toEqual([]);
  });
});

describe('a webhook of another tenant, or none', () => {
  const actions = [
    ['get', {}],
    ['update', { status: 'disabled' }],
    ['remove', {}],
    ['rotateSecret', {}],
    ['test', {}],
    ['listDeliveries', {}],
    ['replay', { since: start }],
  ] as const;

  it.each(actions)('is not found by %s', async (action, input) => {
    const owner = newTenant();
    const { id } = await app.as(owner).create(wanting(url));
    const none = refusal('webhook_not_found');
    expect(await app.call(action, { ...input, id }, newTenant())).toEqual(none);
    expect(await app.call(action, { ...input, id: 'wh_none' }, owner)).toEqual(none);
    expect(await app.call(action, { ...input, id: '../wh' }, owner)).toEqual(none);
    expect(await app.as(owner).get({ id })).toMatchObject({ status: 'active' });
  });
});
