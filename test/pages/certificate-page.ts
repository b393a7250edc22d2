import { readFile } from 'node:fs/promises';
import { publicProof } from '@svc/contracts';
import { expect, it } from 'vitest';
import type { Given } from './fixtures.ts';
import { everyViewer, expectAccessible, expectSound, textOf, unfold, view } from './page-view.ts';
import { takeScreenshot } from './screenshot.ts';
import { expectNone } from './tracking-page.ts';

const ownChecks = [
  'Holds: Every event names the fingerprint of the event before it.',
  'Holds: One of the keys that are used here signed the certificate.',
  'Holds: The certificates speak of exactly these',
];

/** How long the last line of each hash is, as a share of its first. */
const lastLines = `[...document.querySelectorAll('code')]
  .filter(({ textContent }) => textContent.startsWith('sha256:'))
  .map((code) => {
    const range = document.createRange();
    range.selectNodeContents(code);
    return [...range.getClientRects()].map(({ width }) => width);
  })
  .map((widths) => widths.at(-1) / widths[0])`;

export function certificatePages(given: Given): void {
  it.each(everyViewer)('says that the proof holds ($screen, script: $script)', async (viewer) => {
    const { browser, verifyUrl, delivered } = given();
    await using seen = await view(browser, verifyUrl, viewer);
    const { page } = seen;
    const headline = page.getByRole('heading', { level: 1 });
    expect(await headline.textContent()).toMatch(/^\s*Delivered (at|on) [^.]*\.$/);
    await takeScreenshot(seen, `certificate-${viewer.screen}`, 'all');
    await unfold(page);
    for (const text of viewer.script ? ownChecks : []) {
      await page.locator('#own').getByText(text).waitFor();
    }
    const text = await textOf(page);
    // Shown once its readings are past the watermark, two minutes after delivery.
    expect(text).toMatch(/This proof holds\.( Its cold chain is not shown\.)?/);
    expect(text).not.toContain('Does not hold');
    expect(text).toContain(delivered.id);
    expect(text).toContain('that all fingerprints are right is the word of the carrier');
    expect(text.includes('Not checked by your browser')).toBe(!viewer.script);
    const shares = await page.evaluate<number[]>(lastLines);
    expect(shares.length).toBeGreaterThan(2);
    // No orphan of a hash.
    expect(Math.min(...shares)).toBeGreaterThan(0.2);
    await expectSound(seen);
    if (!viewer.script) return;
    if (viewer.screen === 'phone') await takeScreenshot(seen, 'certificate-phone');
    await expectAccessible(seen);
  });

  it.each([true, false])('hands out its data as JSON (script: %s)', async (script) => {
    const { browser, verifyUrl, delivered } = given();
    await using seen = await view(browser, verifyUrl, { script });
    const { page } = seen;
    await unfold(page);
    const link = page.getByRole('link', { name: 'Download chain and signed certificate (JSON)' });
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    const proof = publicProof.parse(JSON.parse(await readFile(await download.path(), 'utf8')));
    expect(proof.certificate.job_id).toBe(delivered.id);
    expect(download.suggestedFilename()).toBe(`${proof.certificate.id}.json`);
  });

  it('keeps recipient, surname and handover code to itself, and out of its data', async () => {
    const { verifyUrl, delivered } = given();
    for (const url of [verifyUrl, `${verifyUrl}/bundle.json`]) {
      expectNone(await (await fetch(url)).text(), delivered.secrets);
    }
  });
}
