/** Pages, files and forms about what is another tenant's: a 404 that tells nothing of it, and no change. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { mayOpen } from '../src/pages/access.ts';
import { deskTable } from '../src/pages/index.ts';
import { filled, pathNames } from '../src/pages/path.ts';
import type { DeskForm, DeskRoute } from '../src/pages/route.ts';
import { deskUnderTest, hiddenFields, tokenOf } from './desk-under-test.ts';
import { formEntries } from './form-entries.ts';
import { everyRole, personOf, type Role } from './persons.ts';
import type { Call, Services } from './services.ts';

const foreignId = 'job_of_another_tenant';
const ownId = 'x_01';
const detail = `There is no ${foreignId}.`;
const pages = deskTable.filter(({ kind, path }) => kind !== 'form' && path.includes('{'));
/** A SKU names a service of the price book, which all tenants share. */
const forms = deskTable
  .filter((route) => route.kind === 'form')
  .filter(({ path }) => pathNames(path).some((name) => name !== 'sku'));

const isForeign = ({ input }: Call): boolean => JSON.stringify(input).includes(foreignId);
const isCommand = ({ meta }: Call): boolean => meta.request !== undefined;
const rolesOf = ({ access }: DeskRoute): Role[] =>
  everyRole.filter((role) => mayOpen(access, personOf(role)));

/** As services do for what is not of the tenant of the call. */
function knowNothingForeign({ answers }: Services): void {
  for (const [name, answer] of answers) {
    if (name === 'accounts.findPerson') continue;
    answers.set(name, (call) =>
      isForeign(call) ? { refused: { code: 'not_found', detail } } : answer(call),
    );
  }
}

function expectOwnTenant(services: Services, role: Role): void {
  const tenants = services.callsOfPeople().map(({ meta }) => meta.tenant);
  expect(tenants.length).toBeGreaterThan(0);
  expect(new Set(tenants)).toEqual(new Set([personOf(role).tenant.id]));
}

describe.each(pages.map((page) => [page.path, page] as const))(
  '%s of another tenant',
  (path, page) => {
    it.each(rolesOf(page))(
      'is a 404 for %s, and every call is into the own tenant',
      async (role) => {
        const { app, get, services } = await deskUnderTest();
        knowNothingForeign(services);
        const answer = await get(path.replaceAll(/\{\w+\}/g, foreignId), tokenOf(role));
        await app.close();
        expect(answer.statusCode).toBe(404);
        expect(answer.body).toContain('<h1>Not found</h1>');
        expect(answer.body).not.toContain(foreignId);
        expectOwnTenant(services, role);
      },
    );
  },
);

/** Sends the form, complete, to this path. */
async function send({ path }: DeskForm, role: Role, target: string) {
  const { app, get, post, services } = await deskUnderTest();
  onTestFinished(() => app.close());
  knowNothingForeign(services);
  const hidden = hiddenFields((await get('/', tokenOf(role))).body, '/sign-out');
  services.calls.length = 0;
  const answer = await post(target, tokenOf(role), { ...hidden, ...formEntries[path] });
  return { answer, services, commands: services.callsOfPeople().filter(isCommand) };
}

describe.each(forms.map((form) => [form.path, form] as const))('the form %s', (path, form) => {
  const roles = rolesOf(form);
  const changed = pathNames(path).at(-1);
  const targets = new Set([
    filled(path, () => foreignId),
    filled(path, (name) => (name === changed ? foreignId : ownId)),
  ]);
  const cases = roles.flatMap((role) => [...targets].map((target) => [target, role] as const));

  it('sends its command for an id of the own tenant', async () => {
    const [role = 'admin'] = roles;
    const { answer, commands } = await send(
      form,
      role,
      filled(path, () => ownId),
    );
    expect([200, 303]).toContain(answer.statusCode);
    expect(commands.map(({ service, action }) => [service, action])).toEqual([
      [form.service, form.action],
    ]);
  });

  it.each(cases)('at %s is a 404 for %s and changes nothing', async (target, role) => {
    const { answer, services, commands } = await send(form, role, target);
    expect(answer.statusCode).toBe(404);
    // A home that is about the foreign id is not there; any other one tells the refusal.
    const absent = ['<h1>Not found</h1>', `<p class="alert" role="alert">${detail}</p>`];
    expect(absent.filter((markup) => answer.body.includes(markup))).toHaveLength(1);
    // Those with the foreign id are refused: any other one would change something.
    expect(commands.filter((call) => !isForeign(call))).toEqual([]);
    expect(services.callsOfPeople().filter(isForeign)).not.toEqual([]);
    expectOwnTenant(services, role);
  });
});

it('no entry is of a form that is gone', () => {
  const paths = new Set(forms.map(({ path }) => path));
  expect(Object.keys(formEntries).filter((path) => !paths.has(path))).toEqual([]);
});
