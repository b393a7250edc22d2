/** A QR code as a picture; `uqr` computes its modules. */
import { encode } from 'uqr';

const namespace = 'http://www.w3.org/2000/svg';

export function qrPicture(text: string): SVGElement {
  const { data, size } = encode(text, { border: 4 });
  const svg = document.createElementNS(namespace, 'svg');
  svg.setAttribute('viewBox', `0 0 ${size} ${size}`);
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', 'Code to be read by the other phone');
  svg.dataset.code = text;
  const dark = document.createElementNS(namespace, 'path');
  const modules = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  dark.setAttribute('d', modules.join(''));
  svg.append(dark);
  return svg;
}
