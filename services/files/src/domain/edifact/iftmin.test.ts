import { describe, expect, it } from 'vitest';
import { sampleInterchange as sample } from '../../../test/sample-interchange.ts';
import { isFault } from './faults.ts';
import { readIftmin } from './iftmin.ts';
import { writeIftsta } from './iftsta.ts';
import { type EdifactMessage, readInterchange, textAt } from './interchange.ts';

function parse(text: string) {
  const parts = [...readInterchange(Buffer.from(text, 'latin1'))];
  const faults = parts.filter(isFault);
  const messages = parts.flatMap((part) => ('content' in part ? [part.content] : []));
  const [envelope] = parts.flatMap((part) => ('envelope' in part ? [part.envelope] : []));
  return { faults, messages, envelope };
}

const first = ({ messages }: { messages: EdifactMessage[] }): EdifactMessage => {
  const [message] = messages;
  if (!message) throw new Error('no message');
  return message;
};

/** The first message of the sample with something replaced, its count put right. */
function changed(from: string, to: string) {
  const message = first(parse(sample.replace(from, to)));
  return readIftmin({ ...message, faults: [] });
}

describe('the sample', () => {
  it('becomes the rows of its orders', () => {
    const { faults, messages } = parse(sample);
    expect(faults).toEqual([]);
    expect(messages.map(readIftmin)).toEqual([
      {
        cells: {
          order_id: 'ORD-1001',
          consignee_site: 'ph-0',
          consignee_name: 'Harbour Pharmacy',
          drop_window: '14:00-16:00',
          totes: '3',
          temperature_class: '2-8C',
          schedule_max: '5',
          un_number: '',
          reference: 'WAVE-7',
        },
        dropDate: '2026-11-23',
        faults: [],
      },
      {
        cells: {
          order_id: 'ORD-1002',
          consignee_site: 'ph-1',
          consignee_name: "St. Mary's Dispensary, Hill Road",
          drop_window: '08:30-12:00',
          totes: '1',
          temperature_class: 'ambient',
          schedule_max: '0',
          un_number: 'UN1845',
          reference: 'WAVE-7',
        },
        dropDate: undefined,
        faults: [],
      },
    ]);
  });

  it('is parsed the same from D.01B', () => {
    const newer = sample.replaceAll('IFTMIN:D:96A', 'IFTMIN:D:01B');
    expect(parse(newer).messages.map(readIftmin)).toEqual(parse(sample).messages.map(readIftmin));
  });
});

describe('a consignment', () => {
  const refused: [string, [string, string], string, string][] = [
    ['is no IFTMIN', ['IFTMIN', 'IFTMBC'], 'UNH', 'unsupported_message'],
    ['is of another directory', [':96A:', ':99B:'], 'UNH', 'unsupported_message'],
    ['cancels another', ["ORD-1001+9'", "ORD-1001+1'"], 'BGM', 'unsupported_function'],
    ['has two goods items', ['GID+1+3', "GID+2+1'GID+1+3"], 'GID', 'repeated_segment'],
    ['has two consignees', ['NAD+CN', "NAD+CN+ph-5'NAD+CN"], 'NAD+CN', 'repeated_segment'],
    ['has free text', ['GID+1+3', "FTX+AAI+++any'GID+1+3"], 'FTX', 'not_accepted'],
    ['describes products', ['GID+1+3', "PIA+1+any'GID+1+3"], 'PIA', 'not_accepted'],
    ['is for two days', ['202611231600', '202611241600'], 'drop_window', 'two_days'],
  ];

  it.each(refused)('is refused where it %s', (_, [from, to], column, code) => {
    expect(changed(from, to).faults).toEqual([
      { column, code, message: expect.stringMatching(/\(\d+\)$/) },
    ]);
  });

  it.each([
    ['no order', 'BGM+610+ORD-1001', 'BGM+610+', { order_id: '' }],
    ['no consignee', 'NAD+CN', 'NAD+CZ', { consignee_site: '', consignee_name: '' }],
    ['no times', 'DTM+64:202611231400:203', 'DTM+64', { drop_window: '-16:00' }],
    ['an unknown time', '202611231400:203', '1400:999', { drop_window: '1400-16:00' }],
    ['half a time', '202611231400:203', '20261123:203', { drop_window: '20261123-16:00' }],
    ['no totes', 'GID+1+3', 'GID+1', { totes: '' }],
    ['no range', 'RNG+5', 'RNG+4', { temperature_class: '' }],
    ['a range of its own', 'CEL:2:8', 'CEL:3:7', { temperature_class: '3-7C' }],
    ['frozen goods', 'CEL:2:8', 'CEL:-25:-15', { temperature_class: 'frozen' }],
  ])('with %s is left to the judgement of the column', (_, from, to, cells) => {
    expect(changed(from, to).cells).toMatchObject(cells);
  });
});

