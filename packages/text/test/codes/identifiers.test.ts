import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { donationCheck, shownDonationNumber } from '../../src/codes/donation-number.ts';
import {
  checkCharacter,
  isOwnCode,
  parcelCode,
  readParcelCode,
  shownCode,
} from '../../src/codes/parcel-code.ts';
import { checkDigit, isSscc, serialsOf, ssccOf } from '../../src/codes/sscc.ts';
import { anyCode, ownCode, sscc } from './any-code.ts';

describe('SSCC', () => {
  it.each([
    ['10614141192837465', '7'],
    ['400638133393', '1'],
    ['00000000000000000', '0'],
    ['99999999999999999', '5'],
  ])('%s has the check digit %s', (digits, check) => {
    expect(checkDigit(digits)).toBe(check);
  });

  it.each([
    ['6001234', 3, 1, '360012340000000014'],
    ['6001234567', 0, 0, '060012345670000009'],
    ['6001234567', 9, 999_999, '960012345679999999'],
  ])('of prefix %s, extension %i, serial %i', (company_prefix, extension_digit, serial, whole) => {
    const issuer = { company_prefix, extension_digit };
    expect(ssccOf(issuer, serial).slice(0, 17)).toBe(whole.slice(0, 17));
    expect(isSscc(ssccOf(issuer, serial))).toBe(true);
  });

  it('is used up when its serial references are', () => {
    const issuer = { company_prefix: '6001234567', extension_digit: 0 };
    expect(serialsOf(issuer)).toBe(1_000_000);
    expect(() => ssccOf(issuer, 1_000_000)).toThrow(RangeError);
  });
});

describe('own codes', () => {
  it('have the check character of ISO/IEC 7064, MOD 37,36', () => {
    // The example of the Global Release Identifier, which uses the same system.
    expect(checkCharacter('A12425GABC1234002')).toBe('M');
  });

  it('are no SSCC, and one wrong character is found', () => {
    fc.assert(
      fc.property(ownCode, fc.nat(16), fc.nat(31), ({ value }, place, other) => {
        expect(isSscc(value)).toBe(false);
        expect(value).toMatch(/^P/);
        const wrong = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.charAt(other);
        const typo = value.slice(0, place) + wrong + value.slice(place + 1);
        expect(isOwnCode(typo)).toBe(typo === value);
      }),
    );
  });

  it('stay with the parcel: they follow from its id', () => {
    const parcel = { id: 'pcl_01KAK7QW3ZC5V8M2N4P6R8T0XA', sscc: null };
    expect(parcelCode(parcel)).toEqual({ scheme: 'own', value: 'PC5V8M2N4P6R8T0XAA' });
  });
});

it('scanned codes are read with and without what scanners put before them', () => {
  fc.assert(
    fc.property(anyCode, (code) => {
      expect(readParcelCode(code.value)).toEqual(code);
      if (code.scheme === 'own') return;
      for (const before of ['00', ']C100', ']d200']) {
        expect(readParcelCode(before + code.value)).toEqual(code);
      }
    }),
  );
  expect(readParcelCode('360012340000000015')).toBeUndefined();
  expect(shownCode(sscc)).toBe('(00) 3600 1234 0000 0000 14');
});

describe('donation numbers', () => {
  it.each([
    ['G1517106000010', undefined],
    ['=G15171060000100', `G1517 10 600001 00 ${donationCheck('G151710600001')}`],
    ['G151710600001', `G1517 10 600001 ${donationCheck('G151710600001')}`],
    ['O151710600001', undefined],
    ['SPECIMEN-1', undefined],
  ])('%s is printed as %s', (scanned, shown) => {
    expect(shownDonationNumber(scanned)).toBe(shown);
  });

  it('have the check character of ISO/IEC 7064, MOD 37-2', () => {
    const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*';
    const number = 'G151710600001';
    const weighed = [...`${number}${donationCheck(number)}`]
      .reverse()
      .map((character, place) => alphabet.indexOf(character) * 2 ** place);
    expect(weighed.reduce((sum, each) => sum + each, 0) % 37).toBe(1);
  });
});
