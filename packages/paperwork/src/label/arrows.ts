/** "This way up": two arrows above a bar (ISO 780, no. 3). */
import { type LineMark, line } from '../drawing/face.ts';

export function arrows({ x, y, height }: { x: number; y: number; height: number }): LineMark[] {
  const head = height * 0.3;
  const foot = y + height * 0.84;
  const width = height * 0.09;
  const arrow = (at: number) => [
    line([at, y], [at, foot], width),
    line([at - head, y + head], [at, y], width),
    line([at + head, y + head], [at, y], width),
  ];
  return [
    ...arrow(x + head),
    ...arrow(x + head * 3.4),
    line([x, y + height], [x + head * 4.4, y + height], width),
  ];
}
