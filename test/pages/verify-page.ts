/** The page that verifies on the visitor's own device: what is dropped on it, and that it tells nobody. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '@svc/devnet';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Given } from './fixtures.ts';
import {
  deadlineMs,
  everyViewer,
  expectAccessible,
  expectSound,
  textOf,
  unfold,
  type View,
  view,
} from './page-view.ts';
import { takeScreenshot } from './screenshot.ts';
import { type DroppedFiles, droppedFiles } from './verify-files.ts';

const cli = fileURLToPath(new URL('../../packages/proof/src/verify/cli.ts', import.meta.url));
const tooLarge = 33 * 1024 * 1024;

/** Drops a file that `expression` makes in the page. */
async function drop(page: Page, name: string, expression: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    `(() => { const data = new DataTransfer();
      data.items.add(new File([${expression}], ${JSON.stringify(name)})); return data; })()`,
  );
  await page.dispatchEvent('main', 'drop', { dataTransfer });
  await page.locator('#result h3', { hasText: name }).waitFor();
}

/** A page comes without what its log answers too late; its reader loads it again. */
async function viewWithLog(browser: Browser, url: string): Promise<View> {
  const seen = await view(browser, url);
  const isWhole = async () =>
    !/"(policy|proof)":null/.test(await seen.page.content()) || void (await seen.page.reload());
  await until(isWhole, { timeoutMs: deadlineMs, what: 'policy and proofs of the log' });
  return seen;
}

const dropText = (page: Page, name: string, text: string) => drop(page, name, JSON.stringify(text));
const chosen = (name: string, text: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(text),
});

