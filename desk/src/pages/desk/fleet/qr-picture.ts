/** A QR code as a picture of the page; the text stands beside it. */
import { qrModules } from '@svc/paperwork/drawing/barcode';
import { type Html, html } from '@svc/web/html';

/** Light border that readers need, modules. */
const quietZone = 4;

/** Black on white in both themes: cameras read no other. */
export function qrPicture(text: string, label: string): Html {
  const { size, modules } = qrModules(text);
  const dark = [...modules].flatMap((module, at) =>
    module === 1 ? [`M${at % size} ${Math.floor(at / size)}h1v1h-1z`] : [],
  );
  const edge = size + 2 * quietZone;
  const box = `${-quietZone} ${-quietZone} ${edge} ${edge}`;
  return html`<svg class="qr" role="img" aria-label="${label}" viewBox="${box}" width="300" height="300" shape-rendering="crispEdges"><path fill="#fff" d="M${-quietZone} ${-quietZone}h${edge}v${edge}h${-edge}z"/><path fill="#000" d="${dark.join('')}"/></svg>`;
}
