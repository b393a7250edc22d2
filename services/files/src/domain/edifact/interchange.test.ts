import { describe, expect, it } from 'vitest';
import { isFault } from './faults.ts';
import { type InterchangePart, readInterchange } from './interchange.ts';

const read = (text: string): InterchangePart[] => [...readInterchange(Buffer.from(text, 'latin1'))];
const faultsOf = (parts: InterchangePart[]) => parts.filter(isFault);
const messagesOf = (parts: InterchangePart[]) =>
  parts.flatMap((part) => ('content' in part ? [part.content] : []));

const unb = "UNB+UNOC:3+WHOLESALER:14+CARRIER+261121:0730+REF1'";
const saying = (charset: string) => unb.replace('UNOC', charset);
const message = (reference: string, more = '') =>
  `UNH+${reference}+IFTMIN:D:96A:UN'BGM+610+${reference}+9'${more}UNT+${3 + (more ? 1 : 0)}+${reference}'`;
const whole = `${unb}${message('1')}${message('2')}UNZ+2+REF1'`;

describe('an interchange', () => {
  it('is parsed to its envelope and its messages', () => {
    const parts = read(whole);
    expect(parts[0]).toEqual({
      envelope: { sender: ['WHOLESALER', '14'], recipient: ['CARRIER'], reference: 'REF1' },
    });
    expect(messagesOf(parts)).toEqual(
      ['1', '2'].map((reference, at) => ({
        ordinal: at + 1,
        type: 'IFTMIN:D:96A:UN',
        segments: [{ tag: 'BGM', elements: [['610'], [reference], ['9']], decimal: '.,' }],
        faults: [],
      })),
    );
  });

  it('has the service characters of UNA, and line breaks between segments', () => {
    const other = whole.replaceAll('+', '|').replaceAll("'", '~\r\n').replaceAll(':', '^');
    expect(messagesOf(read(`UNA^|.! ~${other}`))).toEqual(messagesOf(read(`UNA:+.? '${whole}`)));
    expect(messagesOf(read(`\u00ef\u00bb\u00bfUNA:+,? '\n${whole}`))).toHaveLength(2);
  });

  it('releases service characters, and the release character itself', () => {
    const parts = read(`${unb}${message('1', "NAD+CN+a?+b?:c?'d??+e??:f'")}UNZ+1+REF1'`);
    expect(messagesOf(parts)[0]?.segments[1]?.elements).toEqual([
      ['CN'],
      ["a+b:c'd?"],
      ['e?', 'f'],
    ]);
  });

  it('has names in the charset that UNB declares', () => {
    const text = `${saying('UNOW')}${message('1', "NAD+CN+Æther'")}UNZ+1+REF1'`;
    const utf8 = Buffer.from(text).toString('latin1');
    expect(messagesOf(read(utf8))[0]?.segments[1]?.elements[1]).toEqual(['Æther']);
    expect(messagesOf(read(text.replace('UNOW', 'UNOC')))[0]?.segments[1]?.elements[1]).toEqual([
      'Æther',
    ]);
  });
});

