import { describe, expect, it } from 'vitest';
import { exampleUser } from './access-answers.ts';
import { tokenOf, useDesk } from './desk-under-test.ts';
import { pageOf } from './examples.ts';
import { offeredBy, textOf, textsOf } from './markup.ts';
import type { Role } from './persons.ts';

const { get, services } = useDesk();
const people = async (role: Role = 'admin', query = '') =>
  (await get(`/people${query}`, tokenOf(role))).body;
const ofTenant = ['admin', 'booker', 'viewer', 'auditor'];

describe('the page of people', () => {
  it.each([
    ['admin', ofTenant],
    ['desk_lead', ['dispatcher', 'quality', 'desk_lead']],
  ] as const)('offers the roles that %s may give: %j', async (role, offered) => {
    const [, form = ''] = (await people(role)).split('Invite a person');
    expect(offeredBy(form, 'role')).toEqual(offered);
  });

  it('has forms for the others, not for oneself', async () => {
    const body = await people();
    for (const action of ['role', 'remove', 'invitation']) {
      expect(body).toContain(`action="/people/x_01/${action}"`);
      expect(body).not.toContain(`/people/usr_admin/${action}`);
    }
    expect(textOf(body)).toContain('Person admin (you)');
  });

  it('says what a removal ends before its button', async () => {
    const [, removal = ''] = (await people()).split('<details>');
    expect(textOf(removal)).toMatch(/^ ?Remove.*Ends every session of Person booker/);
    expect(textsOf(removal, 'button')).toContain('Remove Person booker');
  });

  it('has no forms for people whose role permits more than that of the reader', async () => {
    const lead = { ...exampleUser, role: 'desk_lead' as const };
    services.answer('accounts.listUsers', pageOf([lead]));
    const body = await people();
    expect(textOf(body)).toContain('The role permits more than yours');
    expect(body).not.toContain(`/people/${lead.id}/`);
  });

  it.each([
    [false, '2026-11-09T08:00:00.000Z', 'Invited until Mon, 9 Nov 2026', true],
    [false, '2026-11-01T08:00:00.000Z', 'Invitation ended Sun, 1 Nov 2026', false],
    [false, null, 'Not invited', false],
    [true, null, 'Signs in', false],
  ])('shows how a person signs in (bound %s, invited %s): %s', async (...given) => {
    const [is_bound, ends, shown, canWithdraw] = given;
    const state = { user_id: 'x_01', is_bound, invitation_expires_at: ends };
    services.answer('accounts.listSignInStates', { states: [state] });
    const body = await people();
    expect(services.asked('listSignInStates')).toEqual([{ user_ids: ['usr_admin', 'x_01'] }]);
    expect(textOf(body)).toContain(shown);
    expect(body.includes('action="/people/x_01/invitation/withdraw"')).toBe(canWithdraw);
  });
});
