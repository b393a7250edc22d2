/** A page that scans, with the policy of the desk's pages, and pictures for a virtual camera. */
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { browserCode, servedModule } from '@svc/web/browser-code';
import { sourceHash } from '@svc/web/style';
import type { Browser } from 'playwright-core';

export interface ScanPage {
  /** With `forbidden` at its end, a page that may not use the camera. */
  url: string;
  stop(): Promise<void>;
}

export async function serveScanPage(): Promise<ScanPage> {
  const code = await browserCode(new URL('./scan-page.js', import.meta.url), '/scripts')();
  const { importMap, entry } = code;
  const policy = `default-src 'none'; script-src 'self' ${sourceHash(importMap)} 'wasm-unsafe-eval'; connect-src 'self'`;
  const body = `<!doctype html><title>Scan</title><script type="importmap">${importMap}</script>
<script type="module" src="${entry.src}" integrity="${entry.integrity}"></script>
<video></video><output></output><ul></ul>`;
  const server = createServer((request, response) => {
    const found = code.modules.get((request.url ?? '').replace('/scripts/', ''));
    if (found) {
      const { headers, body: content } = servedModule(found, 'gzip');
      response.writeHead(200, headers).end(content);
    } else {
      const camera = request.url === '/forbidden' ? '()' : '(self)';
      const headers = {
        'content-type': 'text/html',
        'content-security-policy': policy,
        'permissions-policy': `camera=${camera}`,
      };
      const isPage = request.url === '/' || request.url === '/forbidden';
      response.writeHead(isPage ? 200 : 404, headers).end(body);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}/`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const side = 1_280;

/** Brightness of a PNG in the middle of a grey picture, row by row: a browser decodes it. */
async function luma(browser: Browser, png: Buffer): Promise<Buffer> {
  const page = await browser.newPage();
  try {
    const encoded = await page.evaluate(drawInPage, { data: png.toString('base64'), side });
    return Buffer.from(encoded, 'base64');
  } finally {
    await page.close();
  }
}

/** Runs in the page; this program has no types of a browser. */
const drawInPage = new Function(
  'given',
  `return (async ({ data, side }) => {
    const blob = await (await fetch('data:image/png;base64,' + data)).blob();
    const picture = await createImageBitmap(blob);
    const context = new OffscreenCanvas(side, side).getContext('2d');
    context.fillStyle = '#ddd';
    context.fillRect(0, 0, side, side);
    const scale = Math.min(1, (side - 40) / Math.max(picture.width, picture.height));
    const [width, height] = [picture.width * scale, picture.height * scale];
    context.drawImage(picture, (side - width) / 2, (side - height) / 2, width, height);
    const { data: pixels } = context.getImageData(0, 0, side, side);
    let text = '';
    for (let nth = 0; nth < pixels.length; nth += 4) text += String.fromCharCode(pixels[nth]);
    return btoa(text);
  })(given)`,
) as (given: { data: string; side: number }) => Promise<string>;

/** Raw video (YUV4MPEG2): each picture for two seconds, for ever. */
export async function writeVideo(
  file: string,
  { browser, pictures }: { browser: Browser; pictures: readonly string[] },
): Promise<void> {
  const colourless = Buffer.alloc((side * side) / 2, 128);
  const parts: Uint8Array[] = [Buffer.from(`YUV4MPEG2 W${side} H${side} F1:1 Ip A1:1 C420jpeg\n`)];
  for (const picture of pictures) {
    const frame = [
      Buffer.from('FRAME\n'),
      await luma(browser, await readFile(picture)),
      colourless,
    ];
    parts.push(...frame, ...frame);
  }
  await writeFile(file, Buffer.concat(parts));
}
