import { apiKeyScopes, roleScopes, scopeGrants } from '@svc/contracts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { exampleClient, exampleKey, rotated } from './access-answers.ts';
import { deskUnderTest, hiddenFields, tokenOf } from './desk-under-test.ts';

async function desk() {
  const under = await deskUnderTest();
  onTestFinished(() => under.app.close());
  return under;
}

const offeredBy = (body: string): string[] =>
  [...body.matchAll(/name="scopes" value="([^"]*)"/g)].flatMap(([, value]) => value ?? []);

const ofKeys: ReadonlySet<string> = new Set(apiKeyScopes);

describe('the scopes that are offered', () => {
  it.each([
    ['/clients', 'admin', roleScopes.admin],
    ['/clients', 'desk_lead', ['ops:dispatch', 'admin:users', 'audit:read']],
    ['/keys', 'admin', ['quotes:write', 'jobs:read', 'tracking:read', 'certificates:read']],
    ['/keys', 'desk_lead', []],
  ] as const)('on %s to %s are those of the role: %s', async (path, role, scopes) => {
    const { get } = await desk();
    const { body } = await get(path, tokenOf(role));
    expect(offeredBy(body)).toEqual(scopes);
    for (const each of scopes) {
      const [words = ''] = scopeGrants[each].split("'");
      expect(body).toContain(`${each}<span class="soft">${words}`);
    }
  });

  it('are no more than the role holds, and a key may have', async () => {
    const { get } = await desk();
    for (const each of offeredBy((await get('/keys', tokenOf('admin'))).body)) {
      expect(ofKeys.has(each)).toBe(true);
      expect(roleScopes.admin).toContain(each);
    }
    const { body } = await get('/keys', tokenOf('desk_lead'));
    expect(body).toContain('Your role holds nothing that a key may do.');
    expect(() => hiddenFields(body, '/keys')).toThrow('no form');
  });

  it('begin unchecked', async () => {
    const { get } = await desk();
    for (const path of ['/clients', '/keys']) {
      expect((await get(path, tokenOf('admin'))).body).not.toContain(' checked');
    }
  });
});

describe('a new client or key', () => {
  const token = tokenOf('admin');
  it.each([
    ['/clients', { name: 'a' }, 'scopes', 'Choose at least one.'],
    ['/clients', { name: ' ', scopes: 'jobs:read' }, 'name', 'Enter a name.'],
    ['/keys', { name: 'a' }, 'scopes', 'Choose at least one.'],
    ['/keys', { name: 'x'.repeat(121), scopes: 'jobs:read' }, 'name', 'Enter at most 120'],
  ])('on %s with %j is shown at its field', async (path, fields, field, fault) => {
    const { get, post, services } = await desk();
    const own = hiddenFields((await get(path, token)).body, path);
    services.calls.length = 0;
    const answer = await post(path, token, { ...own, ...fields });
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toMatch(new RegExp(`class="fault" id="e-${field}">${fault}`));
    expect(services.calls.filter(({ action }) => action.startsWith('add'))).toEqual([]);
  });

  it.each([
    ['/clients', 'admin:nothing'],
    ['/keys', 'jobs:write'],
  ])('on %s cannot have %s', async (path, scope) => {
    const { get, post, services } = await desk();
    const own = hiddenFields((await get(path, token)).body, path);
    const answer = await post(path, token, { ...own, name: 'a', scopes: scope });
    expect(answer.statusCode).toBe(400);
    expect(services.calls.filter(({ action }) => action.startsWith('add'))).toEqual([]);
  });

  it.each(['/clients', '/keys'])('on %s says what the role holds, never the form', async (path) => {
    const { get, post, services } = await desk();
    const own = hiddenFields((await get(path, token)).body, path);
    const forged = { held_scopes: ['ops:dispatch'], name: 'a', scopes: 'jobs:read' };
    await post(path, token, { ...own, ...forged });
    expect(services.calls.at(-1)?.input).toMatchObject({ held_scopes: roleScopes.admin });
  });
});

describe('the lists', () => {
  it.each([
    ['/clients', 'Never', '/requests?client_id=cli_01'],
    ['/keys', '<time datetime="2026-11-02T07:00:00.000Z">', '/requests?client_id=key_01'],
  ])('of %s show the last use and lead to the requests', async (path, lastUse, requests) => {
    const { get } = await desk();
    const { body } = await get(path, tokenOf('admin'));
    expect(body).toContain(`<td>${lastUse}`);
    expect(body).toContain(`<a href="${requests}">`);
  });
});

describe('a rotated client or key', () => {
  const token = tokenOf('admin');

  it.each([
    ['/clients', 'accounts.listClients', exampleClient, 'cli_01', 'endOldClientSecret'],
    ['/keys', 'accounts.listApiKeys', exampleKey, 'key_01', 'endOldApiKey'],
  ])('on %s shows both secrets, and ends the previous one', async (...given) => {
    const [path, action, example, id, command] = given;
    const { get, post, services } = await desk();
    services.answers.set(action, () => ({
      ok: { object: 'list', data: [{ ...example, ...rotated }], has_more: false },
    }));
    const { body } = await get(path, token);
    expect(body).toMatch(/<dt>New secret<\/dt><dd>made .*; last used: Never<\/dd>/);
    expect(body).toMatch(/<dt>Previous secret<\/dt><dd>ends <time datetime="2026-11-03/);
    const [, rotation = ''] = body.split('Rotate again');
    expect([...rotation.matchAll(/<option value="(\d+)"/g)].map(([, hours]) => hours)).toEqual([
      '0',
    ]);
    const own = hiddenFields(body, `${path}/${id}/end-old`);
    await post(`${path}/${id}/end-old`, token, own);
    expect(services.calls.find((call) => call.action === command)?.input).toEqual({ id });
  });
});
