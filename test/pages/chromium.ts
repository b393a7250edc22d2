/** A real browser, taken from the machine: tests bring none along. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { aptInstall } from '@svc/devnet/apt';
import { type Browser, chromium } from 'playwright-core';

/** Without windows: a page costs 1.0 s of processor time instead of 2.5 s (axe in both themes). */
const shell = 'chromium-headless-shell';
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome'];

/** Where Chromium is; installed with apt where that can be done; undefined when there is none. */
export async function requireChromium(): Promise<string | undefined> {
  const found = findChromium();
  if (found?.endsWith(shell)) return found;
  if (!(await aptInstall(shell)) && found === undefined) await aptInstall('chromium');
  return findChromium();
}

const findChromium = (): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(isExecutable);

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Says nothing to anybody of its own accord; its profile goes with it when it is closed. */
export const startChromium = (
  executablePath: string,
  more: readonly string[] = [],
): Promise<Browser> =>
  chromium.launch({
    executablePath,
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...more,
    ],
  });
