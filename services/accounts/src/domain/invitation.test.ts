import { describe, expect, it } from 'vitest';
import { type InvitationRecord, isInvitationOpen, requireAcceptable } from './invitation.ts';

const now = new Date('2026-11-02T08:00:00.000Z');
const later = (ms: number) => new Date(now.getTime() + ms);
const user = { id: 'usr_1', email: 'desk@example.org', role: 'viewer' as const };
const tenant = { id: 'ten_1', name: 'One' };
const invitation: InvitationRecord = { user, tenant, expires_at: later(1) };
const whole = { invitation, email: user.email, bound: undefined, now };
const own = { tenant_id: tenant.id, id: user.id };

it.each([
  ['open until its end', 1, true],
  ['over at its end', 0, false],
  ['over after its end', -1, false],
])('an invitation is open or over: %s', (_case, ms, expected) => {
  expect(isInvitationOpen({ expires_at: later(ms) }, now)).toBe(expected);
});

describe('an acceptance', () => {
  it.each([
    ['by a new identity with the invited address', {}],
    ['whatever the letter case of the address', { email: 'Desk@Example.org' }],
    ['once more by the identity of the user', { bound: own }],
  ])('is possible for the user %s', (_case, change) => {
    expect(requireAcceptable({ ...whole, ...change })).toBe(invitation);
  });

  const over = { ...invitation, expires_at: now };
  it.each([
    ['of an unknown invitation', { invitation: undefined }, 'invitation_over'],
    ['of one that is over', { invitation: over }, 'invitation_over'],
    ['by another address', { email: 'b@example.org' }, 'invitation_for_other_address'],
    ['without a verified address', { email: undefined }, 'invitation_for_other_address'],
    ['by another user', { bound: { ...own, id: 'usr_2' } }, 'identity_bound'],
    ['by a user of another tenant', { bound: { ...own, tenant_id: 'ten_2' } }, 'identity_bound'],
  ])('is refused for the user %s', (_case, change, code) => {
    expect(() => requireAcceptable({ ...whole, ...change })).toThrow(
      expect.objectContaining({ code }),
    );
  });
});
