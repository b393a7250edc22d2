import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { donationCheck } from '../../src/codes/donation-number.ts';
import { groupSeparator, readElementString } from '../../src/codes/elements.ts';
import { checkCharacter, parcelCode, shownCode } from '../../src/codes/parcel-code.ts';
import { matchingCode, readScannedCode } from '../../src/codes/scanned-code.ts';
import { checkDigit } from '../../src/codes/sscc.ts';

const sscc = '360012340000000014';
const gs = groupSeparator;

describe('symbols of GS1', () => {
  it.each([
    ['an SSCC', `]C100${sscc}`, sscc],
    ['an SSCC in DataMatrix', `]d200${sscc}`, sscc],
    ['an SSCC in QR code', `]Q300${sscc}`, sscc],
    ['an SSCC after a bare FNC1', `${gs}00${sscc}`, sscc],
    ['an SSCC without symbology identifier', `00${sscc}`, sscc],
    ['an SSCC without its AI', sscc, sscc],
    ['an SSCC among others', `]C1400PO-4711${gs}00${sscc}`, sscc],
    ['an SSCC before others', `]C100${sscc}10LOT7`, sscc],
  ])("%s is read as a parcel's code", (_name, scanned, value) => {
    expect(readScannedCode(scanned)).toEqual({ kind: 'parcel', scheme: 'sscc', value });
  });

  it.each([
    [']C1', 'It is empty.'],
    [']C100360012340000000015', 'AI 00 has a wrong check digit.'],
    [']C10036001234', 'AI 00 is cut short.'],
    [']C10036001234000000001A', 'AI 00 has other characters than digits.'],
    [']d20109501101530004', 'AI 01 has a wrong check digit.'],
    [']C1ABC', 'It has no application identifier where one is due.'],
    [`]C110${gs}`, 'AI 10 has no data of its length.'],
    [`]C110${'A'.repeat(21)}`, 'AI 10 has no data of its length.'],
    // An SSCC after a lot number, where the scanner sent no FNC1 between them.
    [`]C110LOT12300${sscc}`, 'AI 10 has no data of its length.'],
    [`]C1400${'A'.repeat(31)}`, 'AI 400 has no data of its length.'],
    ['00360012340000000015', 'Its check character is wrong.'],
  ])('%j is refused with its reason: %s', (scanned, fault) => {
    expect(readScannedCode(scanned)).toMatchObject({ kind: 'wrong', fault });
  });

  it('without an SSCC is shown by its elements', () => {
    expect(readScannedCode(`]d2010950110153000317261130${'10'}AB-1${gs}21X`)).toMatchObject({
      kind: 'elements',
      elements: [
        { ai: '01', value: '09501101530003' },
        { ai: '17', value: '261130' },
        { ai: '10', value: 'AB-1' },
        { ai: '21', value: 'X' },
      ],
    });
  });

  it('is read back whatever stands in it', () => {
    const text = fc.string({ unit: fc.constantFrom(...'09AZaz-/.'), minLength: 1, maxLength: 20 });
    const digits = (length: number) =>
      fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });
    const element = fc.oneof(
      digits(17).map((body) => ({ ai: '00', value: body + checkDigit(body) })),
      digits(13).map((body) => ({ ai: '01', value: body + checkDigit(body) })),
      digits(6).map((value) => ({ ai: '3103', value })),
      fc.record({ ai: fc.constantFrom('10', '21', '240', '400', '8008', '99'), value: text }),
    );
    const isFixed = new Set(['00', '01', '3103']);
    fc.assert(
      fc.property(fc.array(element, { minLength: 1, maxLength: 5 }), (elements) => {
        const written = elements.map(({ ai, value }) => ai + value + (isFixed.has(ai) ? '' : gs));
        expect(readElementString(written.join(''))).toEqual(elements);
      }),
    );
  });

  it('are never taken for another after one wrong digit', () => {
    fc.assert(
      fc.property(fc.nat(17), fc.nat(9), (place, digit) => {
        const typo = sscc.slice(0, place) + digit + sscc.slice(place + 1);
        expect(readScannedCode(`]C100${typo}`).kind).toBe(typo === sscc ? 'parcel' : 'wrong');
      }),
    );
  });
});

describe('other codes', () => {
  const own = parcelCode({ id: 'pcl_01KAK7QW3ZC5V8M2N4P6R8T0XA', sscc: null }).value;
  const number = 'G151726600001';
  const shown = `G1517 26 600001 ${donationCheck(number)}`;
  it.each([
    [own, { kind: 'parcel', scheme: 'own', value: own }],
    [`]C0${own}`, { kind: 'parcel', scheme: 'own', value: own }],
    [`]d1${own}`, { kind: 'parcel', scheme: 'own', value: own }],
    [`=${number}00`, { kind: 'donation', value: number, shown: shown.replace(/ (.)$/, ' 00 $1') }],
    [number, { kind: 'donation', value: number, shown }],
    ['S-0001', { kind: 'text', value: 'S-0001' }],
    ['(00) 3600 1234 0000 0000 14', { kind: 'parcel', scheme: 'sscc', value: sscc }],
    ['3600 1234 0000 0000 14', { kind: 'parcel', scheme: 'sscc', value: sscc }],
    [shownCode({ scheme: 'own', value: own }), { kind: 'parcel', value: own }],
    [own.toLowerCase(), { kind: 'parcel', value: own }],
    [shown, { kind: 'donation', value: number }],
    [shown.toLowerCase(), { kind: 'donation', value: number }],
    [shown.replace(/ (.)$/, ' 00 $1'), { kind: 'donation', value: number }],
    [shown.replaceAll(' ', ''), { kind: 'donation', value: number }],
    [shown.replace(/.$/, '?'), { kind: 'text' }],
    [']E04006381333931', { kind: 'text', value: '4006381333931' }],
    ['360012340000000015', { kind: 'text', value: '360012340000000015' }],
    ['', { kind: 'wrong' }],
    ['S-1\u0007', { kind: 'wrong' }],
  ])('%j is read as the code it is', (scanned, code) => {
    expect(readScannedCode(scanned)).toMatchObject(code);
  });

  it.each([
    [shown, [`=${number}00`], `=${number}00`],
    [`(00) ${sscc}`, [`]C100${sscc}`], `]C100${sscc}`],
    ['s-0001', ['S-0001'], 'S-0001'],
    ['s-1', ['S-1', 's-1'], 's-1'],
    ['S-2', ['S-1'], undefined],
  ])('typed as %j are found among %j', (typed, listed, found) => {
    expect(matchingCode(typed, listed)).toBe(found);
  });

  it('with a wrong check character are told, not taken', () => {
    fc.assert(
      fc.property(fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'), (last) => {
        const body = own.slice(0, -1);
        const isRight = last === checkCharacter(body);
        expect(readScannedCode(body + last).kind).toBe(isRight ? 'parcel' : 'wrong');
      }),
    );
  });

  it('of any kind are read without a fault of ours', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary-ascii' }),
        fc.constantFrom('', ']C1', ']d2', gs),
        (a, b) => {
          expect(readScannedCode(b + a).value).toBeTypeOf('string');
        },
      ),
    );
  });
});
