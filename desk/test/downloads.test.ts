/** Files that people save: under which name, and that nothing runs in our origin. */
import { serviceContracts } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { deskTable } from '../src/pages/index.ts';
import { tokenOf, useDesk } from './desk-under-test.ts';
import { exampleJob, pageOf } from './examples.ts';
import { hrefsOf, textOf } from './markup.ts';
import { invoiceAnswer, jobAnswer } from './portal-answers.ts';
import { downloads } from './routes.ts';
import { pdf, useStorage } from './storage.ts';

const { app, get, services } = useDesk({ env: useStorage() });
const viewer = tokenOf('viewer');

describe('every file', () => {
  it('is saved under a name, and runs nothing in our origin', async () => {
    for (const { path, url, role } of downloads) {
      const { headers } = await get(url, tokenOf(role));
      const { 'content-disposition': name, 'content-security-policy': policy } = headers;
      expect(name, path).toMatch(/^attachment; filename="[\w.-]+"$/);
      expect(policy, path).toContain('sandbox');
      expect(headers['x-content-type-options'], path).toBe('nosniff');
      expect(headers['cache-control'], path).toBe('no-store');
    }
  });

  it('says whether it is read by a command, which no page is', () => {
    const commands = serviceContracts.flatMap(({ name, actions }) =>
      Object.entries(actions).flatMap(([action, { kind }]) =>
        kind === 'command' ? [`${name}.${action}`] : [],
      ),
    );
    const effects = deskTable.filter(
      ({ kind, calls }) => kind !== 'form' && calls.some((name) => commands.includes(name)),
    );
    const declared = downloads.filter(({ route }) => route.hasEffect);
    expect(declared.map(({ path }) => path)).toEqual(effects.map(({ path }) => path));
    expect(declared.length).toBeGreaterThan(0);
  });

  it.each([
    ['cross-site', 403],
    ['same-site', 403],
    ['same-origin', 200],
    ['none', 200],
  ])('of a command, opened by a link from %s, has the status %i', async (site, status) => {
    for (const { url } of downloads.filter(({ route }) => route.hasEffect)) {
      services.calls.length = 0;
      const fetched = { 'sec-fetch-site': site, 'sec-fetch-dest': 'document' };
      const cookie = `__Host-session=${tokenOf('dispatcher')}`;
      const answer = await app.inject({ url, headers: { ...fetched, cookie } });
      expect(answer.statusCode).toBe(status);
      expect(services.callsOfPeople().length > 0).toBe(status === 200);
    }
  });
});

describe('a paper of a job', () => {
  it('is one file for the labels of several jobs', async () => {
    const { body, headers } = await get('/desk/labels?jobs=x_02,x_01', tokenOf('dispatcher'));
    expect([body.slice(0, 4), body.match(/\/Type \/Page\b/g)?.length]).toEqual(['%PDF', 4]);
    expect(headers['content-disposition']).toBe('attachment; filename="labels.pdf"');
    expect(services.asked('labelsForDesk')).toEqual([{ id: 'x_02' }, { id: 'x_01' }]);
    const many = Array.from({ length: 51 }, (_, n) => `job_${n}`);
    for (const jobs of ['', 'a,', '..', many.join()]) {
      const { statusCode } = await get(`/desk/labels?jobs=${jobs}`, tokenOf('dispatcher'));
      expect([jobs, statusCode]).toEqual([jobs, 400]);
    }
  });

  it.each([
    ['labels', 'labels-x_01.pdf', '%PDF', { id: 'x_01' }],
    ['label-sheet', 'label-sheet-x_01.pdf', '%PDF', { id: 'x_01', layout: 'sheet' }],
    ['label-printer', 'labels-x_01.zpl', '^XA', { id: 'x_01' }],
    ['waybill', 'waybill-x_01.pdf', '%PDF', { id: 'x_01' }],
    ['proof', 'proof-of-delivery-x_01.pdf', '%PDF', { id: 'x_01' }],
  ])('is drawn for its download: %s', async (name, file, begin, input) => {
    const { body, headers } = await get(`/jobs/x_01/${name}`, viewer);
    expect(body.slice(0, begin.length)).toBe(begin);
    expect(headers['content-disposition']).toBe(`attachment; filename="${file}"`);
    expect(services.callsOfPeople().map((call) => call.input)).toEqual([input]);
  });

  const papers = ['labels', 'label-sheet', 'label-printer', 'waybill'];
  const proofs = ['proof', 'bundle', 'certificate', 'certificate-proof'];
  const cold = { min: 2, max: 8 };
  it.each([
    ['booked', cold, papers],
    ['delivered', cold, [...papers, ...proofs, 'temperature-bundle']],
    ['delivered', null, [...papers, ...proofs]],
  ] as const)('%s with the range %j is linked: %j', async (status, range, names) => {
    services.answer('jobs.get', jobAnswer({ status, temperature_range_c: range }));
    const { body } = await get('/jobs/x_01', viewer);
    const linked = hrefsOf(body).filter((href) => href.startsWith('/jobs/x_01/'));
    expect(linked).toEqual(names.map((name) => `/jobs/x_01/${name}`));
  });
});

