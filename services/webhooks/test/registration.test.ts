import { invalid, newTenant, refused } from '@svc/kit/testing/service-test';
import { describe, expect, it } from 'vitest';
import { start, wanting, webhooksTest } from './app.ts';

const app = webhooksTest({ workers: [], env: { SVC_WEBHOOK_ALLOW_LOOPBACK: 'false' } });

const url = 'https://93.184.216.34/hook';

describe('create', () => {
  it('returns the secret once, with the webhook', async () => {
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

  it('stores the secret encrypted at rest', async () => {
    const tenant = newTenant();
    const { secret } = await app.as(tenant).create(wanting(url));
    const rows = await app.sql('select e.* from webhooks.endpoint e where tenant_id = $1', [
      tenant,
    ]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(secret.slice(6));
  });

  it('stores the address as given, also one that does not resolve', async () => {
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
  ])('refuses the address %s with invalid_url', async (address) => {
    expect(await app.call('create', wanting(address), { tenant: newTenant() })).toEqual(
      refused('invalid_url'),
    );
  });

  it('refuses an event type that does not exist', async () => {
    const reply = await app.call('create', wanting(url, ['job.created', 'job.lost']), {
      tenant: newTenant(),
    });
    expect(reply).toEqual(refused('unknown_event_type'));
  });

  it.each([{ url }, { events: ['*'] }, { url, events: [] }, { url: '', events: ['*'] }])(
    'refuses %j as bad input',
    async (input) => {
      expect(await app.call('create', input, { tenant: newTenant() })).toEqual(invalid());
    },
  );

  it('repeats the same secret from an encrypted receipt', async () => {
    const tenant = newTenant();
    const first = await app.call('create', wanting(url), { tenant, request: 'request-1' });
    const second = await app.call('create', wanting(url), { tenant, request: 'request-1' });
    expect(second).toEqual({ ...first, replayed: true });
    expect((await app.as(tenant).list({})).data).toHaveLength(1);
  });
});

it('list returns the newest first, in pages, of this tenant alone', async () => {
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

describe('update', () => {
  it('changes the sent fields and nothing else', async () => {
    const tenant = newTenant();
    const { secret: _, ...made } = await app.as(tenant).create(wanting(url));
    const next = 'https://93.184.216.34:8443/other';
    expect(await app.as(tenant).update({ id: made.id, url: next })).toEqual({ ...made, url: next });
    const events = ['job.created'];
    const updated = await app.as(tenant).update({ id: made.id, events, status: 'disabled' });
    expect(updated).toEqual({ ...made, url: next, events, status: 'disabled' });
    expect(await app.as(tenant).get({ id: made.id })).toEqual(updated);
  });

  it('refuses the addresses and types that create refuses', async () => {
    const tenant = newTenant();
    const { id } = await app.as(tenant).create(wanting(url));
    const badUrl = await app.call('update', { id, url: 'https://10.0.0.1/' }, { tenant });
    expect(badUrl).toEqual(refused('invalid_url'));
    const badType = await app.call('update', { id, events: ['job.lost'] }, { tenant });
    expect(badType).toEqual(refused('unknown_event_type'));
    const badStatus = await app.call('update', { id, status: 'paused' }, { tenant });
    expect(badStatus).toEqual(invalid());
  });
});

it('remove deletes the webhook with its deliveries', async () => {
  const tenant = newTenant();
  const { id } = await app.as(tenant).create(wanting(url));
  expect(await app.as(tenant).remove({ id })).toEqual({ id, object: 'webhook', deleted: true });
  expect(await app.call('get', { id }, { tenant })).toEqual(refused('webhook_not_found'));
  expect((await app.as(tenant).list({})).data).toEqual([]);
});
