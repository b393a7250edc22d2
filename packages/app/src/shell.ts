/**
 * The app as files of one origin: its page, its modules, manifest, icons and service worker. The
 * worker keeps all of them under one version.
 */
import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { Resvg } from '@resvg/resvg-js';
import { type BrowserCode, browserCode, servedModule } from '@svc/web/browser-code';
import { html, raw } from '@svc/web/html';
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

/** Built at the first request. */
export function appFiles(): AppFiles {
  let files: Promise<ReadonlyMap<string, AppFile>> | undefined;
  return {
    find: async (path, acceptEncoding) => {
      const module = (await mainCode()).modules.get(path.replace(/^code\//, ''));
      if (module && path.startsWith('code/')) return servedModule(module, acceptEncoding);
      files ??= filesOf();
      const file = (await files).get(path);
      return file && compressed(file, acceptEncoding);
    },
  };
}

const iconSizes = [192, 512] as const;

async function filesOf(): Promise<ReadonlyMap<string, AppFile>> {
  const code = await mainCode();
  const [failure] = (await failureCode()).modules.values();
  const page = pageOf(code, String(failure?.content));
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
const pageOf = (code: BrowserCode, inline: string): AppFile => ({
  body: markupOf(code, inline),
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

const markupOf = (code: BrowserCode, inline: string): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
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
<header><a href="#device"><span id="status" role="status">Opening.</span></a></header>
<main></main>
<noscript><p>This app needs JavaScript.</p></noscript>
</body>
</html>
`.markup;
