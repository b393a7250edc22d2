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

/** `sheets` are style sheets in their order; all is served below `path`. */
export function pageAssets(sheets: readonly URL[], path: string): PageAssets {
  const font = readFileSync(fontFile);
  const fontName = `${digestOf(font)}.woff2`;
  const fontFace = `@font-face {
  font-family: Inter;
  src: url("${path}/${fontName}") format("woff2");
  font-weight: 100 900;
  font-display: swap;
}
`;
  const style = fontFace + sheets.map((sheet) => readFileSync(sheet, 'utf8')).join('\n');
  const styleName = `${digestOf(style)}.css`;
  return {
    style: `${path}/${styleName}`,
    files: new Map([
      [fontName, servedFile(font, 'font/woff2')],
      [styleName, servedFile(style, 'text/css; charset=utf-8')],
    ]),
  };
}

const digestOf = (content: string | Buffer): string => hash('sha256', content).slice(0, 16);

const servedFile = (content: string | Buffer, mediaType: string): ServedFile => ({
  content,
  mediaType,
  gzip: gzipSync(content),
});
