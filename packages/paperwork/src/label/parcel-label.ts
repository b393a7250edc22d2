/** The faces of a label on A6. */

import { donationSymbol, shownDonationNumber } from '@svc/text/codes/donation-number';
import { shownCode } from '@svc/text/codes/parcel-code';
import { linearWidth } from '../drawing/bars.ts';
import { a6, type Face, line, type Mark, textMark } from '../drawing/face.ts';
import { wrap } from '../drawing/typeface.ts';
import { arrows } from './arrows.ts';
import { markFace } from './mark-face.ts';
import type { ParcelLabel } from './parcel.ts';

const left = 5;
const right = a6.width - left;
const full = right - left;

/** The label itself; another face carries what the law of dangerous goods asks for. */
export function facesOf(label: ParcelLabel): Face[] {
  const hasMark = label.un_number === 'UN3373' || label.dry_ice_kg !== null;
  return [addressFace(label), ...(hasMark ? [markFace(label)] : [])];
}

const addressFace = (label: ParcelLabel): Face => ({
  ...a6,
  marks: [...head(label), ...ends(label), ...care(label), ...references(label), ...symbols(label)],
});

const head = ({ sender, service, number, of }: ParcelLabel): Mark[] => [
  textMark(sender, { x: left, y: 9, size: 3.8, bold: true, width: 52 }),
  textMark(service, { x: left, y: 13, size: 2.8, width: 52 }),
  textMark(`Parcel ${number} of ${of}`, {
    x: right,
    y: 10.5,
    size: 5,
    bold: true,
    isRight: true,
    width: 42,
  }),
  line([left, 15.5], [right, 15.5]),
];

const ends = ({ from, to }: ParcelLabel): Mark[] => [
  textMark('From', { x: left, y: 20, size: 2.6, width: 10 }),
  textMark(from.name, { x: 17, y: 20, size: 3.4, bold: true, width: 83 }),
  ...lines(from.address, { x: 17, y: 24, size: 2.8, max: 2 }),
  line([left, 30], [right, 30]),
  textMark('To', { x: left, y: 37, size: 2.6, width: 10 }),
  textMark(to.name, { x: 17, y: 37, size: 5.2, bold: true, width: 83 }),
  ...lines(to.address, { x: 17, y: 43, size: 3.8, max: 2 }),
  line([left, 51.5], [right, 51.5]),
];

/** Longest name of a class, in characters, that fits at its large size; profiles have longer ones. */
const widestClass = 8;

const care = ({ temperature, un_number, dry_ice_kg }: ParcelLabel): Mark[] => [
  textMark(temperature?.class ?? 'No temperature class', {
    x: left,
    y: 61,
    size: temperature && temperature.class.length <= widestClass ? 8 : 4,
    bold: true,
    width: 44,
  }),
  textMark(temperature?.range ?? '', { x: left, y: 66, size: 3.4, width: 44 }),
  textMark(un_number.replace(/^UN(?=\d)/, 'UN '), { x: 50, y: 60, size: 5, bold: true, width: 30 }),
  textMark(dryIceText(dry_ice_kg), { x: 50, y: 66, size: 3.4, bold: true, width: 30 }),
  ...arrows({ x: 81, y: 53.5, height: 14 }),
  line([left, 69.5], [right, 69.5]),
];

const dryIceText = (kg: number | null): string => (kg === null ? '' : `Dry ice ${kg} kg`);

const references = ({ ref, reference, due, barcode, code }: ParcelLabel): Mark[] => [
  textMark(ref, { x: left, y: 76.5, size: 5.4, bold: true, width: 70 }),
  textMark(reference === '' ? '' : `Your reference ${reference}`, {
    x: left,
    y: 81,
    size: 3.2,
    width: 72,
  }),
  textMark(`Due ${due}`, { x: left, y: 85.2, size: 3.2, width: 72 }),
  textMark(barcode === null ? '' : `Contents ${shownDonationNumber(barcode) ?? barcode}`, {
    x: left,
    y: 89.4,
    size: 3.2,
    width: 72,
  }),
  ...contents(barcode ?? ''),
  textMark(
    code.scheme === 'sscc' ? 'SSCC' : "Carrier's own parcel code: no SSCC, no GS1 prefix is set",
    { x: left, y: 102, size: 2.8, width: 72 },
  ),
  { kind: 'matrix', code, x: 82, y: 74, dots: 6 },
];

/** Modules of 0.25 mm, as ISBT 128 recommends, and a quiet zone of ten. */
function contents(barcode: string): Mark[] {
  const code = donationSymbol(barcode);
  return code ? [{ kind: 'linear', code, x: left + 2.5, y: 90.75, dots: 2, height: 8.5 }] : [];
}

/** GS1 asks for modules of 0.495 mm at least and bars of 31.75 mm. */
function symbols({ code }: ParcelLabel): Mark[] {
  const dots = code.scheme === 'sscc' ? 4 : 3;
  const x = Math.floor(((a6.width - linearWidth({ code, dots })) / 2) * 8) / 8;
  return [
    { kind: 'linear', code, x, y: 103, dots, height: 32 },
    textMark(shownCode(code), { x: left + 7.5, y: 141.5, size: 5, bold: true, width: full - 10 }),
  ];
}

function lines(
  value: string,
  { x, y, size, max }: { x: number; y: number; size: number; max: number },
): Mark[] {
  const width = right - x;
  return wrap(value, { width, max, size }).map((each, nth) =>
    textMark(each, { x, y: y + nth * size * 1.3, size, width }),
  );
}
