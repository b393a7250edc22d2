import { carrierRoles, carrierScopes, roleScopes, userRoles } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import {
  endsWith,
  isCarrierRole,
  isDevelopmentIssuer,
  scopesOf,
  userToBind,
  verifiedEmail,
} from './person.ts';

const claims = { issuer: 'https://id.example.org', subject: 'a' };
const email = 'desk@example.org';

it.each([
  ['verified', { email, email_verified: true }, email],
  ['not verified', { email, email_verified: false }, undefined],
  ['absent', { email_verified: true }, undefined],
])('the address that binds an identity is %s', (_case, address, expected) => {
  expect(verifiedEmail({ ...claims, ...address })).toBe(expected);
});

it.each([
  ['http://127.0.0.1:9000', true],
  ['http://localhost:9000/id', true],
  ['https://id.localhost', true],
  ['http://[::1]:9000', true],
  ['https://id.example.org', false],
  ['https://localhost.example.org', false],
  ['https://127.0.0.1.example.org', false],
  ['https://id.example.org/127.0.0.1', false],
  ['https://localhost@id.example.org', false],
])('an issuer like %s is a development provider: %s', (issuer, expected) => {
  expect(isDevelopmentIssuer({ issuer })).toBe(expected);
});

it.each([
  ['nobody has the address', [], undefined],
  ['one has it', ['usr_1'], 'usr_1'],
  ['several have it', ['usr_1', 'usr_2'], undefined],
])('the user bound at a development provider follows from %s', (_case, unbound, expected) => {
  expect(userToBind(unbound)).toBe(expected);
});

describe('the scopes of a role', () => {
  it.each(userRoles)('has in the carrier the scopes of the contract: %s', (role) => {
    expect(scopesOf(role, { carrier: true })).toEqual(roleScopes[role]);
  });

  it.each(userRoles)("of another tenant has none for the carrier's roles: %s", (role) => {
    const expected = isCarrierRole(role) ? [] : roleScopes[role];
    expect(scopesOf(role, { carrier: false })).toEqual(expected);
  });

  it("has the carrier's scopes in the carrier's roles alone", () => {
    const held = userRoles.filter((role) =>
      roleScopes[role].some((scope) => carrierScopes.some((each) => each === scope)),
    );
    expect(held).toEqual(carrierRoles);
  });
});

describe('a change of a user ends', () => {
  const before = { role: 'booker', email } as const;
  it.each([
    ['nothing', {}, { sessions: false, identities: false }],
    [
      'nothing: only the letter case',
      { email: 'DESK@example.org' },
      { sessions: false, identities: false },
    ],
    ['sessions: another role', { role: 'admin' as const }, { sessions: true, identities: false }],
    ['both: another address', { email: 'b@example.org' }, { sessions: true, identities: true }],
  ])('a change of a user ends by the rule %s', (_case, change, expected) => {
    expect(endsWith(before, { ...before, ...change })).toEqual(expected);
  });
});
