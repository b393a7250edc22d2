/** Forms of the people page, and their fields. */
import { accounts, carrierRoles, type Person, scopesBeyond, userRoles } from '@svc/contracts';
import { choice, line } from '../../form/field.ts';
import { withId } from '../../form/form-fields.ts';
import { form } from '../../route/route.ts';
import { roleLabels } from '../../words/labels.ts';

type Role = Person['user']['role'];
const common = { access: 'admin:users', home: '/people' } as const;
const role = choice(roleLabels, { label: 'Role', error: 'Choose a role of the list.' });
const { name, email } = accounts.actions.inviteUser.input.shape;

export const personFields = {
  name: line(name, { label: 'Name', missing: 'Enter a name.' }),
  email: line(email, {
    ...{ label: 'E-mail address', type: 'email' },
    hint: 'That of their account at the sign-in: the invitation is for this address alone.',
    missing: 'Enter an e-mail address, such as name@example.com.',
    error: 'Enter an e-mail address, such as name@example.com.',
  }),
  role,
};

export const changeRole = form(accounts, 'updateUser', {
  ...common,
  path: '/people/{id}/role',
  fields: { role },
  input: withId,
});

export const removePerson = form(accounts, 'deleteUser', {
  ...common,
  path: '/people/{id}/remove',
  input: withId,
});

const roleWords: Readonly<Record<Role, string>> = {
  admin: 'also people, access, sites, webhooks and invoices',
  booker: 'books, changes and cancels jobs',
  viewer: 'looks, and changes nothing',
  auditor: 'looks, also at invoices; changes nothing',
  dispatcher: "works at the carrier's control desk",
  quality: 'works at the control desk and decides on contents that were out of range',
  desk_lead: "as quality, and administers the desk's people",
};

const ofCarrier: ReadonlySet<Role> = new Set(carrierRoles);

/** Roles of the control desk are offered in the carrier's own organisation alone. */
export const rolesOf = (person: Person): readonly Role[] =>
  userRoles.filter(
    (each) => (person.tenant.carrier || !ofCarrier.has(each)) && mayGive(person, each),
  );

export const mayGive = ({ scopes }: Person, each: Role): boolean =>
  scopesBeyond(each, scopes).length === 0;

/** What an inviting person may give, with what each role permits. */
export const roleToGive = (person: Person) => ({
  values: { role: mayGive(person, 'viewer') ? 'viewer' : 'dispatcher' },
  known: {
    role: {
      options: rolesOf(person).map(
        (each) => [each, `${roleLabels[each]}: ${roleWords[each]}`] as const,
      ),
    },
  },
});
