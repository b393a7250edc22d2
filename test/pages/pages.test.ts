import { afterAll, beforeAll, describe } from 'vitest';
import { certificatePages } from './certificate-page.ts';
import { requireChromium } from './chromium.ts';
import { sandboxPortal } from './desk-sandbox.ts';
import { docsPages } from './docs-pages.ts';
import { type Pages, startPages } from './fixtures.ts';
import { temperaturePages } from './temperature-pages.ts';
import { trackingPages } from './tracking-page.ts';
import { verifyPages } from './verify-page.ts';

// Where no Chromium can be had all of these count as skipped, and are named at the end.
const chromium = await requireChromium();

describe.skipIf(chromium === undefined)('in a browser', () => {
  let pages: Pages;
  beforeAll(async () => {
    pages = await startPages(chromium ?? '');
  });
  afterAll(() => pages.stop());
  const given = () => pages;
  describe('the tracking page', () => trackingPages(given));
  describe('the certificate page', () => certificatePages(given));
  describe('the page that verifies', () => verifyPages(given));
  describe('temperatures', () => temperaturePages(given));
  describe('the documentation', () => docsPages(given));
  describe('the portal on the sandbox', () => sandboxPortal(given));
});
