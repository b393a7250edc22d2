/** Malformed files, and what must hold for each of them. */
import { deepStrictEqual, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { parseCsvManifest } from '../../src/adapters/csv.ts';
import { parseEdifactManifest } from '../../src/adapters/edifact.ts';
import type { Wave } from '../../src/domain/order.ts';
import { columns } from '../../src/domain/spreadsheet.ts';

const wave: Wave = {
  file_id: 'wf_1',
  receivedAt: new Date('2026-11-23T06:00:00Z'),
  centre: { dc: 'jhb', site_id: 'whl-0', time_zone: 'Africa/Johannesburg', cut_off: '12:00' },
};

export type Format = 'csv' | 'edi';
const readers = { csv: parseCsvManifest, edi: parseEdifactManifest };

const cells = ['A-1', 'ph-0', 'Harbour, "x"', '14:00-16:00', '3', '2-8C', '5', 'UN1845', 'W'];
const line = cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
const good: Readonly<Record<Format, string>> = {
  csv: `${columns.join(',')}\r\n${line}\r\n${line.replace('A-1', 'A-2')}\r\n,,,,,,,,\r\n`,
  edi: [
    "UNA:+.? 'UNB+UNOC:3+W+C+261123:0730+R'",
    "UNH+1+IFTMIN:D:96A:UN'BGM+610+A-1+9'DTM+64:202611231400:203'DTM+63:202611231600:203'",
    "RFF+CU:W'NAD+CN+ph-0++Harbour?'s:Hill'GID+1+3'HAN+S5::ZZZ'RNG+5+CEL:2:8'DGS+ADR+9+1845'",
    "UNT+11+1'UNH+2+IFTMIN:D:01B:UN'BGM+610+A-2+9'UNT+3+2'UNZ+2+R'",
  ].join('\n'),
};

/** Tokens of the format: edits with these go deeper than noise. */
const tokens: Readonly<Record<Format, readonly string[]>> = {
  csv: [
    ...['"', '""', ',', ';', '\t', '\n', '\r', '\ufeff', '\0', '\u001a', '=1+1', 'sep=;\n', ' '],
    ...['8:00 – 9:00', '2-8 °C', '3373', '2,0', '6,00123E+12', '01-Mar', '#NAME?', 'ORDER ID'],
    ...columns,
    ...cells,
  ],
  edi: [
    "'",
    '+',
    ':',
    '?',
    '\n',
    '\0',
    'é',
    '\u001a',
    ...'UNA UNB UNH UNT UNZ BGM NAD GID FTX RNG DGS UNOL 1 2 2.0 2,0 003 -8'.split(' '),
  ],
};

const edit = (format: Format) =>
  fc.record({
    at: fc.nat(1_000),
    cut: fc.oneof({ weight: 3, arbitrary: fc.nat(3) }, fc.nat(200)),
    put: fc.oneof(fc.constantFrom(...tokens[format]), fc.string({ unit: 'binary', maxLength: 8 })),
    times: fc.oneof({ weight: 5, arbitrary: fc.constant(1) }, fc.nat(6_000)),
  });

/** A good file with some edits, in some encoding; or plain noise. */
export const bytesOf = (format: Format): fc.Arbitrary<Uint8Array> =>
  fc.oneof(
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }) },
    {
      weight: 9,
      arbitrary: fc
        .tuple(
          fc.array(edit(format), { maxLength: 4 }),
          fc.constantFrom('utf8', 'latin1', 'utf16le'),
        )
        .map(([edits, encoding]) => {
          const text = edits.reduce((so, { at, cut, put, times }) => {
            const place = at % (so.length + 1);
            return so.slice(0, place) + put.repeat(times) + so.slice(place + cut);
          }, good[format]);
          return Buffer.from(text, encoding === 'utf16le' && edits.length < 4 ? 'utf8' : encoding);
        }),
    },
  );

const code = /^[a-z]+(_[a-z]+)*$/;
/** Bound of a fault's message, which quotes truncated cells. */
const shownMax = 200;

/** Never an exception; every row is a booking or says why not; twice the same. */
export async function check(format: Format, bytes: Uint8Array): Promise<void> {
  const manifest = await readers[format](bytes, wave);
  deepStrictEqual(await readers[format](bytes, wave), manifest);
  const faults =
    'fault' in manifest ? [manifest.fault] : manifest.rows.flatMap((row) => row.faults);
  for (const fault of faults) {
    ok(code.test(fault.code), fault.code);
    ok(fault.message.length > 0 && fault.message.length < shownMax, fault.message);
  }
  if ('fault' in manifest) return;
  for (const [n, row] of manifest.rows.entries()) {
    deepStrictEqual(row.row, n + 1);
    deepStrictEqual(row.booking === null, row.faults.length > 0);
    ok(row.order_id.length <= shownMax);
  }
  const booked = manifest.rows.flatMap(({ booking }) => booking?.identity ?? []);
  deepStrictEqual(new Set(booked).size, booked.length);
}

const unb = "UNB+UNOC:3+W+C+261123:0730+R'";
const heading = `${columns.join(',')}\n`;
type Large = Readonly<Record<string, (size: number) => Uint8Array>>;
const large = (pieces: Record<string, [head: string, piece: string]>): Large =>
  Object.fromEntries(
    Object.entries(pieces).map(([name, [head, piece]]) => [
      name,
      (size) => Buffer.concat([Buffer.from(head), Buffer.alloc(size - head.length, piece)]),
    ]),
  );

/** Most expensive input at the size of the largest files that are read at all. */
export const largest: Readonly<Record<Format, Large>> = {
  csv: large({
    'one line': [heading, 'x'],
    'an open quote': [`${heading}"`, 'x'],
    'empty cells': [heading, ','],
    'short rows': [heading, 'x\n'],
    'empty rows': [heading, ',,,\n'],
    'rows of quotes': [heading, '""\n'],
    blanks: [heading, `2${' '.repeat(9_000)}8\n`],
    zeros: [heading, `A,b,c,d,${'0'.repeat(9_000)}x,2-8C,5,,\n`],
    'a long header': ['', 'order_id;'],
    'Windows-1252': [heading, '\u00e9,\n'],
  }),
  edi: large({
    'one segment': [`${unb}NAD+`, 'x'],
    'released marks': [`${unb}NAD+`, "?'"],
    'release characters': [`${unb}NAD+`, '?'],
    'short segments': [`${unb}UNH+1'`, "X+'"],
    'empty elements': [`${unb}UNH+1+IFTMIN:D:96A:UN'`, `NAD${'+:'.repeat(39)}'`],
    'short messages': [unb, "UNH+1'UNT+2+1'"],
  }),
};

export const read = (format: Format, bytes: Uint8Array) => readers[format](bytes, wave);
