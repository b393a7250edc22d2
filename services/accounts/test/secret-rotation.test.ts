/** Rotation of the secrets of clients and API keys: overlap, end, early end, and who may. */
import { credentialTopic, scopes } from '@svc/contracts';
import { until } from '@svc/devnet';
import { beforeAll, describe, expect, it } from 'vitest';
import { accountsTest } from './app.ts';

const app = accountsTest();
const held_scopes = [...scopes];
const own = () => app.as('ten_own');
const hourMs = 3_600_000;

beforeAll(async () => {
  await app.as('').createTenant({ id: 'ten_own', name: 'Own' });
  await app.as('').createTenant({ id: 'ten_other', name: 'Other' });
  await app.as('').rotateSigningKey({ immediately: true });
});

interface Made {
  id: string;
  /** Secret of the client, or the whole key as it is sent. */
  secret: string;
}

const kinds = {
  client: {
    make: async (): Promise<Made> => {
      const wanted = { name: 'Import', scopes: ['jobs:read' as const], held_scopes };
      const { id, client_secret: secret } = await own().addClient(wanted);
      return { id, secret };
    },
    rotate: async (id: string, overlap_hours?: number): Promise<Made> => {
      const input = { id, overlap_hours, held_scopes };
      return { id, secret: (await own().rotateClientSecret(input)).client_secret };
    },
    endOld: (id: string) => own().endOldClientSecret({ id }),
    isAccepted: async ({ id, secret }: Made) =>
      'access_token' in (await app.as('').issueToken({ client_id: id, client_secret: secret })),
    list: () => own().listClients({ limit: 100 }),
    remove: (id: string) => own().removeClient({ id }),
    unknown: 'client_not_found',
  },
  api_key: {
    make: async (): Promise<Made> => {
      const wanted = { name: 'Board', scopes: ['jobs:read' as const], held_scopes };
      const { id, api_key: secret } = await own().addApiKey(wanted);
      return { id, secret };
    },
    rotate: async (id: string, overlap_hours?: number): Promise<Made> => {
      const input = { id, overlap_hours, held_scopes };
      return { id, secret: (await own().rotateApiKey(input)).api_key };
    },
    endOld: (id: string) => own().endOldApiKey({ id }),
    isAccepted: async ({ secret }: Made) =>
      (await app.as('').verifyApiKey({ key: secret })).principal !== null,
    list: () => own().listApiKeys({ limit: 100 }),
    remove: (id: string) => own().removeApiKey({ id }),
    unknown: 'api_key_not_found',
  },
} as const;

describe.each(Object.entries(kinds))('%s', (_kind, kind) => {
  const { make, rotate, endOld, isAccepted, list, remove, unknown } = kind;
  const listed = async (id: string) => (await list()).data.find((each) => each.id === id);

  it('accepts both secrets for 24 hours, and then the new one alone', async () => {
    const first = await make();
    const second = await rotate(first.id);
    expect(second.secret).not.toBe(first.secret);
    expect([await isAccepted(first), await isAccepted(second)]).toEqual([true, true]);
    app.clock.advanceMs(24 * hourMs - 1);
    expect(await isAccepted(first)).toBe(true);
    app.clock.advanceMs(1);
    expect([await isAccepted(first), await isAccepted(second)]).toEqual([false, true]);
  });

  it('shows the last use of both secrets, and the end of the previous one', async () => {
    const first = await make();
    await isAccepted(first);
    const at = app.clock.now().toISOString();
    const used = async () => {
      app.wakeWorker('record-last-uses');
      return (await listed(first.id))?.last_used_at === at;
    };
    await until(used, { timeoutMs: 30_000, what: 'the use of the first secret' });
    app.clock.advanceMs(hourMs);
    const second = await rotate(first.id, 2);
    const expires_at = new Date(app.clock.now().getTime() + 2 * hourMs).toISOString();
    expect(await listed(first.id)).toMatchObject({
      ...{ last_used_at: at, secret_last_used_at: null },
      old_secret: { expires_at, last_used_at: at },
    });
    app.clock.advanceMs(hourMs);
    await isAccepted(first);
    await isAccepted(second);
    const now = app.clock.now().toISOString();
    const both = async () => {
      app.wakeWorker('record-last-uses');
      const { secret_last_used_at, old_secret } = (await listed(first.id)) ?? {};
      return secret_last_used_at === now && old_secret?.last_used_at === now;
    };
    await until(both, { timeoutMs: 30_000, what: 'the uses of both secrets' });
    app.clock.advanceMs(hourMs);
    expect((await listed(first.id))?.old_secret).toBeNull();
  });

  it('ends the previous secret early, and no other', async () => {
    const first = await make();
    const second = await rotate(first.id, 168);
    expect(await endOld(first.id)).toMatchObject({ id: first.id, old_secret: null });
    expect([await isAccepted(first), await isAccepted(second)]).toEqual([false, true]);
    expect(await endOld(first.id)).toMatchObject({ old_secret: null });
  });

  it('refuses a rotation in the overlap, unless every earlier secret ends', async () => {
    const first = await make();
    const second = await rotate(first.id, 1);
    await expect(rotate(first.id, 1)).rejects.toMatchObject({ code: 'rotation_in_progress' });
    expect([await isAccepted(first), await isAccepted(second)]).toEqual([true, true]);
    const third = await rotate(first.id, 0);
    const accepted = await Promise.all([first, second, third].map(isAccepted));
    expect(accepted).toEqual([false, false, true]);
  });

  it('ends with both secrets when it is revoked', async () => {
    const first = await make();
    const second = await rotate(first.id);
    await remove(first.id);
    expect([await isAccepted(first), await isAccepted(second)]).toEqual([false, false]);
    await expect(rotate(first.id)).rejects.toMatchObject({ code: unknown });
  });
});

it('verifyApiKey names the owner to a holder of the previous secret after its end', async () => {
  const first = await kinds.api_key.make();
  await kinds.api_key.rotate(first.id, 0);
  expect(await app.as('').verifyApiKey({ key: first.secret })).toEqual({
    ...{ principal: null, expires_at: null },
    revoked: { tenant_id: 'ten_own', client_id: first.id },
  });
});

it('a rotation broadcasts the key and the end of the previous secret', async () => {
  const first = await kinds.api_key.make();
  const hints = app.hints(credentialTopic);
  await kinds.api_key.rotate(first.id, 1);
  const expires_at = new Date(app.clock.now().getTime() + hourMs).toISOString();
  expect(await app.as('').verifyApiKey({ key: first.secret })).toMatchObject({ expires_at });
  await until(async () => hints.length > 0, { timeoutMs: 10_000, what: 'the hint' });
  expect(hints).toEqual([{ changed_key_id: first.id }]);
});
