import { type Scope, tenantScopes } from '@svc/contracts';
import { runSvc } from '@svc/svc/program';
import { describe, expect, it } from 'vitest';
import type { Stage } from '../journeys/environment.ts';
import { newTenant, type Tenant } from '../journeys/tenants.ts';
import { shared } from '../journeys/worker-stages.ts';

let stage: Stage;
let tenant: Tenant;
shared.beforeAll(async ({ live }) => {
  stage = live;
  tenant = await newTenant(stage);
});

async function typed(...args: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runSvc(args, {
    env: {
      SVC_BASE_URL: stage.baseUrl,
      SVC_CLIENT_ID: tenant.clientId,
      SVC_CLIENT_SECRET: tenant.clientSecret,
    },
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    hasColour: false,
    signal: new AbortController().signal,
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}
const json = async (...args: string[]) => JSON.parse((await typed(...args, '--json')).out);

interface Kind {
  group: 'clients' | 'keys';
  /** Member of the answer that shows the secret. */
  secret: 'client_secret' | 'api_key';
  id: RegExp;
}
const kinds: readonly Kind[] = [
  { group: 'clients', secret: 'client_secret', id: /^cli_\w+$/ },
  { group: 'keys', secret: 'api_key', id: /^key_\w+$/ },
];

describe.each(kinds)('svc $group', ({ group, secret, id: form }) => {
  const make = () => json(group, 'create', 'Status board', '--scopes', 'jobs:read');
  /** The line of one in the list. */
  const line = async (id: string) =>
    (await typed(group, 'list')).out.split('\n').find((each) => each.startsWith(id));

  it('makes one with the scopes that are named, and shows its secret this once', async () => {
    const made = await make();
    expect(made).toMatchObject({
      id: expect.stringMatching(form),
      scopes: ['jobs:read'],
      [secret]: expect.any(String),
    });
    const listed = await line(made.id);
    expect(listed).toMatch(/Status board +never +none +jobs:read$/);
    expect((await typed(group, 'list', '--json')).out).not.toContain(made[secret]);
    const told = await typed(group, 'create', 'Board 2', '--scopes', 'jobs:read');
    expect(told.out).toMatch(/ is made; its secret is shown this once:\n\S+$/);
  });

  it('rotates with an overlap, which the list shows and `end` ends', async () => {
    const { id, [secret]: first } = await make();
    const rotated = await json(group, 'rotate', id, '--overlap', '48');
    expect(rotated).toMatchObject({ id, old_secret: { last_used_at: null } });
    expect(rotated[secret]).not.toBe(first);
    const { expires_at } = rotated.old_secret;
    expect(Math.round((Date.parse(expires_at) - Date.now()) / 3_600_000)).toBe(48);
    expect(await line(id)).toContain(`${expires_at}`);
    const again = await typed(group, 'rotate', id);
    expect([again.code, again.err]).toEqual([3, expect.stringMatching(/^rotation_in_progress/)]);
    expect((await typed(group, 'end', id)).out).toBe(`${id} has its newest secret alone`);
    expect(await line(id)).toMatch(/ none +jobs:read$/);
  });

  it('rotates without an overlap where a secret has leaked', async () => {
    const { id } = await make();
    const { code, out } = await typed(group, 'rotate', id, '--overlap', '0');
    expect([code, out]).toEqual([0, expect.stringMatching(/every earlier secret has ended/)]);
    expect(await typed(group, 'rotate', id, '--overlap', '169')).toMatchObject({ code: 2 });
  });

  it('revokes one, which the list has no more', async () => {
    const { id } = await make();
    expect(await typed(group, 'revoke', id)).toMatchObject({ code: 0, out: `${id} is revoked` });
    expect(await line(id)).toBeUndefined();
    expect(await typed(group, 'revoke', id)).toMatchObject({ code: 3 });
  });

  it('names a scope that there is not', async () => {
    const { code, err } = await typed(group, 'create', 'Board', '--scopes', 'jobs:paint');
    expect([code, err]).toEqual([3, expect.stringContaining('/scopes/0')]);
  });
});

it('a client needs scopes, a key gets all that a key may have', async () => {
  expect(await typed('clients', 'create', 'Board')).toMatchObject({ code: 2 });
  const { scopes } = await json('keys', 'create', 'Board');
  const held: readonly Scope[] = tenantScopes;
  expect(scopes.length).toBeGreaterThan(1);
  expect(scopes.every((scope: Scope) => held.includes(scope))).toBe(true);
});
