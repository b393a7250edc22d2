import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ReadBarcodes, readWithDmtx, readWithZbar, readWithZxing } from '@svc/devnet';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { a6 } from '../src/face.ts';
import { type ParcelCode, readParcelCode } from '../src/parcel-code.ts';
import { facesOf } from '../src/parcel-label.ts';
import { pngOf } from '../src/png.ts';
import { anyCode, labelOf } from './given.ts';

/** `SVC_LABELS=1000` reads more of them. */
const samples = Number(process.env.SVC_LABELS ?? 12);

describe.skipIf(!inject('hasBarcodeReaders'))('labels are read back', () => {
  let dir: string;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'labels-'));
  });
  afterAll(() => rm(dir, { recursive: true }));

  it('by three other readers, none wrong', { timeout: 30_000 + samples * 2_000 }, async () => {
    const codes = fc.sample(anyCode, { numRuns: samples, seed: 19 });
    const misread: string[] = [];
    for (const [nth, code] of codes.entries()) {
      const whole = join(dir, `${nth}.png`);
      const matrix = join(dir, `${nth}-matrix.png`);
      const [face] = facesOf(labelOf({ code }));
      if (!face) throw new Error('a label has a face');
      await writeFile(whole, await pngOf(face));
      await writeFile(matrix, await matrixAlone(code));
      const readings: [ReadBarcodes, string][] = [
        [readWithZbar, whole],
        [readWithZxing, whole],
        [readWithDmtx, whole],
        [readWithZxing, matrix],
      ];
      const found = await Promise.all(readings.map(([read, file]) => read(file)));
      for (const [place, texts] of found.entries()) {
        const read = texts.map((text) => readParcelCode(text)?.value);
        if (read.length !== 1 || read[0] !== code.value)
          misread.push(`${place} ${code.value} ${texts}`);
      }
    }
    expect(misread).toEqual([]);
  });
});

/** ZXing looks for a DataMatrix in the middle of a picture only. */
const matrixAlone = (code: ParcelCode): Promise<Buffer> =>
  pngOf({ ...a6, width: 35, height: 35, marks: [{ kind: 'matrix', code, x: 10, y: 10, dots: 6 }] });
