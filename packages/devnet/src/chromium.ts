/** The machine's Chromium: the repository brings no browser. */
import { aptInstall } from './apt.ts';
import { findProgram } from './programs.ts';

/** Without windows: a page costs 1.0 s of processor time instead of 2.5 s (axe in both themes). */
const shell = 'chromium-headless-shell';
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome'];

/** Path of Chromium, installed with apt if possible; undefined if that fails. */
export async function requireChromium(): Promise<string | undefined> {
  const found = findChromium();
  if (found?.endsWith(shell)) return found;
  if (!(await aptInstall(shell)) && found === undefined) await aptInstall('chromium');
  return findChromium();
}

const findChromium = (): string | undefined =>
  names.map(findProgram).find((file) => file !== undefined);
