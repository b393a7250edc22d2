import { describe, expect, it, onTestFinished } from 'vitest';
import { exampleUser, exampleUsers } from './access-answers.ts';
import { deskUnderTest, hiddenFields, tokenOf } from './desk-under-test.ts';
import type { Role } from './persons.ts';

const token = tokenOf('admin');

async function desk() {
  const under = await deskUnderTest();
  onTestFinished(() => under.app.close());
  const peopleOf = async (role: Role) => (await under.get('/people', tokenOf(role))).body;
  return { ...under, peopleOf };
}

describe('the people', () => {
  const ofTenant = ['admin', 'booker', 'viewer', 'auditor'];
  it.each([
    ['admin', 'a tenant', ofTenant],
    ['desk_lead', 'the carrier', [...ofTenant, 'dispatcher', 'desk_lead']],
  ] as const)('are offered to a new person by %s of %s: %s', async (role, _of, offered) => {
    const { peopleOf } = await desk();
    const [, form = ''] = (await peopleOf(role)).split('id="f-role"');
    const [options = ''] = form.split('</select>');
    expect([...options.matchAll(/value="(\w+)"/g)].map(([, value]) => value)).toEqual(offered);
  });

  it('have the forms of their rows, but for oneself', async () => {
    const { peopleOf } = await desk();
    const body = await peopleOf('admin');
    for (const action of ['role', 'remove']) {
      expect(hiddenFields(body, `/people/usr_booker/${action}`)._token).toMatch(/^[0-9a-f]{64}$/);
      expect(body).not.toContain(`/people/usr_admin/${action}`);
    }
    expect(body).toContain('Person admin (you)');
  });

  it('are removed after what that ends was shown', async () => {
    const { peopleOf } = await desk();
    const [, removal = ''] = (await peopleOf('admin')).split('<details>');
    expect(removal).toMatch(/^<summary>Remove.*Ends every session of Person booker/s);
    expect(removal).toContain('<button>Remove Person booker</button>');
  });

  it('keep a role that is not offered until another one is chosen', async () => {
    const { peopleOf, services } = await desk();
    const lead = { ...exampleUser, role: 'desk_lead' as const };
    services.answers.set('accounts.listUsers', () => ({ ok: { ...exampleUsers, data: [lead] } }));
    expect(await peopleOf('admin')).toContain('<option value="desk_lead" selected>Desk lead</o');
  });

  it.each([
    [
      'invited',
      false,
      '2026-11-09T08:00:00.000Z',
      'Invited until <time datetime="2026-11-09T',
      true,
    ],
    [
      'invited once',
      false,
      '2026-11-01T08:00:00.000Z',
      'Invitation ended <time datetime="2026-11-01T',
      false,
    ],
    ['not invited', false, null, 'Not invited', false],
    ['bound', true, null, 'Signs in', false],
  ])('show how they sign in: %s', async (_case, is_bound, ends, shown, canWithdraw) => {
    const { peopleOf, services } = await desk();
    const state = { user_id: 'usr_booker', is_bound, invitation_expires_at: ends };
    services.answers.set('accounts.listSignInStates', () => ({ ok: { states: [state] } }));
    const body = await peopleOf('admin');
    expect(services.asked('listSignInStates')).toEqual([{ user_ids: ['usr_admin', 'usr_booker'] }]);
    expect(body).toContain(shown);
    expect(body).toContain('action="/people/usr_booker/invitation"');
    expect(body.includes('action="/people/usr_booker/invitation/withdraw"')).toBe(canWithdraw);
    expect(body).not.toContain('/people/usr_admin/invitation');
  });

  it('go on on another page', async () => {
    const { get, services } = await desk();
    services.answers.set('accounts.listUsers', () => ({ ok: { ...exampleUsers, has_more: true } }));
    const { body } = await get('/people?starting_after=usr_0', token);
    expect(services.callsOfPeople()[0]?.input).toEqual({ limit: 50, starting_after: 'usr_0' });
    expect(body).toContain('<a href="/people?starting_after=usr_booker">Next page</a>');
    expect(body).toContain('<a href="/people">First page</a>');
  });
});

describe('a new person', () => {
  const whole = { name: 'Ann', email: 'ann@demo.example', role: 'viewer' };
  it.each([
    ['name', '  ', 'Enter a name.'],
    ['name', 'x'.repeat(121), 'Enter at most 120 characters.'],
    ['email', 'ann', 'Enter an e-mail address, such as name@example.com.'],
    ['role', 'owner', 'Choose a role of the list.'],
  ])('without a fit %s (%j) is shown at its field', async (field, value, fault) => {
    const { get, post, services } = await desk();
    const own = hiddenFields((await get('/people', token)).body, '/people');
    services.calls.length = 0;
    const answer = await post('/people', token, { ...own, ...whole, [field]: value });
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain(`<span class="fault" id="e-${field}">${fault}</span>`);
    expect(answer.body).toMatch(new RegExp(`id="f-${field}"[^>]* aria-invalid="true"`));
    expect(services.calls.filter(({ action }) => action === 'inviteUser')).toEqual([]);
  });

  it('with a role of the carrier is refused by the rule of the service', async () => {
    const { get, post, services } = await desk();
    const detail = 'This role is of the carrier.';
    services.answers.set('accounts.inviteUser', () => ({
      refused: { code: 'carrier_only', detail, path: ['role'] },
    }));
    const own = hiddenFields((await get('/people', token)).body, '/people');
    const { body } = await post('/people', token, { ...own, ...whole, role: 'dispatcher' });
    expect(body).toContain(`<span class="fault" id="e-role">${detail}</span>`);
  });
});
