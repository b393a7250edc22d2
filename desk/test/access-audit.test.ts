import { describe, expect, it, onTestFinished } from 'vitest';
import { exampleChange } from './access-answers.ts';
import { deskUnderTest, tokenOf } from './desk-under-test.ts';
import { everyRole } from './persons.ts';

async function desk() {
  const under = await deskUnderTest();
  onTestFinished(() => under.app.close());
  return under;
}
const answer = (data: readonly unknown[], has_more = false) => ({
  ok: { object: 'list', data, has_more },
});

describe('the audit log', () => {
  it.each(everyRole)('is shown to %s as the role says, also as a file', async (role) => {
    const { get } = await desk();
    const status = ['admin', 'auditor', 'desk_lead'].includes(role) ? 200 : 403;
    expect((await get('/audit', tokenOf(role))).statusCode).toBe(status);
    expect((await get('/audit.csv', tokenOf(role))).statusCode).toBe(status);
  });

  it('says who changed what, from what and to what', async () => {
    const { get } = await desk();
    const { body } = await get('/audit', tokenOf('auditor'));
    for (const text of ['Person admin', 'Person changed', 'role: viewer', 'role: booker']) {
      expect(body).toContain(text);
    }
  });

  it('counts days as they are in South Africa, and passes unfit filters over', async () => {
    const { get, services } = await desk();
    const query = 'from=2026-11-01&to=2026-11-02&person_id=usr_1&object_id=%3Cb%3E';
    const { body } = await get(`/audit?${query}`, tokenOf('auditor'));
    expect(services.asked('listChanges')).toEqual([
      {
        person_id: 'usr_1',
        created_gte: '2026-11-01T00:00:00.000+02:00',
        created_lt: '2026-11-02T22:00:00.000Z',
        limit: 50,
      },
    ]);
    expect(body).toContain('/audit.csv?person_id=usr_1&amp;from=2026-11-01&amp;to=2026-11-02');
  });

  it('leads to the sign-in without a session', async () => {
    const { get } = await desk();
    expect((await get('/audit.csv')).headers.location).toBe('/sign-in?return_to=%2Faudit.csv');
  });

  it('comes whole as a file, in which a spreadsheet computes nothing', async () => {
    const { get, services } = await desk();
    const hostile = { ...exampleChange, reason: '=1+1', person_name: 'A "B", C', object_id: null };
    const pages = [answer([exampleChange], true), answer([{ ...hostile, id: 'chg_00' }])];
    services.answers.set('accounts.listChanges', () => pages.shift() ?? answer([]));
    const { body, headers } = await get('/audit.csv', tokenOf('admin'));
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="audit-log.csv"',
      'cache-control': 'no-store',
    });
    const when = exampleChange.created_at;
    expect(body.split('\r\n')).toEqual([
      'id,created_at,person_id,person_name,action,object_id,tenant_id,reason,before,after',
      `chg_01,${when},usr_admin,Person admin,accounts.updateUser,usr_booker,ten_demo,,role: viewer,role: booker`,
      `chg_00,${when},usr_admin,"A ""B"", C",accounts.updateUser,,ten_demo,'=1+1,role: viewer,role: booker`,
      '',
    ]);
    expect(services.asked('listChanges')).toMatchObject([{}, { starting_after: 'chg_01' }]);
  });
});
