/** The camera is Chromium's own, fed with pictures of labels by us and of symbols by zint. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeWithZint } from '@svc/devnet';
import { pngOf } from '@svc/paperwork/drawing/png';
import type { ParcelLabel } from '@svc/paperwork/label/parcel';
import { facesOf } from '@svc/paperwork/label/parcel-label';
import { parcelCode } from '@svc/text/codes/parcel-code';
import { ssccOf } from '@svc/text/codes/sscc';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { requireChromium, startChromium } from './chromium.ts';
import { type ScanPage, serveScanPage, writeVideo } from './scan-stage.ts';

const chromium = await requireChromium();
const canScan = chromium !== undefined && inject('hasBarcodeReaders');

const issuer = { company_prefix: '6001234', extension_digit: 3 };
const own = (id: string) => parcelCode({ id: `pcl_01KAK7QW3Z${id}`, sscc: null }).value;
const sscc = (serial: number) => ssccOf(issuer, serial);
const donation = 'G151726600001';

const label = (code: ParcelLabel['code']): ParcelLabel => ({
  code,
  ...{ number: 1, of: 1, ref: 'SVC-7K2M9QXA', reference: '', sender: 'Northside Clinics' },
  ...{ service: 'Lab specimen', un_number: '', dry_ice_kg: null, barcode: null, due: '14:30' },
  from: { name: 'North clinic', address: '1 Main Road' },
  to: { name: 'Central laboratory', address: '14 Long Street' },
  temperature: null,
});

const labels: readonly ParcelLabel['code'][] = [
  { scheme: 'sscc', value: sscc(1) },
  { scheme: 'own', value: own('C5V8M2N4P6R8T0XA') },
];
/** Numbers of symbologies at zint: Code 128, GS1-128, DataMatrix, QR code, EAN-13. */
const symbols = [
  { symbology: 20, data: own('C5V8M2N4P6R8T0XB'), read: `parcel ${own('C5V8M2N4P6R8T0XB')}` },
  { symbology: 16, data: `[00]${sscc(2)}`, read: `parcel ${sscc(2)}` },
  { symbology: 71, data: `[00]${sscc(3)}`, isGs1: true, read: `parcel ${sscc(3)}` },
  { symbology: 71, data: own('C5V8M2N4P6R8T0XC'), read: `parcel ${own('C5V8M2N4P6R8T0XC')}` },
  { symbology: 58, data: 'S-0001', read: 'text S-0001' },
  { symbology: 13, data: '400638133393', read: 'text 4006381333931' },
  { symbology: 20, data: `=${donation}00`, read: `donation ${donation}` },
  // The last character of an own code, wrong.
  { symbology: 20, data: 'PC5V8M2N4P6R8T0XAB', read: 'wrong PC5V8M2N4P6R8T0XAB' },
];

const cameraFlags = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];

describe.skipIf(!canScan)('a camera', () => {
  let dir: string;
  let plain: Browser;
  let page: ScanPage;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'scan-'));
    plain = await startChromium(chromium ?? '');
    page = await serveScanPage();
  });
  afterAll(async () => {
    await plain?.close();
    await page?.stop();
    await rm(dir, { recursive: true });
  });

  async function writePictures(): Promise<string[]> {
    const printed = labels.map(async (code, nth) => {
      const [face] = facesOf(label(code));
      const file = join(dir, `label-${nth}.png`);
      if (face) await writeFile(file, await pngOf(face));
      return file;
    });
    const written = symbols.map(async (symbol, nth) => {
      const file = join(dir, `symbol-${nth}.png`);
      await writeWithZint(file, symbol);
      return file;
    });
    return Promise.all([...printed, ...written]);
  }

  it('reads each number of labels and symbols, and nothing else', async () => {
    const video = join(dir, 'camera.y4m');
    await writeVideo(video, { browser: plain, pictures: await writePictures() });
    const flags = [...cameraFlags, `--use-file-for-fake-video-capture=${video}`];
    const browser = await startChromium(chromium ?? '', flags);
    try {
      const seen = await browser.newPage();
      await seen.goto(page.url);
      await seen.locator('output', { hasText: 'open' }).waitFor();
      const read = [...labels.map(({ value }) => `parcel ${value}`), ...symbols.map((s) => s.read)];
      for (const each of read) {
        await seen.locator('li', { hasText: each }).first().waitFor({ timeout: 60_000 });
      }
      const all = await seen.locator('li').allTextContents();
      expect([...new Set(all)].toSorted()).toEqual(read.toSorted());
    } finally {
      await browser.close();
    }
  });

  it('that is not there is reported to the page', async () => {
    const context = await plain.newContext({ permissions: ['camera'] });
    const seen = await context.newPage();
    await seen.goto(page.url);
    await seen.locator('output', { hasText: 'no_camera' }).waitFor();
  });

  it('that may not be used is reported to the page', async () => {
    const browser = await startChromium(chromium ?? '', cameraFlags);
    try {
      const seen = await browser.newPage();
      await seen.goto(`${page.url}forbidden`);
      await seen.locator('output', { hasText: 'denied' }).waitFor();
    } finally {
      await browser.close();
    }
  });
});
