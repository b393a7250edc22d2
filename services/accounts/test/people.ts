/** People of a tenant, and what the provider says of them. */
import type { accounts, RequestOf } from '@svc/contracts';
import type { AccountsApp } from './app.ts';

type Actions = (typeof accounts)['actions'];
type Role = RequestOf<Actions['createUser']>['role'];
export type Claims = RequestOf<Actions['signIn']>;

/** Issuer of a development provider: its identities need no invitation. */
const developmentIssuer = 'http://127.0.0.1:9000';

/** Claims of the person with this address; the subject follows from it. */
export const claimsOf = (email: string, issuer = developmentIssuer): Claims => ({
  issuer,
  subject: `subject of ${email}`,
  email,
  email_verified: true,
  browser: 'Firefox on Linux',
});

interface NewPerson {
  role?: Role;
  carrier?: boolean;
}

/** A tenant with one user, whose address has the tenant in it. */
export async function newPerson(
  app: AccountsApp,
  tenant: string,
  { role = 'booker', carrier = false }: NewPerson = {},
) {
  await app.as('').createTenant({ id: tenant, name: `Tenant ${tenant}`, carrier });
  const email = `${tenant}@example.org`;
  const user = await app.as(tenant).createUser({ email, name: 'Desk', role });
  return { user, email, claims: claimsOf(email) };
}

export const signIn = (app: AccountsApp, claims: Claims) => app.as('').signIn(claims);

/** A person who has signed in. */
export async function signedIn(app: AccountsApp, tenant: string, parts: NewPerson = {}) {
  const made = await newPerson(app, tenant, parts);
  return { ...made, ...(await signIn(app, made.claims)) };
}

export const findPerson = async (app: AccountsApp, token: string) =>
  (await app.as('').findPerson({ token })).person;
