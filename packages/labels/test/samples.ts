/** Labels to be drawn, and the identifiers on them. */
import fc from 'fast-check';
import type { Face } from '../src/face.ts';
import type { ParcelLabel } from '../src/parcel.ts';
import { type ParcelCode, parcelCode } from '../src/parcel-code.ts';
import { facesOf } from '../src/parcel-label.ts';
import { serialsOf, ssccOf } from '../src/sscc.ts';

export const sscc: ParcelCode = {
  scheme: 'sscc',
  value: ssccOf({ company_prefix: '6001234', extension_digit: 3 }, 1),
};

export const labelOf = (fields: Partial<ParcelLabel> = {}): ParcelLabel => ({
  code: sscc,
  number: 1,
  of: 2,
  ref: 'SVC-7K2M9QXA',
  reference: 'PO-4711',
  sender: 'Northside Clinics',
  service: 'Lab specimen, standard',
  from: { name: 'North clinic', address: '1 Main Road, Johannesburg' },
  to: { name: 'Central laboratory', address: '14 Long Street, Midrand' },
  temperature: { class: '2–8 °C', range: 'Keep between 2 and 8 °C' },
  un_number: 'UN3373',
  dry_ice_kg: null,
  barcode: null,
  due: '24 Nov 2026, 14:30',
  ...fields,
});

/** The first face of a label, with its codes. */
export function faceOf(fields: Partial<ParcelLabel>): Face {
  const [face] = facesOf(labelOf(fields));
  if (!face) throw new Error('a label has a face');
  return face;
}

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

/** Any scalar value; half of them control and ASCII characters. */
export const anyCharacter = fc.oneof(
  fc.integer({ min: 0, max: 0x7f }).map((point) => String.fromCodePoint(point)),
  fc.integer({ min: 0x80, max: 0xd7ff }).map((point) => String.fromCodePoint(point)),
  fc.integer({ min: 0xe000, max: 0x10ffff }).map((point) => String.fromCodePoint(point)),
);
