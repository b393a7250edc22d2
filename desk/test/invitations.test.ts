import { accounts, type Invitation } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { hostileText } from './examples.ts';
import { hrefsOf, textOf, textsOf } from './markup.ts';
import { personOf } from './persons.ts';
import { publicUrl, signInDesk, useProvider } from './sign-in-desk.ts';

const provider = useProvider();
const email = 'ann@demo.example';
const link = '/invitations/the-token';

const open: Invitation = {
  user: { id: 'usr_ann', email, role: 'viewer' },
  tenant: { id: 'ten_demo', name: `Demo ${hostileText}` },
  expires_at: '2026-11-09T08:00:00.000Z',
};

function desk() {
  const under = signInDesk(provider());
  const { answers } = under.services;
  let invitation: Invitation | null = open;
  answers.set('accounts.findInvitation', ({ input }) => {
    const { token } = accounts.actions.findInvitation.input.parse(input);
    return { ok: { invitation: token === 'the-token' ? invitation : null } };
  });
  answers.set('accounts.acceptInvitation', () => ({
    ok: { token: 'a-new-token', person: personOf('viewer', 'ses_new') },
  }));
  const accept = (cookie: string, origin = publicUrl) =>
    under.app.inject({
      ...{ method: 'POST', url: '/invitation' },
      headers: { cookie, origin, 'content-type': 'application/x-www-form-urlencoded' },
    });
  /** Through the provider; answers the cookie that asks for the acceptance. */
  const arrive = async () => {
    const { answer } = await under.signIn(email, { path: `${link}/sign-in` });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/invitation']);
    const cookie = answer.cookies.find(({ name }) => name === '__Host-acceptance');
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', maxAge: 600 });
    expect(cookie?.value).not.toContain('the-token');
    return `__Host-acceptance=${cookie?.value}`;
  };
  const end = () => {
    invitation = null;
  };
  const accepted = () => under.sent('acceptInvitation');
  return { ...under, accept, accepted, arrive, end };
}

describe('the link of an invitation', () => {
  it('shows who invites and until when, and uses nothing up', async () => {
    const { get, accepted } = desk();
    for (const _time of ['a program that looks at links', 'the person']) {
      const { statusCode, body, headers } = await get(link);
      expect(statusCode).toBe(200);
      expect(textOf(body)).toContain(`Demo ${hostileText}`);
      expect(body).not.toContain('<script>');
      expect(hrefsOf(body, /^Sign in$/)).toEqual([`${link}/sign-in`]);
      expect(headers['referrer-policy']).toBe('same-origin');
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['set-cookie']).toBeUndefined();
    }
    expect(accepted()).toEqual([]);
  });

  it.each([link, `${link}/sign-in`])('says at %s that it is over', async (path) => {
    const { get, end } = desk();
    end();
    const { statusCode, body } = await get(path);
    expect(statusCode).toBe(410);
    expect(textOf(body)).toContain('This invitation is over');
  });

  it.each(['x'.repeat(500), 'unknown', '%00', '..%2f'])(
    'is over where it has the unknown token %j',
    async (token) => {
      expect((await desk().get(`/invitations/${token}`)).statusCode).toBe(410);
    },
  );
});

describe('an acceptance', () => {
  it('is asked for after the sign-in, and opens a session of its own', async () => {
    const { get, accept, accepted, arrive, sent, lines } = desk();
    const cookie = await arrive();
    const asked = await get('/invitation', cookie);
    expect(textOf(asked.body)).toContain(`You are signed in at your provider as ${email}.`);
    expect(asked.body).toContain('<form method="post" action="/invitation">');
    expect([...sent('signIn'), ...accepted()]).toEqual([]);
    const answer = await accept(cookie);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/']);
    expect([answer.headers['set-cookie']].flat()).toEqual([
      expect.stringMatching(/^__Host-acceptance=; /),
      '__Host-session=a-new-token; Path=/; Expires=Mon, 02 Nov 2026 19:00:00 GMT; HttpOnly; Secure; SameSite=Lax',
    ]);
    const [call] = accepted();
    expect(call?.input).toEqual({
      ...{ issuer: provider().issuer, subject: email, email, email_verified: true },
      ...{ token: 'the-token', browser: '' },
    });
    expect(call?.meta).toMatchObject({ tenant: 'ten_demo', actor: 'usr_ann' });
    for (const secret of ['the-token', 'a-new-token', email]) {
      expect(lines.join('')).not.toContain(secret);
    }
  });

  it.each([
    ['invitation_over', 410, 'This invitation is over'],
    ['invitation_for_other_address', 422, 'The invitation is for another address'],
    ['identity_bound', 409, 'This account belongs to somebody here'],
  ] as const)('refused with %s has the status %i, and opens no session', async (...given) => {
    const [code, status, title] = given;
    const { accept, arrive, services } = desk();
    const refused = { code, detail: 'No.' };
    services.answers.set('accounts.acceptInvitation', () => ({ refused }));
    const answer = await accept(await arrive());
    expect(answer.statusCode).toBe(status);
    expect(textsOf(answer.body, 'h1')).toEqual([title]);
    expect(String(answer.headers['set-cookie'])).not.toContain('__Host-session');
  });

  it.each(['https://evil.example', 'null'])('from the origin %s sends nothing', async (origin) => {
    const { accept, accepted, arrive } = desk();
    expect((await accept(await arrive(), origin)).statusCode).toBe(403);
    expect(accepted()).toEqual([]);
  });

  it('is over after ten minutes, and in another browser', async () => {
    const { get, accept, accepted, arrive, begin, clock } = desk();
    const cookie = await arrive();
    const statuses = async (given: string) => [
      (await get('/invitation', given)).statusCode,
      (await accept(given)).statusCode,
    ];
    const { state } = await begin(`${link}/sign-in`);
    const foreign = ['', '__Host-acceptance=', '__Host-acceptance=v1.forged'];
    // The cookie of a sign-in is none of an acceptance.
    for (const each of [...foreign, `__Host-acceptance=${state}`]) {
      expect(await statuses(each)).toEqual([400, 400]);
    }
    clock.advanceMs(600_000);
    expect(await statuses(cookie)).toEqual([400, 400]);
    expect(accepted()).toEqual([]);
  });
});
