/** Files that people save: for whom, under which name, and that nothing runs in our origin. */
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { mayOpen } from '../src/pages/access.ts';
import { deskTable } from '../src/pages/index.ts';
import { deskUnderTest, tokenOf } from './desk-under-test.ts';
import { everyRole, personOf } from './persons.ts';
import { jobAnswer } from './portal-jobs-answers.ts';

const downloads = deskTable.filter((route) => route.kind === 'download');
const pathOf = (path: string) => path.replaceAll(/\{\w+\}/g, 'x_01');
const pdf = '%PDF-1.7 of a test';

async function desk() {
  const folder = await mkdtempDisposable(join(tmpdir(), 'desk-files-'));
  onTestFinished(() => folder.remove());
  await writeFile(join(folder.path, 'invoice.pdf'), pdf);
  const under = await deskUnderTest({ env: { SVC_FILES_URL: pathToFileURL(folder.path).href } });
  onTestFinished(() => under.app.close());
  return under;
}

describe.each(downloads.map((each) => [each.path, each] as const))('the file %s', (path, route) => {
  it.each(everyRole)('is for %s what the scopes of the role say', async (role) => {
    const { get, services } = await desk();
    const answer = await get(pathOf(path), tokenOf(role));
    const may = mayOpen(route.access, personOf(role));
    expect(answer.statusCode).toBe(may ? 200 : 403);
    if (!may) return expect(services.callsOfPeople()).toEqual([]);
    const { headers } = answer;
    expect(headers['content-disposition']).toMatch(/^attachment; filename="[\w.-]+"$/);
    expect(headers['content-security-policy']).toContain('sandbox');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['cache-control']).toBe('no-store');
    for (const { meta } of services.callsOfPeople()) {
      expect(meta).toMatchObject({ tenant: personOf(role).tenant.id, actor: `usr_${role}` });
    }
  });

  it('leads those without a session to the sign-in and back', async () => {
    const { get, services } = await desk();
    const answer = await get(pathOf(path));
    const query = new URLSearchParams({ return_to: pathOf(path) });
    expect(answer.headers.location).toBe(`/sign-in?${query}`);
    expect(services.calls).toEqual([]);
  });
});

describe('a paper', () => {
  it.each([
    ['labels', 'labels-x_01.pdf', '%PDF', { id: 'x_01' }],
    ['label-sheet', 'label-sheet-x_01.pdf', '%PDF', { id: 'x_01', layout: 'sheet' }],
    ['label-printer', 'labels-x_01.zpl', '^XA', { id: 'x_01' }],
    ['waybill', 'waybill-x_01.pdf', '%PDF', { id: 'x_01' }],
    ['proof', 'proof-of-delivery-x_01.pdf', '%PDF', { id: 'x_01' }],
  ])('is drawn for its download: %s', async (name, file, begin, input) => {
    const { get, services } = await desk();
    const { body, headers } = await get(`/jobs/x_01/${name}`, tokenOf('viewer'));
    expect(body.slice(0, begin.length)).toBe(begin);
    expect(headers['content-disposition']).toBe(`attachment; filename="${file}"`);
    expect(services.callsOfPeople().map((call) => call.input)).toEqual([input]);
  });

  it('of a job is linked where the role may have it, the proof once it is delivered', async () => {
    const { get, services } = await desk();
    const linksOf = async () => {
      const { body } = await get('/jobs/x_01', tokenOf('viewer'));
      return [...body.matchAll(/href="\/jobs\/[^/"]+\/([\w-]+)" download/g)].map(
        ([, path]) => path,
      );
    };
    const papers = ['labels', 'label-sheet', 'label-printer', 'waybill'];
    services.answers.set('jobs.get', () => ({ ok: jobAnswer({ status: 'booked' }) }));
    expect(await linksOf()).toEqual(papers);
    services.answers.set('jobs.get', () => ({ ok: jobAnswer({ status: 'delivered' }) }));
    expect((await linksOf()).slice(0, 5)).toEqual([...papers, 'proof']);
  });
});

