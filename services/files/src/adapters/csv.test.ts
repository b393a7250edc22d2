import { describe, expect, it } from 'vitest';
import type { Wave } from '../domain/order.ts';
import { columns } from '../domain/spreadsheet.ts';
import { parseCsvManifest } from './csv.ts';

const wave: Wave = {
  file_id: 'wf_1',
  receivedAt: new Date('2026-11-23T05:30:00Z'),
  centre: { dc: 'jhb', site_id: 'whl-0', time_zone: 'Africa/Johannesburg', cut_off: '12:00' },
};
const cells = (order: string) => [order, 'ph-0', 'Café', '08:00-12:00', '2', '2-8C', '5', '', 'W'];
const header = columns.join(',');
const row = (order: string, separator = ',') => cells(order).join(separator);
const sheet = (separator: string, end = '\r\n') =>
  [columns, cells('A-1'), cells('A-2')].map((line) => line.join(separator) + end).join('');
const read = (text: string | Uint8Array) => parseCsvManifest(Buffer.from(text), wave);
/** Orders with what they are refused for. */
const summary = async (text: string | Uint8Array) => {
  const found = await read(text);
  if ('fault' in found) return [found.fault.code];
  return found.rows.map((r) => [r.order_id, ...r.faults.map(({ code }) => code)].join(' '));
};
const whole = ['A-1', 'A-2'];
const windows1252 = (text: string) => Buffer.from(text.replaceAll('’', '\u0092'), 'latin1');

describe('a manifest from a spreadsheet', () => {
  it.each<[string, string | Uint8Array]>([
    ['with commas', sheet(',')],
    ['with semicolons', sheet(';')],
    ['with tabs', sheet('\t')],
    ['with CR alone', sheet(';', '\r')],
    ['with sep=; before it', `sep=;\r\n${sheet(';')}`],
    ['with sep=, in quotes, in capitals', `"SEP=,"\n${sheet(',')}`],
    ['with a byte-order mark and sep=;', `\ufeffsep=;\r\n${sheet(';')}`],
    ['with a byte-order mark', `\ufeff${sheet(';')}`],
    ['with an empty line before the header', `\r\n${sheet(';')}`],
    ['in Windows-1252', windows1252(sheet(';'))],
    [
      'with names in capitals',
      sheet(';').replace(columns.join(';'), columns.join(';').toUpperCase()),
    ],
    ['with blanks in names', sheet(',').replaceAll('order_id', ' Order ID ')],
    ['with empty columns to the right', sheet(',').replaceAll('\r\n', ',,,\r\n')],
    ['with empty rows at the end', `${sheet(',')},,,,,,,,\r\n , ,,,,,,,\r\n\r\n`],
    ['with the end-of-file mark of DOS', `${sheet(',')}\u001a`],
  ])('is parsed with the variant: %s', async (_, text) => {
    expect(await summary(text)).toEqual(whole);
  });

  it('is parsed by the names of its columns, in any order', async () => {
    const backwards = (line: readonly string[]) => `${line.toReversed().join(';')}\n`;
    const text = [columns, cells('A-1'), cells('A-2')].map(backwards).join('');
    expect(await read(text)).toEqual(await read(sheet(';')));
    expect(await summary(`${text}too;few;A-3\n`)).toEqual([...whole, ' column_count']);
  });

  it('is parsed with a column of profiles, wherever it stands', async () => {
    const first = (line: readonly string[], cell: string) => `${[cell, ...line].join(';')}\n`;
    const header = first(columns, 'Temperature profile');
    const text = header + first(cells('A-1'), 'red_cells') + first(cells('A-2'), '');
    const found = await read(text);
    const profiles =
      'rows' in found && found.rows.map(({ booking }) => booking?.temperature_profile);
    expect(profiles).toEqual(['red_cells', undefined]);
    expect(await summary(`${text}${row('A-3', ';')}\n`)).toEqual([...whole, 'ph-0 column_count']);
  });

  it('keeps the letters of Windows-1252', async () => {
    const found = await read(windows1252(sheet(';').replaceAll('Café', 'Naudé’s')));
    const names = 'rows' in found && found.rows.map(({ booking }) => booking?.metadata);
    expect(names).toMatchObject([{ consignee_name: 'Naudé’s' }, { consignee_name: 'Naudé’s' }]);
  });

  it.each<[string, string | Uint8Array, string, RegExp]>([
    ['UTF-16', Buffer.from(`\ufeff${sheet(',')}`, 'utf16le'), 'bad_encoding', /UTF-16.*CSV UTF-8/],
    ['UTF-16 without a mark', Buffer.from(sheet(','), 'utf16le'), 'bad_encoding', /UTF-16/],
    ['a workbook', 'PK\u0003\u0004\u0014', 'bad_encoding', /workbook.*CSV UTF-8/],
    [
      'two charsets',
      Buffer.concat([Buffer.from(sheet(',')), Buffer.from(`${row('A-3')}\n`, 'latin1')]),
      'bad_encoding',
      /neither UTF-8 nor Windows-1252/,
    ],
    ['a missing column', sheet(',').replaceAll('totes', ''), 'bad_header', /no column totes/],
    [
      'a name twice',
      sheet(',').replace('totes', 'order_id,totes'),
      'bad_header',
      /column 5 is one/,
    ],
    ['no header', `${row('A-1')}\n`, 'bad_header', /first line must name the columns: order_id, /],
    ['no separator that is known', sheet('|'), 'bad_header', /first line must name/],
    ['nothing', '', 'bad_header', /empty/],
    ['half a header', header, 'malformed', /no line end behind the header/],
  ])('is refused with a reason where it is or has %s', async (_, text, code, reason) => {
    expect(await read(text)).toMatchObject({
      fault: { column: '', code, message: expect.stringMatching(reason) },
    });
  });
});

describe('a manifest without a final line end', () => {
  it.each([
    ['inside its last cell', sheet(',', '\n').slice(0, -1)],
    ['inside another cell', sheet(',', '\n').slice(0, -20)],
    ['behind an empty cell', `${header}\n${row('A-1')}\n${row('A-2').slice(0, -1)}`],
  ])('refuses the last row alone: %s', async (_, text) => {
    const found = await read(text);
    expect(found).toMatchObject({ isCutOff: true });
    expect(await summary(text)).toEqual(['A-1', 'A-2 cut_off']);
  });

  it('is reported as cut off where no row can be parsed', async () => {
    expect(await read(`${header}\n"A-`)).toMatchObject({
      isCutOff: true,
      fault: { code: 'malformed' },
    });
    expect(await read('')).toMatchObject({ isCutOff: true });
  });

  it('is whole where the row before the last, empty one has ended', async () => {
    expect(await summary(`${sheet(',')},,,,`)).toEqual(whole);
  });
});
