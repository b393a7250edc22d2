/**
 * Marks of dangerous goods at their legal size. ADR and IATA packing instruction 650: a diamond of
 * 50 mm a side, a line of 2 mm, letters of 6 mm, and the proper shipping name beside it.
 */

import { a6, type Face, type Mark, textMark } from '../drawing/face.ts';
import { arrows } from './arrows.ts';
import type { ParcelLabel } from './parcel.ts';

/** To the middle of the line: what is within it measures more than 50 mm, too. */
const diamondSide = 53;
const diamondLine = 2.25;
/** Capitals of DejaVu are 0.729 em high. */
export const letterSize = 8.6;

export function markFace(label: ParcelLabel): Face {
  const { code, ref, number, of, un_number, dry_ice_kg } = label;
  const { width, height } = a6;
  const middle = width / 2;
  return {
    width,
    height,
    marks: [
      ...(un_number === 'UN3373' ? category(middle) : []),
      ...(dry_ice_kg === null ? [] : dryIce(dry_ice_kg)),
      ...arrows({ x: 5, y: 6, height: 16 }),
      textMark(`${ref} · parcel ${number} of ${of} · ${code.value}`, {
        x: 5,
        y: 144,
        size: 3,
        width: width - 10,
      }),
    ],
  };
}

const category = (middle: number): Mark[] => [
  { kind: 'diamond', centre: [middle, 46], side: diamondSide, width: diamondLine },
  textMark('UN 3373', { x: middle - 17.4, y: 49, size: letterSize, bold: true, width: 50 }),
  ...['BIOLOGICAL', 'SUBSTANCE,', 'CATEGORY B'].map((words, nth) =>
    textMark(words, { x: 8, y: 96 + nth * 9.5, size: letterSize, bold: true, width: 92 }),
  ),
];

const dryIce = (kg: number): Mark[] => [
  textMark('UN 1845', { x: 8, y: 127, size: letterSize, bold: true, width: 92 }),
  textMark(`DRY ICE ${kg} kg`, { x: 8, y: 136.5, size: letterSize, bold: true, width: 92 }),
];
