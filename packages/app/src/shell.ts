/**
 * The app as files of one origin: its page, its modules, manifest, icons and service worker. The
 * worker keeps all of them under one version.
 */
import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { Resvg } from '@resvg/resvg-js';
import { type BrowserCode, browserCode, servedModule } from '@svc/web/browser-code';
import { type Html, html, raw } from '@svc/web/html';
import { favicon, sourceHash } from '@svc/web/style';
import { style } from './style.ts';

/** Scope of its service worker: only what is below this path. */
export const appPath = '/app';
const codePath = `${appPath}/code`;

interface AppFile {
  headers: Readonly<Record<string, string>>;
  body: string | Buffer;
}
interface AppFiles {
  /**
   * Finds a file by its path below `/app/`, empty for the page; undefined if there is no such file.
   */
  find(path: string, acceptEncoding: string | undefined): Promise<AppFile | undefined>;
}

const mainCode = browserCode(new URL('./browser/main.ts', import.meta.url), codePath);
const failureCode = browserCode(new URL('./browser/load-failure.ts', import.meta.url), codePath);
const workerCode = browserCode(new URL('./browser/worker.ts', import.meta.url), codePath);

/** Built at the first request; `phone` is that of the control desk, null for none. */
export function appFiles(phone: string | null): AppFiles {
  let files: Promise<ReadonlyMap<string, AppFile>> | undefined;
  return {
    find: async (path, acceptEncoding) => {
      const module = (await mainCode()).modules.get(path.replace(/^code\//, ''));
      if (module && path.startsWith('code/')) return servedModule(module, acceptEncoding);
      files ??= filesOf(phone);
      const file = (await files).get(path);
      return file && compressed(file, acceptEncoding);
    },
  };
}

const iconSizes = [192, 512] as const;

async function filesOf(phone: string | null): Promise<ReadonlyMap<string, AppFile>> {
  const code = await mainCode();
  const [failure] = (await failureCode()).modules.values();
  const page = pageOf(code, String(failure?.content), phone);
  const icons = iconSizes.map((size) => [`icon-${size}.png`, iconFile(size)] as const);
  const files = new Map<string, AppFile>([
    ['', page],
    ['manifest.webmanifest', manifest],
    ...icons,
  ]);
  const addressesOf = (modules: Iterable<string>) =>
    [...modules].map((path) => `${codePath}/${path}`);
  const paths = [
    ...[...files.keys()].map((path) => `${appPath}/${path}`),
    ...addressesOf(firstModules(code)),
  ];
  const later = addressesOf(code.deferred);
  const version = hash('sha256', [page.body, manifest.body].join('\0'), 'hex').slice(0, 16);
  const [worker] = (await workerCode()).modules.values();
  const shell = `const shell = ${JSON.stringify({ version, paths, later })};\n`;
  return files.set('worker.js', {
    body: shell + worker?.content,
    headers: { ...unkept, 'content-type': 'text/javascript; charset=utf-8' },
  });
}

/** Asked for again each time: they name what else is current. */
const unkept = { 'cache-control': 'no-cache' };

function compressed(file: AppFile, acceptEncoding = ''): AppFile {
  const headers = { ...file.headers, vary: 'accept-encoding' };
  if (typeof file.body !== 'string' || !/\bgzip\b/.test(acceptEncoding))
    return { ...file, headers };
  return { body: gzipSync(file.body), headers: { ...headers, 'content-encoding': 'gzip' } };
}

const iconFile = (width: number): AppFile => ({
  body: new Resvg(favicon, { fitTo: { mode: 'width', value: width } }).render().asPng(),
  headers: { 'cache-control': 'public, max-age=86400', 'content-type': 'image/png' },
});

const manifest: AppFile = {
  headers: { ...unkept, 'content-type': 'application/manifest+json' },
  body: JSON.stringify({
    id: `${appPath}/`,
    name: "Courier's app",
    short_name: 'Courier',
    description: 'The jobs of today, with and without a network.',
    lang: 'en',
    start_url: `${appPath}/`,
    scope: `${appPath}/`,
    display: 'standalone',
    orientation: 'portrait',
    background_color: '#ffffff',
    theme_color: '#0b57d0',
    icons: iconSizes.map((size) => ({
      src: `${appPath}/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
    })),
  }),
};

/** Permits only our own origin; the camera and the place for this page alone. */
const pageOf = (code: BrowserCode, inline: string, phone: string | null): AppFile => ({
  body: markupOf(code, inline, phone),
  headers: {
    ...unkept,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': [
      "default-src 'none'",
      `script-src 'self' ${[inline, code.importMap].map(sourceHash).join(' ')}${code.hasWasm ? " 'wasm-unsafe-eval'" : ''}`,
      `style-src ${sourceHash(style)}`,
      "img-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      "worker-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'permissions-policy': 'camera=(self), geolocation=(self), microphone=()',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'x-robots-tag': 'noindex, nofollow',
  },
});

/** Paths of what opens the app; what reads codes is loaded with the camera. */
const firstModules = ({ modules, deferred }: BrowserCode): string[] =>
  [...modules.keys()].filter((path) => !deferred.has(path));

/** Addresses and digests, so that the browser requests all modules concurrently. */
function preloads(code: BrowserCode): [href: string, integrity: string][] {
  const { integrity } = JSON.parse(code.importMap);
  return firstModules(code).map((path) => {
    const href = `${codePath}/${path}`;
    return [href, integrity[href]];
  });
}

/** Drawings of the two controls of the head, in the strokes of `@svc/web/icon`. */
const drawing = (path: string): Html =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`;
const sun = drawing(
  'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2m0 16v2M4.9 4.9l1.4 1.4m11.4 11.4 1.4 1.4M2 12h2m16 0h2M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4',
);
const handset = drawing(
  'M5 4h4l2 5-2.5 1.5a11 11 0 0 0 5 5L15 13l5 2v4a2 2 0 0 1-2 2A16 16 0 0 1 3 6a2 2 0 0 1 2-2',
);

const deskLink = (phone: string): Html =>
  html`<a id="desk" href="tel:${phone.replaceAll(/[^+\d]/g, '')}">${handset}
<span class="unseen">Call the control desk</span></a>`;

const markupOf = (code: BrowserCode, inline: string, phone: string | null): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#0b57d0">
<link rel="icon" type="image/svg+xml" href="/icon.svg">
<link rel="apple-touch-icon" href="${appPath}/icon-192.png">
<link rel="manifest" href="${appPath}/manifest.webmanifest">
<title>Courier</title>
<style>${raw(style)}</style>
<script>${raw(inline)}</script>
<script type="importmap">${raw(code.importMap)}</script>
${preloads(code).map(
  ([href, integrity]) => html`<link rel="modulepreload" href="${href}" integrity="${integrity}">
`,
)}
<script type="module" src="${code.entry.src}" integrity="${code.entry.integrity}"></script>
</head>
<body>
<header><a href="#device"><span id="status" role="status">Opening.</span></a>
<button id="sunlight" type="button" aria-pressed="false">${sun}<span class="unseen">Sunlight</span></button>
${phone === null ? undefined : deskLink(phone)}</header>
<main></main>
<noscript><p>This app needs JavaScript.</p></noscript>
</body>
</html>
`.markup;
