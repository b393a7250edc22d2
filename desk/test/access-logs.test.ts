/** The log of requests, and the audit log with its file. */
import { describe, expect, it } from 'vitest';
import { exampleChange } from './access-answers.ts';
import { openDesk, tokenOf, useDesk } from './desk-under-test.ts';
import { pageOf } from './examples.ts';
import { hrefsOf, textOf } from './markup.ts';

const { get, services } = useDesk();
const open = (path: string) => get(path, tokenOf('admin'));

describe('the log of requests', () => {
  it.each(['client_id', 'request_id'])('finds nothing for a %s that is no id', async (name) => {
    const { body, statusCode } = await open(`/requests?${name}=no%20id!`);
    expect(statusCode).toBe(200);
    expect(textOf(body)).toContain('No request fits.');
    expect(body).toContain('value="no id!"');
    expect(services.callsOfPeople()).toEqual([]);
  });

  it('shows its filters, and says how long it is kept', async () => {
    const { body } = await open('/requests?failed=true');
    expect(body).toContain('<option value="true" selected>');
    expect(textOf(body)).toContain('no header, no query and no body. Kept for 7 days.');
  });

  it('links a code to its page where the documentation is configured', async () => {
    const { get: documented } = openDesk({ env: { SVC_DOCS_URL: 'https://docs.example.test/' } });
    const links = async (read: typeof get) =>
      hrefsOf((await read('/requests', tokenOf('admin'))).body, /^job_not_found$/);
    expect(await links(documented)).toEqual(['https://docs.example.test/errors#job_not_found']);
    expect(await links(get)).toEqual([]);
  });
});

describe('the audit log', () => {
  it('says who changed what, from what and to what', async () => {
    expect(textOf((await open('/audit')).body)).toContain(
      'Person admin usr_admin Person changed x_01 role: viewer role: booker',
    );
  });

  it('counts days as they are in South Africa, and ignores filters that do not fit', async () => {
    const query = 'from=2026-11-01&to=2026-11-02&person_id=usr_1&object_id=%3Cb%3E';
    const { body } = await open(`/audit?${query}`);
    expect(services.asked('listChanges')).toEqual([
      {
        ...{ person_id: 'usr_1', limit: 50 },
        created_gte: '2026-11-01T00:00:00+02:00',
        created_lt: '2026-11-03T00:00:00+02:00',
      },
    ]);
    expect(hrefsOf(body, /CSV/)).toEqual([
      '/audit.csv?from=2026-11-01&to=2026-11-02&person_id=usr_1',
    ]);
  });

  it('is saved whole as a file in which a spreadsheet computes nothing', async () => {
    const hostile = { ...exampleChange, reason: '=1+1', person_name: 'A "B", C', object_id: null };
    const pages = [pageOf([exampleChange], true), pageOf([{ ...hostile, id: 'chg_00' }])];
    services.answers.set('accounts.listChanges', () => ({ ok: pages.shift() ?? pageOf([]) }));
    const { body, headers } = await open('/audit.csv');
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="audit-log.csv"',
      'cache-control': 'no-store',
    });
    const when = exampleChange.created_at;
    expect(body.split('\r\n')).toEqual([
      'id,created_at,person_id,person_name,action,object_id,tenant_id,reason,before,after',
      `chg_01,${when},usr_admin,Person admin,accounts.updateUser,x_01,ten_demo,,role: viewer,role: booker`,
      `chg_00,${when},usr_admin,"A ""B"", C",accounts.updateUser,,ten_demo,'=1+1,role: viewer,role: booker`,
      '',
    ]);
    expect(services.asked('listChanges')).toMatchObject([{}, { starting_after: 'chg_01' }]);
  });
});