describe('a file that is malformed as a whole', () => {
  const cases: [string, string, string, string][] = [
    ['is empty', '', 'UNB', 'malformed'],
    ['is a zip', `PK\u0003\u0004${'\u0000'.repeat(60)}`, 'UNB', 'malformed'],
    ['is UTF-16', `\u00ff\u00fe${whole.replace(/./g, '$&\u0000')}`, '', 'bad_encoding'],
    ['has letters as service characters', `UNAab.? c${whole}`, 'UNA', 'malformed'],
    ['has one mark twice', `UNA++.? '${whole}`, 'UNA', 'malformed'],
    ['begins otherwise', whole.slice(unb.length), 'UNB', 'malformed'],
    ['has no control reference', whole.replace('+REF1', '+'), 'UNB', 'malformed'],
    ['is a test', whole.replace("0730+REF1'", "0730+REF1++++++1'"), 'UNB', 'malformed'],
    ['counts too many messages', whole.replace('UNZ+2', 'UNZ+3'), 'UNZ', 'malformed'],
    ['counts no number', whole.replace('UNZ+2', 'UNZ+2x'), 'UNZ', 'malformed'],
    ['ends with another reference', whole.replace('2+REF1', '2+REF2'), 'UNZ', 'malformed'],
    ['has no message', `${unb}UNZ+0+REF1'`, 'UNZ', 'malformed'],
    ['is cut off in a segment', whole.slice(0, -3), 'UNZ', 'malformed'],
    ['is cut off between segments', whole.slice(0, -"UNZ+2+REF1'".length), 'UNZ', 'malformed'],
    ['goes on after its end', `${whole}${whole}`, 'UNB', 'malformed'],
    ['has a message without end', whole.replace("UNT+3+1'", ''), 'UNT', 'malformed'],
    ['has an end without message', whole.replace("UNH+2+IFTMIN:D:96A:UN'", ''), 'BGM', 'malformed'],
    ['has a functional group', whole.replace('UNH+1+', "UNG+1'UNH+1+"), 'UNG', 'malformed'],
    ['has a segment without end', `${unb}NAD+${'x'.repeat(5_000)}`, 'NAD', 'malformed'],
    ['has a long segment', `${unb}NAD+${'x'.repeat(5_000)}'`, 'NAD', 'malformed'],
    ['has too many elements', `${unb}NAD${'+x'.repeat(41)}'`, 'NAD', 'malformed'],
    ['has too many components', `${unb}NAD+x${':x'.repeat(20)}'`, 'NAD', 'malformed'],
    ['has no tag', `${unb}nad+x'`, '', 'malformed'],
    ['has a NUL', whole.replace('610', '6\u00000'), 'BGM', 'bad_encoding'],
    ['breaks a line in a value', whole.replace('610', '6\n0'), 'BGM', 'bad_encoding'],
    ['is Latin-1 and says ASCII', `${saying('UNOA')}NAD+\u00e9'`, 'NAD', 'bad_encoding'],
    ['is Latin-1 and says UTF-8', `${saying('UNOW')}NAD+\u00e9'`, 'NAD', 'bad_encoding'],
    ['says a charset we do not know', `${saying('UNOF')}NAD+a'`, 'UNB', 'bad_encoding'],
  ];

  it.each(cases)('is refused with its fault: %s', (_, text, column, code) => {
    const faults = faultsOf(read(text));
    expect(faults).toMatchObject([{ column, code, message: expect.stringMatching(/\(\d+\)$/) }]);
  });
});

it.each([
  [whole, 'UNZ+2', 'UNZ+002'],
  [whole, 'UNT+3+2', 'UNT+0003+2'],
])('control counts are compared as numbers, not as texts: %#', (text, from, to) => {
  expect(messagesOf(read(text.replace(from, to)))).toEqual(messagesOf(read(text)));
  expect(faultsOf(read(text.replace(from, to)))).toEqual([]);
});

it.each([
  ['UNOL', saying('UNOL'), /charset that UNB names is not supported: send UNOA, /],
  ['UNOX', saying('UNOX'), /charset that UNB names is not supported/],
])('names the charset as the reason, where it is %s', (_, text, reason) => {
  const [fault] = faultsOf(read(whole.replace(unb, text)));
  expect(fault).toMatchObject({ column: 'UNB', message: expect.stringMatching(reason) });
});

it.each([
  ['nothing', 0],
  ['half of UNA', 4],
  ['half a segment', whole.length - 3],
  ['no UNZ', whole.length - "UNZ+2+REF1'".length],
])('reports that more may follow after %s', (_, length) => {
  expect(faultsOf(read(whole.slice(0, length)))).toMatchObject([{ isCutOff: true }]);
});

describe('a malformed message in a good interchange', () => {
  const cases: [string, string, string[]][] = [
    ['counts its segments wrongly', whole.replace('UNT+3+2', 'UNT+4+2'), ['control_count']],
    ['ends with another reference', whole.replace('UNT+3+2', 'UNT+3+9'), ['control_reference']],
    ['has no reference', whole.replace('UNH+2+', 'UNH++'), ['control_reference']],
    [
      'has the reference of another',
      `${unb}${message('1')}${message('1')}UNZ+2+REF1'`,
      ['duplicate_reference'],
    ],
    [
      'has too many segments',
      whole.replace('UNT+3+2', `${"MEA+1'".repeat(100)}UNT+103+2`),
      ['too_many_segments'],
    ],
  ];

  it.each(cases)('is refused alone with its fault: %s', (_, text, codes) => {
    const parts = read(text);
    expect(faultsOf(parts)).toEqual([]);
    const [first, second] = messagesOf(parts);
    expect(first?.faults).toEqual([]);
    expect(second?.faults.map(({ code }) => code)).toEqual(codes);
    expect(second?.segments.length).toBeLessThanOrEqual(100);
  });
});