describe('a number', () => {
  const cellsOf = (text: string) => readIftmin(first(parse(text))).cells;
  const good = cellsOf(sample);

  it.each([
    ['RNG of 2.0', sample.replace('CEL:2:8', 'CEL:2.0:8.0')],
    [
      'RNG of 2,0 under a comma in UNA',
      sample.replace('CEL:2:8', 'CEL:2,0:8,0').replace('+.?', '+,?'),
    ],
    ['RNG of 2,0 without UNA', sample.replace('CEL:2:8', 'CEL:2,0:8,0').replace("UNA:+.? '\n", '')],
    [
      'RNG of 2,0 in version 4',
      sample.replace('CEL:2:8', 'CEL:2,0:8,00').replace('UNOC:3', 'UNOC:4'),
    ],
    ['RNG of 02', sample.replace('CEL:2:8', 'CEL:02:008')],
    ['GID of 003', sample.replace('GID+1+3', 'GID+1+003')],
    ['GID of 3.000', sample.replace('GID+1+3', 'GID+1+3.000')],
    ['HAN of S05', sample.replace('HAN+S5', 'HAN+S05')],
  ])('is the same in the notation %s', (_, text) => {
    expect(cellsOf(text)).toEqual(good);
  });

  it.each([
    ['a point under a comma in UNA', 'CEL:2.0:8.0', "UNA:+,? '"],
    ['a comma under a point in UNA', 'CEL:2,0:8,0', "UNA:+.? '"],
    ['another value', 'CEL:2.5:8', "UNA:+.? '"],
    ['no number', 'CEL:2.0.0:8', "UNA:+.? '"],
  ])('is another one with %s', (_, range, una) => {
    const text = sample.replace('CEL:2:8', range).replace("UNA:+.? '", una);
    expect(cellsOf(text).temperature_class).not.toBe('2-8C');
  });

  it('of dangerous goods has four digits, with or without its leading zeros', () => {
    for (const [written, un_number] of [
      ['4', 'UN0004'],
      ['0004', 'UN0004'],
      ['1845.0', 'UN1845'],
    ]) {
      const goods = `GID+1+3:BX'DGS+ADR+9+${written}`;
      expect(cellsOf(sample.replace('GID+1+3:BX', goods))).toMatchObject({ un_number });
    }
  });
});

it('an interchange has the day that one end of the window names for both', () => {
  const window = changed('DTM+63:202611231600:203', 'DTM+63:1600:401');
  expect(window).toMatchObject({ dropDate: '2026-11-23', faults: [] });
  expect(window.cells.drop_window).toBe('14:00-16:00');
});

describe('IFTSTA', () => {
  const sender = { sender: ['WHOLE+SALER', '14'], recipient: ['CARRIER'], reference: 'REF1' };
  const delivered = {
    order_id: "ORD?1'+:",
    reference: 'WAVE-7',
    job_ref: 'SVC-ABCDEFGH',
    seal: 'SL-1001',
    delivered_at: new Date('2026-11-23T13:05:59Z'),
  };
  const at = new Date('2026-11-23T13:06:00Z');
  /** Returns its bytes, one character each. */
  const write = (what: typeof delivered, directory: '96A' | '01B' = '96A'): string =>
    writeIftsta(what, { ...sender, directory }, { reference: 'A1', at }).toString('latin1');

  it.each(['96A', '01B'] as const)(
    'confirms in D.%s the deliveries, and can be parsed back',
    (directory) => {
      const text = write(delivered, directory);
      const read = parse(text);
      expect(read.faults).toEqual([]);
      expect(read.envelope).toEqual({
        sender: ['CARRIER'],
        recipient: ['WHOLE+SALER', '14'],
        reference: 'A1',
      });
      const message = first(read);
      expect(message).toMatchObject({ type: `IFTSTA:D:${directory}:UN`, faults: [] });
      const values = message.segments.map((segment) => [
        segment.tag,
        ...segment.elements.map((_, element) => textAt(segment, element)),
      ]);
      expect(values).toContainEqual(['CNI', '1', "ORD?1'+:"]);
      expect(values).toContainEqual(['STS', '1', '21']);
      expect(text).toContain("RFF+CN:SVC-ABCDEFGH'\r\nRFF+CU:WAVE-7'\r\nRFF+SN:SL-1001'");
      expect(text).toContain("DTM+334:202611231305UTC:303'");
    },
  );

  it('leaves out a reference that is absent', () => {
    const bare = { ...delivered, reference: '' };
    const text = write(bare);
    expect(text).not.toContain('RFF+CU');
    expect(parse(text).faults).toEqual([]);
  });

  it.each([
    ['Größe', 'UNB+UNOC:3+', '+261123:1306+'],
    ['Wrocław', 'UNB+UNOW:4+', '+20261123:1306+'],
  ])('writes %s in a charset that has it', (reference, charset, date) => {
    const text = write({ ...delivered, reference });
    expect(text).toContain(charset);
    expect(text).toContain(date);
    const { segments } = first(parse(text));
    expect(segments.map((segment) => textAt(segment, 0, 1))).toContain(reference);
  });
});
