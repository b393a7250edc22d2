/**
 * Charts as SVG: shares of the width in percent, heights in pixels, so that text has 12 px at every
 * width. A style sheet (`design/chart.css`) colours it on pages; alone it has the colours of `inks`.
 */
import { type Html, html, raw } from './html.ts';
import type { Tone } from './parts.ts';

/** % of the width, px of the height. */
export const plot = { left: 9, right: 98, top: 18, bottom: 178 };
const rowHeight = 17;
/** px of a chart that stands alone. */
const aloneWidth = 640;

const bad = '#b42318';
const inks = {
  sheet: 'fill="#f3f5f7"',
  label: 'fill="#1b1f24"',
  grid: 'stroke="#c3c9d0"',
  axis: 'stroke="#57606a"',
  band: 'fill="#d3ecd9"',
  gap: 'fill="none" stroke="#8c959f" stroke-dasharray="1 7"',
  excursion: `fill="${bad}" fill-opacity="0.18"`,
  alarm: `fill="${bad}"`,
  line: 'fill="none" stroke="#0b57d0" stroke-width="2"',
  'line out': `fill="none" stroke="${bad}" stroke-width="4"`,
  dot: 'fill="#0b57d0"',
  'dot out': `fill="${bad}"`,
} as const satisfies Record<string, string>;

/** Class and colours of a mark. */
export const inkOf = (mark: keyof typeof inks): Html => raw(`class="${mark}" ${inks[mark]}`);

export interface Scale {
  /** px from the top */
  y(value: number): number;
  /** % of the width, of a share of the plot from 0 to 1. */
  x(share: number): number;
}

