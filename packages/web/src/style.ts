import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';

type Sheet =
  | 'tokens'
  | 'base'
  | 'shell'
  | 'controls'
  | 'tables'
  | 'parts'
  | 'chart'
  | 'map'
  | 'print';

/** Style sheets of the design system: values, elements, frame, controls, components. */
export const designSheets = (names: readonly Sheet[]): URL[] =>
  names.map((name) => new URL(`design/${name}.css`, import.meta.url));

const sheetText = (names: readonly Sheet[]): string =>
  designSheets(names)
    .map((sheet) => readFileSync(sheet, 'utf8'))
    .join('');

/** Colours and sizes alone, as custom properties of the root. */
export const tokenStyle = sheetText(['tokens']);

/** What all pages for people begin with. */
export const baseStyle = sheetText(['tokens', 'base']);

/** A sealed box, as SVG. */
export const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" aria-hidden="true"><rect width="16" height="16" rx="3" fill="#0b57d0"/><path d="M3 5h10v7H3zM3 5l5 3 5-3" fill="none" stroke="#fff" stroke-width="1.5"/></svg>`;

/** Permits an inline style sheet or script by its text (CSP Level 3, hash-source). */
export const sourceHash = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`;
