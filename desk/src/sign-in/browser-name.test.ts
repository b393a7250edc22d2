import { expect, it } from 'vitest';
import { browserName } from './browser-name.ts';

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/156.0 Safari/537.36`,
    'Chrome on Windows',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0) ${webKit} Chrome/156.0 Safari/537.36 Edg/156.0`,
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox on Linux'],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/19 Safari/605`,
    'Safari on macOS',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${webKit} Version/19 Safari/604`,
    'Safari on iOS',
  ],
  [
    `Mozilla/5.0 (Linux; Android 16; Pixel) ${webKit} Chrome/156.0 Mobile Safari/537.36`,
    'Chrome on Android',
  ],
  ['curl/8.0', ''],
  ['Something (Linux)', 'A browser on Linux'],
  [undefined, ''],
])('the browser of %s is named %j', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name);
});
