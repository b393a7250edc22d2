import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCode, anyDonation } from '../../text/test/codes/any-code.ts';
import { fieldData, zplOf } from '../src/drawing/zpl.ts';
import { facesOf } from '../src/label/parcel-label.ts';
import { anyCharacter, labelOf } from './samples.ts';

/** Grammar of the formats that are written: each line is one of these, and nothing else. */
const number = String.raw`\d{1,4}`;
const field = '[^~^]*';
const lines = [
  String.raw`\^(XA|XZ|CI28|LH0,0)`,
  String.raw`\^(PW|LL)${number}`,
  String.raw`\^FT${number},${number}(,1)?\^A0N,${number},${number}\^FH_\^FD${field}\^FS`,
  String.raw`\^FO${number},${number}\^GB${number},${number},${number}\^FS`,
  String.raw`\^FO${number},${number}\^GD${number},${number},${number},B,[LR]\^FS`,
  String.raw`\^FO${number},${number}\^BY[34]\^BCN,256,N,N,N,(N\^FD>;>800\d{18}|A\^FDP[0-9A-Z]{17})\^FS`,
  String.raw`\^FO${number},${number}\^BY2\^BCN,68,N,N,N,A\^FD=[0-9A-Z]{15}\^FS`,
  String.raw`\^FO${number},${number}\^BXN,6,200,,,,_\^FD(_100\d{18}|P[0-9A-Z]{17})\^FS`,
];
const grammar = new RegExp(`^(${lines.join('|')})$`);

const textOf = (data: string): string =>
  Buffer.from(
    data.replaceAll(/_([0-9a-f]{2})|([\s\S])/g, (_all, hex?: string, plain?: string) =>
      hex ? String.fromCharCode(Number.parseInt(hex, 16)) : (plain ?? ''),
    ),
    'latin1',
  ).toString('utf8');

describe('ZPL', () => {
  it('follows its grammar for any code and any text', () => {
    const any = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 64 }),
      fc.constantFrom('^XA^XZ', '~JA', '_5e', '^FS^FDx', '\u0010^XA'),
    );
    fc.assert(
      fc.property(anyCode, any, anyDonation, (code, reference, barcode) => {
        const faces = facesOf(labelOf({ code, reference, sender: reference, barcode }));
        const written = zplOf(faces).trimEnd().split('\n');
        expect(written.filter((each) => !grammar.test(each))).toEqual([]);
        expect(written.filter((each) => each === '^XA')).toHaveLength(faces.length);
        expect(written.filter((each) => each === '^XZ')).toHaveLength(faces.length);
      }),
      { numRuns: 15 },
    );
  });

  it('keeps the text of a field', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (value) => {
        expect(fieldData(value)).toMatch(/^[^~^\\]*$/);
        expect(textOf(fieldData(value))).toBe(value);
      }),
    );
  });

  it('draws the mark in true size at 203 dpi', () => {
    const diagonals = zplOf(facesOf(labelOf())).match(/\^GD300,300,\d+/g);
    // 300 dots along each axis are 53 mm along the side.
    expect(diagonals).toHaveLength(4);
  });
});
