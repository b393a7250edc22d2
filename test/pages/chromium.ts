import { type Browser, chromium } from 'playwright-core';

export { requireChromium } from '@svc/devnet';

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
      // Else its sound system leaves a folder behind.
      '--disable-audio-output',
      ...more,
    ],
  });
