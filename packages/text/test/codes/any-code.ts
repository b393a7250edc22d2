/** Identifiers of any issuer, parcel and donation. */
import fc from 'fast-check';
import { type ParcelCode, parcelCode } from '../../src/codes/parcel-code.ts';
import { serialsOf, ssccOf } from '../../src/codes/sscc.ts';

export const sscc: ParcelCode = {
  scheme: 'sscc',
  value: ssccOf({ company_prefix: '6001234', extension_digit: 3 }, 1),
};

const digits = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: min, maxLength: max });

const anySscc = fc
  .record({
    company_prefix: digits(7, 10),
    extension_digit: fc.integer({ min: 0, max: 9 }),
    part: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  })
  .map(({ part, ...issuer }): ParcelCode => {
    const serial = Math.floor(part * serialsOf(issuer));
    return { scheme: 'sscc', value: ssccOf(issuer, serial) };
  });

const ulid = fc.string({
  unit: fc.constantFrom(...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'),
  minLength: 26,
  maxLength: 26,
});
export const ownCode = ulid.map((id) => parcelCode({ id: `pcl_${id}`, sscc: null }));

export const anyCode = fc.oneof(anySscc, ownCode);

/** Donation numbers as scanned: facility, year, serial number and flag characters. */
export const anyDonation = fc
  .tuple(
    fc.constantFrom(...'ABCDEFGHIJKLMNPQRSTUVWXYZ123456789'),
    digits(4, 4),
    digits(8, 8),
    fc.constantFrom('00', '07', '11', '0A', 'C3'),
  )
  .map((parts) => `=${parts.join('')}`);
