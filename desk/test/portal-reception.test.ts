import { describe, expect, it } from 'vitest';
import { tokenOf } from './desk-under-test.ts';
import { portal } from './portal-forms.ts';

const booker = tokenOf('booker');
const page = '/reception/x_01';
const open = { page, action: page };

describe('the reception', () => {
  it('shows what is expected, accepted and rejected, with the field of the scanner in focus', async () => {
    const { get } = await portal();
    const { body } = await get(page, booker);
    for (const text of ['Expected', 'Accepted', 'Rejected: Leaks', 'Lid was loose']) {
      expect(body).toContain(text);
    }
    expect(body).toMatch(/<input id="f-barcode"[^>]* autofocus/);
    expect(body).toContain('<scan-camera for="f-barcode" list="specimens" hidden>');
  });

  it.each([
    [
      { barcode: ' S-1 ', verdict: 'accepted', note: '' },
      { barcode: 'S-1', verdict: 'accepted' },
    ],
    [
      { barcode: 'S-2', verdict: 'leaking', note: 'Lid' },
      { barcode: 'S-2', verdict: 'rejected', reason: 'leaking', note: 'Lid' },
    ],
    // A scanner that sends the symbology, and leaves out what the list has before the number.
    [
      { barcode: ']C0G151726600001', verdict: 'accepted', note: '' },
      { barcode: '=G15172660000100', verdict: 'accepted' },
    ],
    [
      { barcode: 'S-9', verdict: 'not_expected', note: '' },
      { barcode: 'S-9', verdict: 'rejected', reason: 'not_expected' },
    ],
  ])('sends %j', async (fields, specimen) => {
    const { send } = await portal();
    const { answer, commands } = await send({ ...open, fields });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, page]);
    expect(commands).toMatchObject([
      { action: 'receiveSpecimens', input: { id: 'x_01', specimens: [specimen] } },
    ]);
  });

  it.each([
    ['already_received', 409],
    ['specimen_not_expected', 422],
  ] as const)('tells at the barcode that it was refused: %s', async (code, status) => {
    const { send, services } = await portal();
    const refused = { code, detail: 'The service says why.' };
    services.answers.set('partner.receiveSpecimens', () => ({ refused }));
    const fields = { barcode: 'S-1', verdict: 'accepted', note: '' };
    const { answer } = await send({ ...open, fields });
    expect(answer.statusCode).toBe(status);
    expect(answer.body).toContain(
      '<span class="fault" id="e-barcode">The service says why.</span>',
    );
  });

  it('finds a job by its number, and says when there is none', async () => {
    const { get, services } = await portal();
    expect((await get('/reception?job=HC-0001', booker)).body).toContain(
      'href="/reception/job_01"',
    );
    services.answers.set('jobs.get', () => ({
      refused: { code: 'job_not_found', detail: 'No such job.' },
    }));
    expect((await get('/reception?job=absent', booker)).body).toContain('No job fits.');
  });
});
