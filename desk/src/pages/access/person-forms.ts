/** Forms of the people page, and their fields. */
import { accounts, carrierRoles, type Person, scopesBeyond, userRoles } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { z } from 'zod';
import { requiredLineEntry } from '../entries.ts';
import { selectField, textField } from '../fields.ts';
import type { FormEntries } from '../form-view.ts';
import { roleLabels } from '../labels.ts';
import { form } from '../route.ts';

type Role = Person['user']['role'];
const common = { access: 'admin:users', home: '/people', next: '/people' } as const;
const role = z.enum(userRoles, 'Choose a role of the list.');

export const newPerson = z.object({
  name: requiredLineEntry(120, 'Enter a name.'),
  email: z
    .string()
    .trim()
    .max(254, 'Enter at most 254 characters.')
    .pipe(z.email('Enter an e-mail address, such as name@example.com.')),
  role,
});

export const changeRole = form(accounts, 'updateUser', {
  ...common,
  path: '/people/{id}/role',
  fields: z.object({ role }),
  input: ({ fields, param }) => ({ id: param('id'), ...fields }),
});

export const removePerson = form(accounts, 'deleteUser', {
  ...common,
  path: '/people/{id}/remove',
  fields: z.object({}),
  input: ({ param }) => ({ id: param('id') }),
});

const roleWords: Readonly<Record<Role, string>> = {
  admin: 'also people, access, sites, webhooks and invoices',
  booker: 'books, changes and cancels jobs',
  viewer: 'looks, and changes nothing',
  auditor: 'looks, also at invoices; changes nothing',
  dispatcher: "works at the carrier's control desk",
  desk_lead: "works at the control desk and administers the desk's people",
};

const ofCarrier: ReadonlySet<Role> = new Set(carrierRoles);

/** Roles of the control desk are offered in the carrier's own organisation alone. */
export const rolesOf = (person: Person): readonly Role[] =>
  userRoles.filter(
    (each) => (person.tenant.carrier || !ofCarrier.has(each)) && mayGive(person, each),
  );

export const mayGive = ({ scopes }: Person, each: Role): boolean =>
  scopesBeyond(each, scopes).length === 0;

export const newPersonFields = (person: Person, entries: FormEntries): Html =>
  html`${textField({ name: 'name', label: 'Name', required: true, maxLength: 120 }, entries)}
${textField({ name: 'email', label: 'E-mail address', hint: 'That of their account at the sign-in: the invitation is for this address alone.', type: 'email', required: true, maxLength: 254 }, entries)}
${selectField(
  {
    name: 'role',
    label: 'Role',
    value: mayGive(person, 'viewer') ? 'viewer' : 'dispatcher',
    options: rolesOf(person).map((each) => [each, `${roleLabels[each]}: ${roleWords[each]}`]),
  },
  entries,
)}`;