export function verifyPages(given: Given): void {
  let files: DroppedFiles;
  let folder: string;
  beforeAll(async () => {
    files = await droppedFiles();
    folder = await mkdtemp(join(tmpdir(), 'dropped-'));
    await writeFile(join(folder, 'keys'), files.keys);
    await writeFile(join(folder, 'policy'), files.policy);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const url = () => `${given().road.stage.publicUrl}/verify`;
  /** Output of the command line for it. */
  const printed = async (name: string, text: string, trust: { keys: string; policy: string }) => {
    const file = join(folder, name);
    await writeFile(file, text);
    const args = [cli, file, '--jwks', trust.keys, '--policy', trust.policy];
    return new Promise<string>((done) => {
      execFile(process.execPath, args, (_error, out) => done(out));
    });
  };
  const own = () => ({ keys: join(folder, 'keys'), policy: join(folder, 'policy') });
  /** With keys and policy of the visitor's own. */
  const trusting = async (page: Page) => {
    await page.getByText('Keys and policy of your own').click();
    await page.setInputFiles('#keys', chosen('my-keys.json', files.keys));
    await page.getByText('my-keys.json is used from now on.').waitFor();
    await page.setInputFiles('#policy', chosen('my-policy.txt', files.policy));
    await page.getByText('my-policy.txt is used from now on.').waitFor();
  };

  it('says what the command line says of each file, with the network cut', async () => {
    const { browser } = given();
    const expected = await Promise.all(
      files.all.map(({ name, text }) => printed(name, text, own())),
    );
    await using seen = await view(browser, url());
    const { page } = seen;
    await trusting(page);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.context().setOffline(true);
    for (const [n, { name, text, headline, says }] of files.all.entries()) {
      await dropText(page, name, text);
      const result = page.locator('#result');
      expect(await result.locator('pre').textContent(), name).toBe(expected[n]);
      expect(await result.locator('.verdict').first().textContent()).toMatch(headline);
      expect(await result.textContent(), name).toContain(says);
      expect(await page.locator('#status').textContent()).toContain(name);
    }
    expect(asked).toEqual([]);
    expect(await page.locator('#result img').count()).toBe(0);
    expect(await page.title()).toBe('Check a bundle');
    await page.context().setOffline(false);
    await expectSound(seen);
  });

  it('may send nothing: its policy refuses every request', async () => {
    await using seen = await view(given().browser, url());
    const { page } = seen;
    const refused = `fetch('/verify').then(() => 'sent', () => 'refused')`;
    expect(await page.evaluate(refused)).toBe('refused');
    const beacon = `new Promise((done) => {
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => done(effectiveDirective));
      navigator.sendBeacon('/verify', 'x');
    })`;
    expect(await page.evaluate(beacon)).toBe('connect-src');
  });

  it.each(['small', 'desktop'] as const)('explains each check in words (%s)', async (screen) => {
    await using seen = await view(given().browser, url(), { screen });
    const { page } = seen;
    await expectAccessible(seen);
    await trusting(page);
    for (const { name, text } of [...files.all.slice(1, 2), files.good]) {
      await dropText(page, name, text);
      await expectSound(seen);
      await expectAccessible(seen);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await takeScreenshot(seen, `verify-${name}-${screen}-${colorScheme}`, 'all');
      }
    }
    const text = await textOf(page);
    expect(text.match(/ Holds: /g)).toHaveLength(7);
    expect(text.match(/ This proves: /g)).toHaveLength(7);
    expect(text).toContain('Keys: your file my-keys.json. Policy: your file my-policy.txt.');
    expect(text).toMatch(/event 6 \(delivered\), said to be at \S+: logged after \S+ and before/);
  });

  it.each<[string, string, string]>([
    ['an empty one', "''", 'This file is empty. Nothing was checked.'],
    ['a huge one', `new Uint8Array(${tooLarge})`, 'This file has 33 MB, and a bundle at most 32.'],
    ['bytes', 'new Uint8Array(1000)', 'it is not JSON'],
  ])('says what is wrong with a file: %s', async (_what, expression, says) => {
    await using seen = await view(given().browser, url());
    await drop(seen.page, '<b>name</b>.json', expression);
    expect(await seen.page.locator('#result').textContent()).toContain(says);
    expect(await seen.page.locator('#result b').count()).toBe(0);
    await expectSound(seen);
  });

  it('is worked by keyboard, and says so when a policy is none', async () => {
    await using seen = await viewWithLog(given().browser, url());
    const { page } = seen;
    await page.locator('#bundle').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.id')).toBe('keys');
    await page.setInputFiles('#policy', chosen('p.txt', 'log nothing'));
    await page.getByText('p.txt is not used: line 1 of the policy').waitFor();
    await page.setInputFiles('#bundle', chosen('good.json', files.good.text));
    await page.locator('#result h3', { hasText: 'good.json' }).waitFor();
    const text = await page.locator('#result').textContent();
    expect(text).toContain('OTHER SIGNER');
    expect(text).toContain('Keys: those that the operator of this site publishes.');
    expect(text).toContain("Policy: that of the operator's own log.");
  });

  it.each([
    ['knows no Ed25519', /cannot check signatures of logs \(Ed25519\)/, 'importKey', 'VERIFIED'],
    ['has no WebCrypto', /browsers check signatures on https pages only/, 'subtle', undefined],
  ])('takes no good file for a bad one where a browser %s', async (_what, says, part, verdict) => {
    const { browser } = given();
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.addInitScript(
      part === 'subtle'
        ? `Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined })`
        : `const importKey = SubtleCrypto.prototype.importKey;
           SubtleCrypto.prototype.importKey = function (...args) {
             return args[2] === 'Ed25519' ? Promise.reject(new Error('NotSupported')) : importKey.apply(this, args);
           };`,
    );
    await page.goto(url());
    await trusting(page);
    await dropText(page, 'good.json', files.good.text);
    const text = await page.locator('#result').textContent();
    expect(text).toMatch(says);
    expect(text).not.toContain('NOT VERIFIED');
    if (verdict) expect(text).toContain(verdict);
    await context.close();
  });

  it.each(everyViewer)('is complete ($screen, script: $script)', async (viewer) => {
    await using seen = await view(given().browser, url(), viewer);
    const text = await textOf(seen.page);
    expect(text).toContain('The independent way is the command line');
    expect(text.includes('This needs JavaScript.')).toBe(!viewer.script);
    await expectSound(seen);
  });

  it('agrees with the command line on what a certificate page hands out, under its own policy', async () => {
    const { browser, verifyUrl, road } = given();
    const { publicUrl } = road.stage;
    const fetched = async (path: string) => (await fetch(publicUrl + path)).text();
    const operator = { keys: join(folder, 'their-keys'), policy: join(folder, 'their-policy') };
    await writeFile(operator.keys, await fetched('/.well-known/certificate-keys.json'));
    await writeFile(operator.policy, await fetched('/log/policy'));
    const proof = await until(
      async () => {
        const text = await (await fetch(`${verifyUrl}/bundle.json`)).text();
        return text.includes('"proof":null') ? undefined : text;
      },
      { timeoutMs: 60_000, everyMs: 250, what: 'a checkpoint that covers the certificate' },
    );
    const expected = await printed('proof.json', proof, operator);
    await using seen = await viewWithLog(browser, verifyUrl);
    await dropText(seen.page, 'proof.json', proof);
    expect(await seen.page.locator('#result pre').textContent()).toBe(expected);
    expect(expected).toMatch(/^SIGNATURE AND LINKS HOLD/);
    expect(expected).toContain('log          proved');
    await unfold(seen.page);
    const checked = seen.page.locator('#own');
    await checked.getByText('Holds: Certificate and signing key are in the log').waitFor();
    await expectSound(seen);
    await expectAccessible(seen);
  });
}
