/** What is another tenant's: a 404 that says nothing of it, and no change. */
import { expect, it } from 'vitest';
import { filled, pathNames } from '../src/address/path.ts';
import { tokenOf, useDesk } from './desk-under-test.ts';
import { formExamples } from './form-examples.ts';
import { openForm } from './form-on-page.ts';
import { hiddenFields, textOf, textsOf } from './markup.ts';
import { personOf, type Role } from './persons.ts';
import { downloads, liveForms, livePages } from './routes.ts';
import type { Call } from './services.ts';

const foreignId = 'job_of_another_tenant';
const detail = `There is no ${foreignId}.`;
/** A SKU names a service of the price book, which all tenants share. */
const isOwned = ({ path }: { path: string }): boolean =>
  pathNames(path).some((name) => name !== 'sku' && name !== 'profile');

const desk = useDesk();
const { get, post, services } = desk;
const isForeign = ({ input }: Call): boolean => JSON.stringify(input).includes(foreignId);

/** As services do for what is not of the tenant of the call. */
function knowNothingForeign(): void {
  for (const [name, answer] of services.answers) {
    if (name === 'accounts.findPerson') continue;
    services.answers.set(name, (call) =>
      isForeign(call) ? { refused: { code: 'not_found', detail } } : answer(call),
    );
  }
}

function expectOwnTenant(role: Role): void {
  const tenants = services.callsOfPeople().map(({ meta }) => meta.tenant);
  expect([...new Set(tenants)]).toEqual([personOf(role).tenant.id]);
}

it('every page and file about it is a 404, and asks within the own tenant', async () => {
  knowNothingForeign();
  for (const { path, roles } of [...livePages, ...downloads].filter(isOwned)) {
    for (const role of roles) {
      services.calls.length = 0;
      const { statusCode, body } = await get(
        filled(path, () => foreignId),
        tokenOf(role),
      );
      const found = [path, role, statusCode, textsOf(body, 'h1')];
      expect(found).toEqual([path, role, 404, ['Not found']]);
      expect(body).not.toContain(foreignId);
      expectOwnTenant(role);
    }
  }
});

it('no form changes anything of it', async () => {
  const known = new Map(services.answers);
  for (const { path, roles } of liveForms.filter(isOwned)) {
    for (const [name, answer] of known) services.answers.set(name, answer);
    const example = formExamples.find((each) => each.path === path) ?? { path };
    const { shown } = await openForm(desk, example);
    knowNothingForeign();
    const last = pathNames(path).at(-1);
    const targets = [
      filled(path, () => foreignId),
      filled(path, (name) => (name === last ? foreignId : 'x_01')),
    ];
    for (const role of roles) {
      const own = hiddenFields((await get('/', tokenOf(role))).body, '/sign-out');
      for (const target of new Set(targets)) {
        services.calls.length = 0;
        const fields = { ...shown, ...example.fields, ...own };
        const { statusCode, body } = await post(target, tokenOf(role), fields);
        expect([role, target, statusCode]).toEqual([role, target, 404]);
        // A home that is about the foreign id is not there; any other one shows the refusal.
        const isAbsent = textsOf(body, 'h1').includes('Not found');
        expect(textOf(body).includes(detail), target).toBe(!isAbsent);
        expect(
          services.commands().filter((call) => !isForeign(call)),
          target,
        ).toEqual([]);
        expect(services.callsOfPeople().filter(isForeign), target).not.toEqual([]);
        expectOwnTenant(role);
      }
    }
  }
});
