import { describe, expect, it } from 'vitest';
import { parseApiKey } from '../src/domain/api-key.ts';
import { accountsApp } from './accounts.ts';

const app = accountsApp();
const withTenant = async (id: string) => {
  await app.as('').createTenant({ id, name: id });
  return app.as(id);
};

describe('createApiKey', () => {
  it('gives a live key that names its id and carries its checksum', async () => {
    const { key_id, api_key } = await (await withTenant('ten_ok')).createApiKey({ name: 'Reader' });
    expect(key_id).toMatch(/^key_\w{26}$/);
    expect(api_key.startsWith(`svc_live_${key_id}_`)).toBe(true);
    expect(parseApiKey(api_key)).toEqual({ key_id, secret: expect.stringMatching(/^\w{32}$/) });
  });

  it('keeps a hash of the secret and nothing from which it could be told', async () => {
    const { key_id, api_key } = await (await withTenant('ten_kept')).createApiKey({ name: 'R' });
    const [row] = await app.rows('select * from accounts.api_key where id = $1', [key_id]);
    expect(row).toMatchObject({ secret_hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(JSON.stringify(row)).not.toContain(parseApiKey(api_key)?.secret);
  });
});

describe('createApiKey with bad input', () => {
  it('is told that the name is missing', async () => {
    expect(await app.call('createApiKey', {})).toMatchObject({ invalid: [{ path: ['name'] }] });
  });
});

describe('createApiKey repeated', () => {
  it('replays the same key from a encrypted receipt', async () => {
    await withTenant('ten_twice');
    const { first, second } = await app.twice('createApiKey', { name: 'Reader' }, 'ten_twice');
    expect(second).toEqual({ ...first, replayed: true });
    const key = /svc_live_\w+/.exec(JSON.stringify(first))?.[0] ?? 'no key';
    const receipts = await app.rows("select * from accounts.receipt where tenant_id = 'ten_twice'");
    expect(receipts).toHaveLength(1);
    expect(JSON.stringify(receipts)).not.toContain(key);
  });
});
