/** API clients and keys: scopes that are offered, secrets that count, and secrets that are shown once. */
import { apiKeyScopes, roleScopes, scopeGrants } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { exampleClient, exampleKey, rotated } from './access-answers.ts';
import { openDesk, tokenOf, useDesk } from './desk-under-test.ts';
import { hostileText, pageOf } from './examples.ts';
import { formMarkup, hrefsOf, offeredBy, textOf } from './markup.ts';

const { get, post, send, services } = useDesk();
const token = tokenOf('admin');

describe('a new client or key', () => {
  it.each([
    ['/clients', 'admin', roleScopes.admin],
    ['/clients', 'desk_lead', roleScopes.desk_lead],
    ['/keys', 'admin', ['quotes:write', 'jobs:read', 'tracking:read', 'certificates:read']],
    ['/keys', 'desk_lead', []],
  ] as const)('on %s may be given by %s: %j', async (path, role, scopes) => {
    const { body } = await get(path, tokenOf(role));
    expect(offeredBy(body, 'scopes')).toEqual(scopes);
    expect(body).not.toContain(' checked');
    const text = textOf(body);
    for (const each of scopes) expect(text).toContain(`${each} ${scopeGrants[each]}`);
    const ofKeys: readonly string[] = apiKeyScopes;
    if (path === '/keys') expect(ofKeys).toEqual(expect.arrayContaining([...scopes]));
    if (scopes.length > 0) return;
    expect(text).toContain('Your role holds nothing that a key may do.');
    expect(() => formMarkup(body, path)).toThrow('no form');
  });

  it.each(['/clients', '/keys'])('on %s is held by the role, never by the form', async (page) => {
    const forged = { held_scopes: ['ops:dispatch'], name: 'a', scopes: 'jobs:read' };
    const { commands } = await send({ page, fields: forged });
    expect(commands[0]?.input).toMatchObject({ held_scopes: roleScopes.admin });
  });

  it('shows the same secret by a reload, and another one for another form', async () => {
    // As receipts do: one output for each request.
    const receipts = new Map<string | undefined, string>();
    services.answers.set('accounts.addClient', ({ meta: { request } }) => {
      const client_secret = receipts.get(request) ?? `secret-${receipts.size}`;
      receipts.set(request, client_secret);
      return { ok: { ...exampleClient, client_secret } };
    });
    const made = { page: '/clients', fields: { name: 'a', scopes: 'jobs:read' } };
    const { answer, sent } = await send(made);
    expect(answer.body).toContain('secret-0');
    expect((await post('/clients', token, sent)).body).toContain('secret-0');
    expect((await send(made)).answer.body).toContain('secret-1');
  });

  it('leads to the documentation where there is one, and escapes its name', async () => {
    const made = { page: '/clients', fields: { name: 'a', scopes: 'jobs:read' } };
    const docs = 'https://docs.example.test';
    const documented = openDesk({ env: { SVC_DOCS_URL: docs } });
    const named = { ...exampleClient, name: hostileText, client_secret: 'x' };
    documented.services.answer('accounts.addClient', named);
    const { body } = (await documented.send(made)).answer;
    expect(hrefsOf(body)).toContain(`${docs}/start`);
    expect(textOf(body)).toContain(`The secret of ${hostileText}`);
    expect(body).not.toContain('<script>');
    expect((await send(made)).answer.body).not.toContain('/start');
  });
});

describe('the list', () => {
  it.each([
    ['/clients', 'Last fetched a token', 'Never'],
    ['/keys', 'Last used', 'Mon, 2 Nov 2026, 09:00'],
  ])('of %s shows the last use, and leads to the requests', async (path, column, lastUse) => {
    const { body } = await get(path, token);
    expect(textOf(body)).toContain(column);
    expect(textOf(body)).toContain(`${lastUse} Requests of`);
    expect(hrefsOf(body, /^Requests of/)).toContain('/requests?client_id=x_01');
  });

  it.each([
    ['/clients', 'accounts.listClients', exampleClient],
    ['/keys', 'accounts.listApiKeys', exampleKey],
  ])('of %s shows both secrets after a rotation', async (path, action, example) => {
    services.answer(action, pageOf([{ ...example, ...rotated }]));
    const { body } = await get(path, token);
    expect(textOf(body)).toMatch(
      /New secret made [^;]*; last used: Never Previous secret ends Tue, 3 Nov 2026/,
    );
    // A third one is made only if both end.
    expect(offeredBy(formMarkup(body, `${path}/x_01/rotate`), 'overlap_hours')).toEqual(['0']);
  });
});
