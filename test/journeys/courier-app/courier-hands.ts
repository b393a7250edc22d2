/** Inputs of a courier on the screens of the app. */
import type { Buffer } from 'node:buffer';
import type { Requirements } from '@svc/contracts';
import type { Page } from 'playwright-core';
import type { AppUnderTest } from './app-under-test.ts';
import type { Handset } from './handset.ts';

export interface HandOver {
  seal: string;
  code: string | undefined;
  photo: Buffer;
}

/** State that the job's page shows; `gone` once it is over and sent. */
export async function openJob(handset: Handset, job: { id: string; ref: string }): Promise<string> {
  const page = handset.page();
  await page.evaluate(`location.hash = ${JSON.stringify(`#job=${job.id}`)}`);
  const shown = page.getByRole('heading', { level: 1, name: job.ref, exact: true });
  const gone = page.getByRole('heading', { level: 1, name: 'Job', exact: true });
  await shown.or(gone).waitFor();
  const state = page.locator('.state');
  const texts = await state.allTextContents();
  return texts[0] ?? 'gone';
}

/** Text on the page of a job whose hand-over has arrived. */
export const handedOver = (page: Page) => page.getByText(/^Handed over \d\d:\d\d ✓$/);

/** The page of a new job, on the phone of its driver. */
export async function openBookedJob(app: AppUnderTest, requirements: Requirements) {
  const driver = await app.stand.newDriver();
  const job = await driver.job({ requirements });
  const handset = await app.newHandset(driver);
  const page = handset.page();
  await page.getByRole('link', { name: job.ref }).waitFor();
  await openJob(handset, job);
  return { driver, job, handset, page };
}

/** Codes, where the scan policy of the job asks for them. */
export async function fillScans(page: Page, codes: readonly string[]): Promise<void> {
  if (codes.length > 0) await page.getByLabel(/^Codes? on/).fill(codes.join('\n'));
}

export const reachState = async ({ page }: Handset, state: string): Promise<void> =>
  page().locator('.state').filter({ hasText: state }).waitFor();

/** The button that a step has on the job's page. */
export const stepButton = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true });

export async function fillCollection(page: Page, seal: string): Promise<void> {
  await page.getByLabel('Seal number').fill(seal);
  await page.getByLabel('Parcels counted').fill('1');
  await page.getByLabel('Temperature in the box').fill('4,2');
  await page.getByLabel('Barcodes of the parcels').fill('P-1\nP-2');
}

export async function fillHandOver(page: Page, { seal, code, photo }: HandOver): Promise<void> {
  await page.getByLabel('Who takes the parcels').fill('Sample intake');
  await page.getByLabel('Seal number').fill(seal);
  if (code !== undefined) await page.getByLabel('Handover code').fill(code);
  await page.getByLabel('How the recipient').selectOption('staff_badge');
  await sign(page);
  await takePhoto(page, photo);
}

export async function takePhoto(page: Page, buffer: Buffer): Promise<void> {
  const file = { name: 'photo.png', mimeType: 'image/png', buffer };
  await page.getByLabel('Photo').setInputFiles(file);
  await page.locator('#photo-state').filter({ hasText: 'Kept.' }).waitFor();
}

export async function sign(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign', exact: true }).tap();
  const pad = page.getByRole('img', { name: 'Field for the signature' });
  const box = await pad.boundingBox();
  if (!box) throw new Error('there is no field to sign in');
  await page.mouse.move(box.x + 30, box.y + box.height / 2);
  await page.mouse.down();
  for (let x = 40; x < box.width - 30; x += 20) {
    await page.mouse.move(box.x + x, box.y + box.height / 2 + (x % 40 === 0 ? 15 : -15));
  }
  await page.mouse.up();
  await page.getByRole('button', { name: 'Done', exact: true }).tap();
}

/** With two taps, as hands in a hurry do. */
export const record = (page: Page): Promise<void> =>
  page.getByRole('button', { name: /^Record/ }).dblclick();

export interface Incident {
  description: string;
  photo: Buffer | undefined;
}

export async function fillIncident(page: Page, { description, photo }: Incident): Promise<void> {
  await page.getByLabel('What kind').selectOption('delay');
  await page.getByLabel('How grave').selectOption('medium');
  await page.getByLabel('What happened').fill(description);
  if (photo) await takePhoto(page, photo);
}
