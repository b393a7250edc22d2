import { idsByPage, newTenant, refused } from '@svc/kit/testing/service-test';
import { describe, expect, it } from 'vitest';
import { start, wanting, webhooksTest } from './app.ts';

const app = webhooksTest({ workers: [], env: { SVC_WEBHOOK_ALLOW_LOOPBACK: 'false' } });

const url = 'https://93.184.216.34/hook';

describe('create', () => {
  it('returns the secret once, with the webhook', async () => {
    const { secret, ...rest } = await app.as().create(wanting(url, ['job.created']));
    expect(rest).toEqual({
      id: expect.stringMatching(/^wh_\w{26}$/),
      object: 'webhook',
      url,
      events: ['job.created'],
      status: 'active',
      created_at: start,
    });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await app.as().get({ id: rest.id })).toEqual(rest);
  });

  it('repeats the same secret from an encrypted receipt', async () => {
    const first = await app.call('create', wanting(url), { request: 'request-1' });
    const second = await app.call('create', wanting(url), { request: 'request-1' });
    expect(second).toEqual({ ...first, replayed: true });
    const { secret } = Object('ok' in first && first.ok);
    for (const table of ['receipt', 'endpoint']) {
      const rows = await app.sql(`select t.* from webhooks.${table} t where tenant_id = $1`, [
        app.tenant,
      ]);
      expect(rows).toHaveLength(1);
      expect(JSON.stringify(rows)).not.toContain(secret.slice(6));
    }
    expect((await app.as().list({})).data).toHaveLength(1);
  });
});

it('list returns the newest first, in pages, of this tenant alone', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    app.clock.advanceMs(1);
    ids.unshift((await app.as().create(wanting(`${url}/${n}`))).id);
  }
  await app.as(newTenant()).create(wanting(url));
  const pages = await idsByPage((page) => app.as().list(page));
  expect(pages).toEqual([ids.slice(0, 2), ids.slice(2)]);
  expect(JSON.stringify(await app.as().list({}))).not.toContain('secret');
});

it('update changes the sent fields and nothing else', async () => {
  const { secret: _, ...made } = await app.as().create(wanting(url));
  const next = 'https://93.184.216.34:8443/other';
  expect(await app.as().update({ id: made.id, url: next })).toEqual({ ...made, url: next });
  const events = ['job.created'];
  const updated = await app.as().update({ id: made.id, events, status: 'disabled' });
  expect(updated).toEqual({ ...made, url: next, events, status: 'disabled' });
  expect(await app.as().get({ id: made.id })).toEqual(updated);
});

it('remove deletes the webhook with its deliveries', async () => {
  const { id } = await app.as().create(wanting(url));
  expect(await app.as().remove({ id })).toEqual({ id, object: 'webhook', deleted: true });
  expect(await app.call('get', { id })).toEqual(refused('webhook_not_found'));
  expect((await app.as().list({})).data).toEqual([]);
});
