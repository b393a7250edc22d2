import { describe, expect, it } from 'vitest';
import { tokenOf, useDesk } from './desk-under-test.ts';
import { hrefsOf, textOf } from './markup.ts';

const { get, send, services } = useDesk();
const open = async (path: string) => (await get(path, tokenOf('booker'))).body;
const page = '/reception/x_01';

describe('the reception of a laboratory', () => {
  it('shows what is expected, accepted and rejected, with the scanner in focus', async () => {
    const body = await open(page);
    expect(textOf(body)).toMatch(/S-1 Accepted .*S-2 Rejected: Leaks Lid was loose .* Expected/);
    expect(body).toMatch(/<input id="f-barcode"[^>]* autofocus/);
    expect(body).toContain('<scan-camera for="f-barcode" list="specimens" hidden>');
  });

  it.each([
    [
      { barcode: ' S-1 ', verdict: 'accepted' },
      { barcode: 'S-1', verdict: 'accepted' },
    ],
    // A scanner that sends the symbology, and leaves out what the list has before the number.
    [
      { barcode: ']C0G151726600001', verdict: 'accepted' },
      { barcode: '=G15172660000100', verdict: 'accepted' },
    ],
    [
      { barcode: 'S-9', verdict: 'not_expected' },
      { barcode: 'S-9', verdict: 'rejected', reason: 'not_expected' },
    ],
  ])('records the specimen of %j', async (fields, specimen) => {
    const { commands } = await send({ page, fields, role: 'booker' });
    expect(commands.map(({ input }) => input)).toEqual([{ id: 'x_01', specimens: [specimen] }]);
  });

  it('finds a job by its number, and says when there is none', async () => {
    expect(hrefsOf(await open('/reception?job=HC-0001'))).toContain('/reception/x_01');
    services.answers.set('jobs.get', () => ({
      refused: { code: 'job_not_found', detail: 'No such job.' },
    }));
    expect(textOf(await open('/reception?job=absent'))).toContain('No job fits.');
  });
});
