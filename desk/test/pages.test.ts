import { describe, expect, it, onTestFinished } from 'vitest';
import { mayOpen } from '../src/pages/access.ts';
import { deskTable } from '../src/pages/index.ts';
import { deskUnderTest, tokenOf } from './desk-under-test.ts';
import { exampleJob, hostileText, listOf } from './examples.ts';
import { everyRole, personOf } from './persons.ts';

const pages = deskTable.filter((route) => route.kind === 'page');
const pathOf = (path: string) => path.replaceAll(/\{\w+\}/g, 'x_01');

async function desk() {
  const under = await deskUnderTest();
  onTestFinished(() => under.app.close());
  return under;
}

describe.each(pages.map((page) => [page.path, page] as const))('the page %s', (path, page) => {
  it.each(everyRole)('is for %s what the scopes of the role say', async (role) => {
    const { get, services } = await desk();
    const answer = await get(pathOf(path), tokenOf(role));
    const may = mayOpen(page.access, personOf(role));
    expect(answer.statusCode).toBe(may ? 200 : 403);
    if (!may) expect(services.callsOfPeople()).toEqual([]);
    for (const { meta } of services.callsOfPeople()) {
      expect(meta).toMatchObject({ tenant: personOf(role).tenant.id, actor: `usr_${role}` });
    }
  });

  it('leads those without a session to the sign-in and back', async () => {
    const { get, services } = await desk();
    const answer = await get(pathOf(path));
    expect(answer.statusCode).toBe(303);
    const query = new URLSearchParams({ return_to: pathOf(path) });
    expect(answer.headers.location).toBe(`/sign-in?${query}`);
    expect(services.calls).toEqual([]);
  });

  it('clears the cookie of a session that has ended', async () => {
    const { get } = await desk();
    const answer = await get(pathOf(path), 'token-of-no-session');
    expect(answer.statusCode).toBe(303);
    expect(answer.headers['set-cookie']).toMatch(/^__Host-session=; .*Path=\/;.*HttpOnly; Secure/);
  });

  it('cannot be framed, and lets nothing run but what is ours', async () => {
    const { get } = await desk();
    const role = everyRole.find((each) => mayOpen(page.access, personOf(each))) ?? 'admin';
    const { headers } = await get(pathOf(path), tokenOf(role));
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['cache-control']).toBe('no-store');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'; style-src 'sha256-");
    for (const rule of ["form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'"]) {
      expect(policy).toContain(rule);
    }
    // WebAssembly may run where a page scans; nothing else of that kind.
    expect(policy.replace("'wasm-unsafe-eval'", '')).not.toContain('unsafe');
    const isScanner = page.path === '/reception/{id}';
    expect(policy.includes("'wasm-unsafe-eval'")).toBe(isScanner);
    expect(headers['permissions-policy']).toContain(`camera=(${isScanner ? 'self' : ''})`);
  });
});

describe('a page', () => {
  it('escapes what a tenant wrote', async () => {
    const { get, services } = await desk();
    services.answers.set('jobs.list', () => listOf([{ ...exampleJob, reference: hostileText }]));
    const { body } = await get('/jobs', tokenOf('admin'));
    expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;');
    expect(body).not.toContain('<script>alert');
  });

  it('of a service that is away is a 503 with the way back', async () => {
    const { get, services } = await desk();
    services.answers.delete('jobs.list');
    const answer = await get('/jobs', tokenOf('admin'));
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('10');
    expect(answer.body).toContain('Not available at the moment');
  });

  it('is a 503 where accounts is away, also for the signed-in', async () => {
    const { get, services } = await desk();
    services.answers.delete('accounts.findPerson');
    expect((await get('/', tokenOf('admin'))).statusCode).toBe(503);
  });

  it('that does not exist is a 404', async () => {
    const { get } = await desk();
    expect((await get('/nowhere')).statusCode).toBe(404);
  });
});
