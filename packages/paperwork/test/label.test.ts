import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fourPerSheet, pagePerFace, pdfOf } from '../src/drawing/pdf.ts';
import { svgOf } from '../src/drawing/png.ts';
import { cut, printable, wrap } from '../src/drawing/typeface.ts';
import { letterSize } from '../src/label/mark-face.ts';
import { facesOf } from '../src/label/parcel-label.ts';
import { anyCharacter, faceOf, labelOf } from './samples.ts';

const options = { title: 'Labels', at: new Date('2026-11-02T08:00:00Z') };
const mmOf = (points: number): number => (points * 25.4) / 72;

/** Drawing operators of the pages, decompressed. */
function operatorsOf(pdf: Buffer): string[] {
  const text = pdf.toString('latin1');
  return [...text.matchAll(/stream\r?\n/g)].flatMap(({ index, 0: opening }) => {
    const start = index + opening.length;
    const end = text.indexOf('endstream', start);
    try {
      const content = inflateSync(pdf.subarray(start, end)).toString('latin1');
      return content.includes(' cm') ? [content] : [];
    } catch {
      return [];
    }
  });
}

/** Closed square on a corner: side and line in mm, by the page's own transformations. */
function diamondsOf(operators: string) {
  const number = String.raw`(-?[\d.]+)`;
  const path = new RegExp(
    String.raw`${number} ${number} m\n${number} ${number} l\n${number} ${number} l\n${number} ${number} l\nh\n([\d.]+) w`,
    'g',
  );
  const scale = [...operators.matchAll(/^([\d.]+) 0 0 ([\d.]+) 0 0 cm$/gm)].map((found) =>
    Number(found[1]),
  );
  return [...operators.matchAll(path)].map((found) => {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, , , y4 = 0, line = 0] = found
      .slice(1)
      .map(Number);
    const factor = scale[0] ?? 1;
    const side = mmOf(Math.hypot(x2 - x1, y2 - y1) * factor);
    return { side, line: mmOf(line * factor), isOnCorner: x1 === x3 && y2 === y4 };
  });
}

describe('the mark of UN 3373', () => {
  it.each([
    ['on A6', pagePerFace],
    ['on sheets of A4', fourPerSheet],
  ])('measures 50 mm within its line of 2 mm, %s', async (_name, sheetsOf) => {
    const faces = facesOf(labelOf());
    const pages = operatorsOf(await pdfOf(sheetsOf(faces), options));
    const diamonds = pages.flatMap(diamondsOf);
    expect(diamonds).toHaveLength(1);
    for (const { side, line, isOnCorner } of diamonds) {
      expect(isOnCorner).toBe(true);
      expect(line).toBeGreaterThanOrEqual(2);
      expect(side - line).toBeGreaterThanOrEqual(50);
    }
    const capitals = 0.729;
    expect(letterSize * capitals).toBeGreaterThanOrEqual(6);
  });

  it('stands on parcels of UN 3373 alone', () => {
    expect(facesOf(labelOf({ un_number: '' }))).toHaveLength(1);
    expect(facesOf(labelOf({ un_number: 'UN1845' }))).toHaveLength(1);
    const [, ice] = facesOf(labelOf({ un_number: '', dry_ice_kg: 2.5 }));
    expect(ice?.marks.some(({ kind }) => kind === 'diamond')).toBe(false);
    expect(ice?.marks).toContainEqual(expect.objectContaining({ text: 'DRY ICE 2.5 kg' }));
  });
});

it('a label names the profile whole beside its range', () => {
  const class_ = 'Red cells stored';
  const { marks } = faceOf({ temperature: { class: class_, range: 'Keep between 2 and 6 °C' } });
  const mark = marks.find((each) => each.kind === 'text' && each.text === class_);
  expect(mark?.kind === 'text' && cut(class_, mark.width, mark)).toBe(class_);
});

it('200 labels come as one PDF, the same bytes each time', { timeout: 30_000 }, async () => {
  const faces = Array.from({ length: 200 }, (_, nth) => {
    return facesOf(labelOf({ number: nth + 1, of: 200, un_number: '' }));
  }).flat();
  const once = await pdfOf(fourPerSheet(faces), options);
  expect(once.length).toBeLessThan(1_000_000);
  expect(once.toString('latin1').match(/\/Type \/Page\n/g)).toHaveLength(50);
  const [few] = [faces.slice(0, 2)];
  expect(await pdfOf(pagePerFace(few), options)).toEqual(await pdfOf(pagePerFace(few), options));
});

describe('texts of any kind', () => {
  it.each([
    ['Tshiṱirathoni', 'Tshiṱirathoni'],
    ['مرحبا שלום', 'مرحبا שלום'],
    ['検体 7', '▯▯ 7'],
    ['a\u0000b\u001b[2J\u202ec\nd', 'a b [2J c d'],
  ])('%j is printed as %j', (given, shown) => {
    expect(printable(given)).toBe(shown);
  });

  it('never break the drawing of a label', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 100 }), (value) => {
        const site = { name: value, address: value };
        const label = labelOf({ reference: value, sender: value, from: site, to: site });
        for (const face of facesOf({ ...label, barcode: value })) {
          expect(svgOf(face)).toMatch(
            /^<svg [^<]*>(<(path|polygon)( [a-z-]+="[^"<>&]*")+\/>)*<\/svg>$/,
          );
        }
      }),
      { numRuns: 10 },
    );
  });

  it('fit the place that is theirs', () => {
    const lines = wrap('Extension '.repeat(30), { width: 80, max: 2, size: 3 });
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/…$/);
    expect(wrap('', { width: 80, max: 2, size: 3 })).toEqual([]);
  });
});
