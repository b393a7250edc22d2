import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseCsvManifest } from '../src/adapters/csv.ts';
import { parseEdifactManifest } from '../src/adapters/edifact.ts';
import type { Wave } from '../src/domain/order.ts';
import { sampleInterchange } from './sample-interchange.ts';

const guide = readFileSync(new URL('../../../docs/wholesale-edi.md', import.meta.url), 'utf8');
/** Sample of the guide, which a shell completes. */
const guideSample = (fence: RegExp): string =>
  (fence.exec(guide)?.[1] ?? '').replaceAll('$RUN', '7').replaceAll('site_demo_', '');

const wave: Wave = {
  file_id: 'wf_1',
  receivedAt: new Date('2026-11-23T05:30:00Z'),
  centre: { dc: 'jhb', site_id: 'whl-0', time_zone: 'Africa/Johannesburg', cut_off: '12:00' },
};
const edi = sampleInterchange;
const read = (text: string, at: Partial<Wave> = {}) =>
  parseEdifactManifest(Buffer.from(text), { ...wave, ...at });

describe('an interchange as a manifest', () => {
  it('is the same as the CSV file beside it in the guide', async () => {
    const manifest = await read(guideSample(/<<EDI\n([^`]+)^EDI$/m));
    const csv = Buffer.from(guideSample(/```csv\n([^`]+)```/));
    const { rows } = await parseCsvManifest(csv, wave).then((table) =>
      'rows' in table ? table : { rows: [] },
    );
    expect(rows.map(({ booking }) => booking?.identity)).toEqual([
      'file:jhb:ORD-7-1',
      'file:jhb:ORD-7-2',
    ]);
    expect(manifest).toEqual({
      rows,
      edi: {
        sender: ['WHOLESALER', 'ZZZ'],
        recipient: ['CARRIER', 'ZZZ'],
        reference: 'W7',
        directory: '96A',
      },
    });
  });

  it('is parsed past the end-of-file mark of DOS', async () => {
    expect(await read(`${edi}\u001a`)).toEqual(await read(edi));
  });

  it('without its end is reported as cut off', async () => {
    expect(await read(edi.slice(0, -10))).toEqual({
      isCutOff: true,
      fault: { column: 'UNZ', code: 'malformed', message: expect.stringMatching(/cut off/) },
    });
  });

  it('is refused for a day after the cut-off, where one is named', async () => {
    const manifest = await read(edi, { receivedAt: new Date('2026-11-22T05:30:00Z') });
    expect(manifest).toMatchObject({
      rows: [
        { booking: null, faults: [{ column: 'drop_window', code: 'wrong_day' }] },
        { booking: { identity: 'file:jhb:ORD-1002' }, faults: [] },
      ],
    });
  });

  it('of another message type is refused with unsupported_message alone', async () => {
    const manifest = await read(edi.replace('IFTMIN', 'IFTMBC'));
    expect(manifest).toMatchObject({
      rows: [{ order_id: 'ORD-1001', faults: [{ code: 'unsupported_message' }] }, { faults: [] }],
    });
  });

  it('is refused as a whole with more messages than a file may have', async () => {
    const messages = Array.from({ length: 10_001 }, (_, n) => `UNH+${n}'UNT+2+${n}'`);
    const manifest = await read(`UNB+UNOC:3+A+B+261123:0730+R'${messages.join('')}UNZ+10001+R'`);
    expect(manifest).toMatchObject({ fault: { code: 'too_many_rows' } });
  });
});
