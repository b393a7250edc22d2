/**
 * Style sheet and font of pages, as files of our own origin: their addresses hold a hash, so that
 * caches keep them. The font is Inter (OFL), its Latin letters in all weights.
 */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { ServedFile } from './browser-code.ts';

export interface PageAssets {
  /** Address of the style sheet. */
  style: string;
  /** The files, by their path below the one where they are served. */
  files: ReadonlyMap<string, ServedFile>;
}

const fontFile = fileURLToPath(
  import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
);

/** `sheets` are style sheets in their order, `more` follows them; all is served below `path`. */
export function pageAssets(sheets: readonly URL[], path: string, more = ''): PageAssets {
  const [fontName, font] = fileByHash(readFileSync(fontFile), 'woff2');
  const fontFace = `@font-face {
  font-family: Inter;
  src: url("${path}/${fontName}") format("woff2");
  font-weight: 100 900;
  font-display: swap;
}
`;
  const texts = sheets.map((sheet) => readFileSync(sheet, 'utf8'));
  const [styleName, style] = fileByHash([fontFace, ...texts, more].join('\n'), 'css');
  return {
    style: `${path}/${styleName}`,
    files: new Map([
      [fontName, font],
      [styleName, style],
    ]),
  };
}

const mediaTypes = {
  css: 'text/css; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

/** The file, and a name that holds its hash. */
export const fileByHash = (
  content: string | Buffer,
  extension: keyof typeof mediaTypes,
): [name: string, file: ServedFile] => [
  `${hash('sha256', content).slice(0, 16)}.${extension}`,
  { content, mediaType: mediaTypes[extension], gzip: gzipSync(content) },
];
