import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ReadBarcodes,
  readWithDmtx,
  readWithZbar,
  readWithZxing,
  renderPdf,
} from '@svc/devnet';
import { type ParcelCode, readParcelCode } from '@svc/text/codes/parcel-code';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { anyCode, anyDonation } from '../../text/test/codes/any-code.ts';
import { a6 } from '../src/drawing/face.ts';
import { fourPerSheet, pagePerFace, pdfOf } from '../src/drawing/pdf.ts';
import { pngOf } from '../src/drawing/png.ts';
import { facesOf } from '../src/label/parcel-label.ts';
import { faceOf, labelOf } from './samples.ts';

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
      const face = faceOf({ code });
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

  it('with a donation number as it was scanned, by both readers of bars', async () => {
    const barcodes = fc.sample(anyDonation, { numRuns: Math.ceil(samples / 3), seed: 128 });
    for (const barcode of barcodes) {
      const face = faceOf({ barcode });
      const file = join(dir, 'donation.png');
      await writeFile(file, await pngOf(face));
      const [page = ''] = await renderPdf(
        await pdfOf(pagePerFace([face]), { title: 'Label', at: new Date(0) }),
        join(dir, 'donation'),
      );
      for (const read of [readWithZbar, readWithZxing]) {
        for (const picture of [file, page]) {
          const found = (await read(picture)).filter((text) => readParcelCode(text) === undefined);
          expect(found, read.name).toEqual([barcode]);
        }
      }
    }
    expect(facesOf(labelOf({ barcode: 'G151726600001' }))).toEqual([
      expect.objectContaining({ marks: expect.not.arrayContaining([donationMark]) }),
      expect.anything(),
    ]);
  });

  it('from PDF as a printer renders it: A6, and each of four on a sheet', async () => {
    const codes = fc.sample(anyCode, { numRuns: 4, seed: 43 });
    const faces = codes.map((code) => faceOf({ code }));
    const options = { title: 'Labels', at: new Date('2026-11-24T08:00:00Z') };
    const values = codes.map(({ value }) => value).toSorted();
    const single = await renderPdf(await pdfOf(pagePerFace(faces), options), join(dir, 'a6'));
    expect(single).toHaveLength(4);
    for (const [nth, page] of single.entries()) {
      for (const read of [readWithZbar, readWithDmtx, readWithZxing]) {
        const found = (await read(page)).map((text) => readParcelCode(text)?.value);
        expect(found, `${read.name}, page ${nth + 1}`).toEqual([codes[nth]?.value]);
      }
    }
    const [sheet = '', ...more] = await renderPdf(
      await pdfOf(fourPerSheet(faces), options),
      join(dir, 'sheet'),
    );
    expect(more).toEqual([]);
    const onSheet = (await readWithZbar(sheet)).map((text) => readParcelCode(text)?.value ?? text);
    expect(onSheet.toSorted()).toEqual(values);
  });
});

const donationMark = expect.objectContaining({
  code: expect.objectContaining({ scheme: 'donation' }),
});

/** ZXing looks for a DataMatrix in the middle of a picture only. */
const matrixAlone = (code: ParcelCode): Promise<Buffer> =>
  pngOf({ ...a6, width: 35, height: 35, marks: [{ kind: 'matrix', code, x: 10, y: 10, dots: 6 }] });
