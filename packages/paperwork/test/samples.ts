/** Labels to be drawn. */
import fc from 'fast-check';
import { sscc } from '../../text/test/codes/any-code.ts';
import type { Face } from '../src/drawing/face.ts';
import type { ParcelLabel } from '../src/label/parcel.ts';
import { facesOf } from '../src/label/parcel-label.ts';

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

/** Any scalar value; half of them control and ASCII characters. */
export const anyCharacter = fc.oneof(
  fc.integer({ min: 0, max: 0x7f }).map((point) => String.fromCodePoint(point)),
  fc.integer({ min: 0x80, max: 0xd7ff }).map((point) => String.fromCodePoint(point)),
  fc.integer({ min: 0xe000, max: 0x10ffff }).map((point) => String.fromCodePoint(point)),
);