describe('a file', () => {
  it('of the storage comes byte for byte', async () => {
    const { get } = await desk();
    const { body, headers } = await get('/invoices/inv_01/pdf', tokenOf('auditor'));
    expect(body).toBe(pdf);
    expect(headers['content-type']).toBe('application/pdf');
  });

  it('that the storage has lost is a 404, and one that is not issued a refusal', async () => {
    const { get, services } = await desk();
    services.answers.set('billing.invoicePdf', () => ({
      ok: { storage_key: 'gone.pdf', file_name: 'gone.pdf' },
    }));
    expect((await get('/invoices/inv_01/pdf', tokenOf('admin'))).statusCode).toBe(404);
    services.answers.set('billing.invoicePdf', () => ({
      refused: { code: 'invoice_pending', detail: 'Its month is not over.' },
    }));
    const refused = await get('/invoices/inv_01/pdf', tokenOf('admin'));
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toContain('Its month is not over.');
  });

  it('of a statement is saved under its month, and refused while it is made', async () => {
    const { get, services } = await desk();
    services.answers.set('billing.statementPdf', () => ({
      ok: { storage_key: 'invoice.pdf', file_name: 'statement-2026-10.pdf' },
    }));
    const { headers, statusCode } = await get('/statements/st_01/pdf', tokenOf('auditor'));
    expect(statusCode).toBe(200);
    expect(headers['content-disposition']).toBe('attachment; filename="statement-2026-10.pdf"');
    services.answers.set('billing.statementPdf', () => ({
      refused: { code: 'statement_pending', detail: 'Its PDF is being made.' },
    }));
    const refused = await get('/statements/st_01/pdf', tokenOf('admin'));
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toContain('Its PDF is being made.');
  });

  it('that is a chain in pages is whole', async () => {
    const { get, services } = await desk();
    const pageOf = (seq: number, next: string | null) => ({
      ...{ certificate: null, job_id: 'x_01', next, texts_from: null },
      custody: { job_id: 'x_01', chain_hash: 'h', events: [{ seq }], texts: [{ seq }] },
    });
    services.answers.set('custody.bundle', ({ input }) => ({
      ok: Object(input).starting_after === undefined ? pageOf(1, '1-2') : pageOf(2, null),
    }));
    const { body } = await get('/jobs/x_01/bundle', tokenOf('viewer'));
    expect(JSON.parse(body)).toEqual({
      certificate: null,
      job_id: 'x_01',
      custody: {
        ...{ job_id: 'x_01', chain_hash: 'h' },
        events: [{ seq: 1 }, { seq: 2 }],
        texts: [{ seq: 1 }, { seq: 2 }],
      },
    });
  });

  it('of certified temperatures in pages is whole, and linked for jobs that keep a range', async () => {
    const { get, services } = await desk();
    const format = 'svc.cold_chain.bundle.v1';
    const pageOf = (seq: number, next: string | null) => ({
      ...{ format, certificate_jws: 'a.b.c', readings: [{ seq }], next, has_more: next !== null },
    });
    services.answers.set('tracking.temperatureBundle', ({ input }) => ({
      ok: Object(input).starting_after === undefined ? pageOf(1, '1') : pageOf(2, null),
    }));
    const { body } = await get('/jobs/x_01/temperature-bundle', tokenOf('viewer'));
    expect(JSON.parse(body)).toEqual({
      ...{ format, certificate_jws: 'a.b.c' },
      readings: [{ seq: 1 }, { seq: 2 }],
    });
    for (const temperature_range_c of [{ min: 2, max: 8 }, null]) {
      const job = jobAnswer({ status: 'delivered', temperature_range_c });
      services.answers.set('jobs.get', () => ({ ok: job }));
      const page = await get('/jobs/x_01', tokenOf('viewer'));
      expect(page.body.includes('/temperature-bundle" download')).toBe(
        temperature_range_c !== null,
      );
    }
  });
});