describe('a file of the storage', () => {
  it('is sent byte for byte under its own name', async () => {
    const { body, headers } = await get('/invoices/inv_01/pdf', tokenOf('auditor'));
    expect(body).toBe(pdf);
    expect(headers['content-type']).toBe('application/pdf');
    const statement = await get('/statements/st_01/pdf', tokenOf('auditor'));
    expect(statement.headers['content-disposition']).toBe(
      'attachment; filename="statement-2026-10.pdf"',
    );
  });

  it('is a 404 where the storage has lost it', async () => {
    services.answer('billing.invoicePdf', { storage_key: 'gone.pdf', file_name: 'gone.pdf' });
    expect((await get('/invoices/inv_01/pdf', tokenOf('admin'))).statusCode).toBe(404);
  });

  it.each([
    ['/invoices/inv_01/pdf', 'billing.invoicePdf', 'invoice_pending'],
    ['/statements/st_01/pdf', 'billing.statementPdf', 'statement_pending'],
  ] as const)('%s shows why there is none yet', async (path, action, code) => {
    const refused = { code, detail: 'Its PDF is being made.' };
    services.answers.set(action, () => ({ refused }));
    const { statusCode, body } = await get(path, tokenOf('admin'));
    expect(statusCode).toBe(409);
    expect(textOf(body)).toContain('Its PDF is being made.');
  });
});

describe('a file of several pages of its service', () => {
  it('holds the jobs of the filter, with every text that a spreadsheet would split or compute', async () => {
    const named = { ...exampleJob, reference: '=1+1', cost_centre: 'North; ward 2' };
    services.answers.set('jobs.list', ({ input }) => ({
      ok: pageOf([named], Object(input).starting_after === undefined),
    }));
    const { body } = await get('/jobs.csv?status=booked&from=2026-11-02', viewer);
    const [head, first, second, ...others] = body.split('\r\n');
    expect(head).toMatch(/^job,your_reference,status/);
    expect(first).toContain(`HC-0001,'=1+1,Booked,Specimen STAT,STAT,Clinic,Laboratory,`);
    expect(first).toContain(',"North; ward 2",');
    expect(first).toMatch(/,123,ZAR$/);
    expect([second, others]).toEqual([first, ['']]);
    const filter = { status: 'booked', created_gte: '2026-11-02T00:00:00+02:00', limit: 100 };
    expect(services.asked('list')).toMatchObject([filter, { starting_after: 'job_01' }]);
  });

  it('holds every line of an invoice with its cost centre', async () => {
    services.answers.set('billing.getInvoice', ({ input }) => ({
      ok: invoiceAnswer({ next: Object(input).starting_after === undefined ? '1-2' : null }),
    }));
    const { body, headers } = await get('/invoices/inv_01/csv', tokenOf('auditor'));
    expect(headers['content-disposition']).toBe('attachment; filename="INV-2026-000123.csv"');
    const line = 'HC-0001,2026-11-02T07:00:00.000Z,Laboratory standard,CC-100,210,31.5,ZAR';
    expect(body.split('\r\n').slice(1)).toEqual([line, line, '']);
  });

  it('holds the whole chain of custody with its texts', async () => {
    const partOf = (seq: number, next: string | null) => ({
      ...{ certificate: null, job_id: 'x_01', next, texts_from: null },
      custody: { job_id: 'x_01', chain_hash: 'h', events: [{ seq }], texts: [{ seq }] },
    });
    services.answers.set('custody.bundle', ({ input }) => ({
      ok: Object(input).starting_after === undefined ? partOf(1, '1-2') : partOf(2, null),
    }));
    const { body } = await get('/jobs/x_01/bundle', viewer);
    const all = [{ seq: 1 }, { seq: 2 }];
    expect(JSON.parse(body)).toEqual({
      ...{ certificate: null, job_id: 'x_01' },
      custody: { job_id: 'x_01', chain_hash: 'h', events: all, texts: all },
    });
  });
});
