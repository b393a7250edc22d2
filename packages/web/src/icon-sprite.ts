/** The drawings behind `icon`, from npm's Lucide in Iconify's form (ISC): 0.6 MB, the others have 50. */
import lucide from '@iconify-json/lucide/icons.json' with { type: 'json' };
import { type Html, html, raw } from './html.ts';
import { iconNames } from './icon.ts';

const drawings: Readonly<Record<string, { body: string }>> = lucide.icons;

const symbols = iconNames.map((name) => {
  const drawing = drawings[name];
  if (!drawing) throw new Error(`Lucide has no icon ${name}`);
  // Stroke and width come from the page's style.
  const shapes = drawing.body.replace(/^<g [^>]*>(.*)<\/g>$/s, '$1');
  return html`<symbol id="icon-${name}" viewBox="0 0 24 24">${raw(shapes)}</symbol>`;
});

export const iconSprite: Html = html`<svg hidden aria-hidden="true">${symbols}</svg>`;
