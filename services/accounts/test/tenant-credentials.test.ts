/** Clients and API keys that a tenant administers itself. */
import { apiKeyScopes, credentialTopic, scopes } from '@svc/contracts';
import { until } from '@svc/devnet';
import { refused } from '@svc/kit/testing/service-test';
import { beforeAll, describe, expect, it } from 'vitest';
import { accountsTest } from './app.ts';

const app = accountsTest();
const held_scopes = [...scopes];
const own = () => app.as('ten_own');
const other = () => app.as('ten_other');
const none = { client_secret: expect.anything(), api_key: expect.anything() };

beforeAll(async () => {
  await app.as('').createTenant({ id: 'ten_own', name: 'Own' });
  await app.as('').createTenant({ id: 'ten_other', name: 'Other' });
  await app.as('').rotateSigningKey({ immediately: true });
});

const addClient = () =>
  own().addClient({ name: 'Booking system', scopes: ['jobs:read'], held_scopes });
const addKey = () => own().addApiKey({ name: 'Board', scopes: ['jobs:read'], held_scopes });
const token = ({ id, client_secret }: { id: string; client_secret: string }) =>
  app.as('').issueToken({ client_id: id, client_secret });
const principal = async (key: string) => (await app.as('').verifyApiKey({ key })).principal;

describe('a client that a tenant makes', () => {
  it('gets tokens with its scopes, and is listed without its secret', async () => {
    const made = await addClient();
    expect(made).toMatchObject({ object: 'client', scopes: ['jobs:read'], last_used_at: null });
    expect(await token(made)).toMatchObject({ scope: 'jobs:read' });
    const [listed] = (await own().listClients({})).data;
    expect(listed).toMatchObject({ id: made.id, name: 'Booking system', scopes: ['jobs:read'] });
    expect(listed).not.toMatchObject({ client_secret: none.client_secret });
    expect((await other().listClients({})).data).toEqual([]);
  });

  it('is revoked with its tokens, once, and by its tenant alone', async () => {
    const made = await addClient();
    const hints = app.hints(credentialTopic);
    const gone = refused('client_not_found');
    const remove = (tenant: string) => app.call('removeClient', { id: made.id }, { tenant });
    expect(await remove('ten_other')).toEqual(gone);
    expect(await token(made)).toHaveProperty('access_token');
    expect(await remove('ten_own')).toEqual({
      ok: { id: made.id, object: 'client', deleted: true },
    });
    expect(await token(made)).toEqual({ error: 'invalid_client' });
    await until(async () => hints.length > 0, { timeoutMs: 10_000, what: 'the hint' });
    expect(hints).toEqual([{ revoked_client_id: made.id }]);
    expect((await app.as('').listRevokedClients({})).client_ids).toContain(made.id);
    expect(await remove('ten_own')).toEqual(gone);
    expect((await own().listClients({})).data.map(({ id }) => id)).not.toContain(made.id);
  });
});

describe('an API key that a tenant makes', () => {
  it('has the scopes it was created with, and earlier keys have all', async () => {
    const made = await addKey();
    expect(await principal(made.api_key)).toMatchObject({ scopes: ['jobs:read'] });
    const { key_id, api_key } = await own().createApiKey({ name: 'Before' });
    expect(await principal(api_key)).toMatchObject({ scopes: [...apiKeyScopes] });
    const { data } = await own().listApiKeys({});
    expect(data.find(({ id }) => id === key_id)?.scopes).toEqual([...apiKeyScopes]);
    expect(data.find(({ id }) => id === made.id)).toMatchObject({ scopes: ['jobs:read'] });
    expect(data[0]).not.toMatchObject({ api_key: none.api_key });
  });

  it('is revoked once, and by its tenant alone', async () => {
    const made = await addKey();
    const hints = app.hints(credentialTopic);
    const remove = (tenant: string) => app.call('removeApiKey', { id: made.id }, { tenant });
    const gone = refused('api_key_not_found');
    expect(await remove('ten_other')).toEqual(gone);
    expect(await remove('ten_own')).toMatchObject({ ok: { deleted: true } });
    expect(await principal(made.api_key)).toBeNull();
    await until(async () => hints.length > 0, { timeoutMs: 10_000, what: 'the hint' });
    expect(hints).toEqual([{ revoked_key_id: made.id }]);
    expect(await remove('ten_own')).toEqual(gone);
  });
});