interface ChartParts {
  /** Text alternative. */
  label: string;
  low: number;
  high: number;
  /** Lines with their text. */
  ticks: readonly (readonly [value: number, text: string])[];
  /** Below its left and right end. */
  ends?: readonly [first: string, last: string];
  /** A swatch, drawn at 14 × 10 px, and its words. */
  legend: readonly (readonly [swatch: Html, words: string])[];
  draw(scale: Scale): Html;
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

export function chart({ label, low, high, ticks, ends, legend, draw }: ChartParts): Html {
  const scale: Scale = {
    y: (value) => rounded(plot.bottom - ((value - low) / (high - low)) * (plot.bottom - plot.top)),
    x: (share) => rounded(plot.left + share * (plot.right - plot.left)),
  };
  const below = plot.bottom + rowHeight;
  const height = below + Math.ceil(legend.length / 2) * rowHeight + 12;
  return html`<svg class="chart" xmlns="http://www.w3.org/2000/svg" width="${aloneWidth}" height="${height}"
role="img" aria-label="${label}" font-family="system-ui, sans-serif" font-size="12">
<rect ${inkOf('sheet')} width="100%" height="100%"/>
${ticks.map(([value, text]) => gridLine(scale.y(value), text))}
${draw(scale)}
<line ${inkOf('axis')} x1="${plot.left}%" x2="${plot.right}%" y1="${plot.bottom}" y2="${plot.bottom}"/>
${
  ends &&
  html`<text ${inkOf('label')} x="${plot.left}%" y="${below}">${ends[0]}</text>
<text ${inkOf('label')} x="${plot.right}%" y="${below}" text-anchor="end">${ends[1]}</text>`
}
${legend.map(([swatch, words], n) => legendItem(swatch, words, { n, below }))}
</svg>`;
}

const gridLine = (y: number, text: string): Html =>
  html`<line ${inkOf('grid')} x1="${plot.left}%" x2="${plot.right}%" y1="${y}" y2="${y}"/>
<text ${inkOf('label')} x="${plot.left}%" dx="-6" y="${y + 4}" text-anchor="end">${text}</text>`;

/** In two columns. */
function legendItem(swatch: Html, words: string, { n, below }: { n: number; below: number }): Html {
  const [x, y] = [n % 2 === 0 ? plot.left : 54, below + 4 + (Math.floor(n / 2) + 1) * rowHeight];
  return html`<svg x="${x}%" y="${y - 10}" width="14" height="10">${swatch}</svg>
<text ${inkOf('label')} x="${x}%" dx="20" y="${y}">${words}</text>`;
}

/** A chart under its words. */
export const chartFigure = (drawn: Html, caption: string): Html =>
  html`<figure>${drawn}<figcaption>${caption}</figcaption></figure>`;

interface DayBars {
  /** Text alternative, of the sum of each part; stands below as well. */
  summary: (sums: readonly number[]) => string;
  /** Caption of the table. */
  caption: string;
  /** What a bar is made of, from its foot. */
  parts: readonly (readonly [name: string, tone: Tone])[];
  /** The oldest first; values in the order of the parts. */
  days: readonly { day: string; values: readonly number[] }[];
}

/** Counts by day as bars, and the same as a table. */
export function dayBars({ summary, caption, parts, days }: DayBars): Html {
  const top = roundedUp(Math.max(...days.map(({ values }) => sum(values))));
  const words = summary(parts.map((_, i) => sum(days.map(({ values }) => values[i] ?? 0))));
  const drawn = chart({
    ...{ label: words, low: 0, high: top },
    ticks: [0, top / 2, top].map((value) => [value, shortCount.format(value)] as const),
    ends: [days.at(0)?.day ?? '', days.at(-1)?.day ?? ''],
    legend: parts.map(([name, tone]) => [
      html`<rect class="toned ${tone}" width="14" height="10"/>`,
      name,
    ]),
    draw: (scale) =>
      html`${days.map((each, n) => bar(each, { n, of: days.length, parts, scale }))}`,
  });
  const cells = (values: readonly number[]) =>
    parts.map((_, i) => html`<td class="amount">${formatCount(values[i] ?? 0)}</td>`);
  return html`${chartFigure(drawn, words)}
<details><summary>${caption} as a table</summary>
<div class="table" role="region" aria-label="${caption}" tabindex="0"><table>
<caption>${caption}, the newest first</caption>
<thead><tr><th scope="col">Day</th>${parts.map(([name]) => html`<th scope="col" class="amount">${name}</th>`)}</tr></thead>
<tbody>${days.toReversed().map(({ day, values }) => html`<tr><th scope="row">${day}</th>${cells(values)}</tr>`)}</tbody>
</table></div></details>`;
}

interface BarPlace extends Pick<DayBars, 'parts'> {
  n: number;
  of: number;
  scale: Scale;
}

function bar({ day, values }: DayBars['days'][number], { n, of, parts, scale }: BarPlace): Html {
  const told = parts.map(([name], i) => `${name} ${formatCount(values[i] ?? 0)}`);
  return html`<g><title>${[day, ...told].join(', ')}</title>${parts.map(([, tone], i) => {
    const value = values[i] ?? 0;
    if (value === 0) return html``;
    // What went wrong is wider, so that colour alone does not tell it.
    const inset = tone === 'bad' ? 0.05 : 0.15;
    const [left, right] = [scale.x((n + inset) / of), scale.x((n + 1 - inset) / of)];
    const foot = scale.y(sum(values.slice(0, i)));
    const high = Math.max(1, foot - scale.y(sum(values.slice(0, i + 1))));
    return html`<rect class="toned ${tone}" x="${left}%" width="${rounded(right - left)}%" y="${rounded(foot - high)}" height="${rounded(high)}"/>`;
  })}</g>`;
}

const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);

const shortCount = new Intl.NumberFormat('en-GB', {
  notation: 'compact',
  maximumSignificantDigits: 2,
});

/** Of one digit, from 10 on: the half is a whole number, too. */
function roundedUp(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 10)));
  return (
    [1, 2, 3, 4, 6, 8, 10].map((factor) => factor * power).find((bound) => bound >= most) ?? most
  );
}

/** `12 345`, on one line. */
export const formatCount = (value: number): string =>
  String(value).replaceAll(/\B(?=(\d{3})+$)/g, '\u00a0');
