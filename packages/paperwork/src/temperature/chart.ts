/** A temperature trace as a small drawing: range band, line of each probe, excursions, gaps. */
import type { TemperatureChart } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { formatCelsius } from './celsius.ts';
import { type LineSegment, segmentsOf } from './line-segments.ts';

/** As wide as a phone, where its words must be read too. */
const width = 360;
const plot = { left: 32, right: 352, top: 16, bottom: 176 };
/** The line of times; the rows of the legend follow. */
const legendTop = plot.bottom + 18;
const rowHeight = 17;

type Excursion = TemperatureChart['excursions'][number];
type Gap = TemperatureChart['gaps'][number];

/** Colours are attributes, which a page's style sheet may override. */
export function drawChart(chart: TemperatureChart | null): Html {
  if (!chart) return sheet({ label: nothing, rows: [] }, html``);
  const lines = chart.series.map(({ lines: own }) =>
    own.flatMap((points) => segmentsOf(points, chart.range_c)),
  );
  const rows = legendOf(chart, lines.flat());
  return sheet({ label: summary(chart), rows }, drawing(chart, lines));
}

const nothing = 'No temperatures were told.';

interface Words {
  label: string;
  /** Of the legend, below the plot. */
  rows: readonly string[];
}

function sheet({ label, rows }: Words, content: Html): Html {
  const height = legendTop + rows.length * rowHeight + 8;
  const row = (text: string, i: number) =>
    html`<text class="label" x="${plot.left}" y="${legendTop + (i + 1) * rowHeight}" fill="#1b1f24">${text}</text>`;
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}" font-family="system-ui, sans-serif" font-size="12">
<rect class="sheet" width="${width}" height="${height}" fill="#f3f5f7"/>
${content}
${rows.map(row)}
</svg>`;
}

/** The marks that are there, and no others. */
const legendOf = (
  { range_c, excursions, gaps }: TemperatureChart,
  lines: LineSegment[],
): string[] => [
  ...(range_c ? [`Green band: range ${range_c[0]} to ${range_c[1]} °C.`] : []),
  ...(lines.some(({ isOut }) => isOut) ? ['Red, thick line: out of range.'] : []),
  ...(excursions.length > 0 ? ['Red area under ▼: excursion.'] : []),
  ...(gaps.length > 0 ? ['Dashed box: no readings.'] : []),
];

function drawing(chart: TemperatureChart, lines: readonly LineSegment[][]): Html {
  const scale = scaleOf(chart);
  return html`${chart.range_c ? band(chart.range_c, scale) : undefined}
${chart.gaps.map((gap) => gapMark(gap, scale))}
${ticksOf(scale).map((celsius) => gridLine(celsius, scale))}
${chart.excursions.map((excursion) => excursionMark(excursion, scale))}
${lines.flatMap((pieces, i) => pieces.map((piece) => line(piece, i, scale)))}
${times(chart, scale)}`;
}

/** Text alternative of the chart; the figures are next to it. */
export function summary(chart: TemperatureChart): string {
  const { series, excursions, gaps, range_c } = chart;
  const celsius = celsiusIn(series);
  if (celsius.length === 0) return nothing;
  const [coldest, warmest] = extremes(celsius);
  const range = range_c ? `, to be kept between ${range_c[0]} and ${range_c[1]} °C` : '';
  const extent = `${formatCelsius(coldest, range_c)} to ${formatCelsius(warmest, range_c)} °C`;
  const isPending = chart.latest?.out_of_range_since && excursions.length === 0;
  const harm = isPending ? 'no excursion yet' : counted(excursions.length, 'excursion');
  const found = `${harm}, ${counted(gaps.length, 'gap')}`;
  return `Temperatures from ${extent}${range}; ${currentState(chart)}${found} in the readings.`;
}

const minuteMs = 60_000;

/** That there is no excursion is half the truth while one may be under way. */
function currentState({ latest, range_c }: TemperatureChart): string {
  if (!latest?.out_of_range_since) return '';
  const lastedMs = Date.parse(latest.at) - Date.parse(latest.out_of_range_since);
  const minutes = Math.floor(lastedMs / minuteMs);
  const celsius = formatCelsius(latest.temperature_c, range_c);
  return `out of range at the last reading, ${celsius} °C, for ${minutes} min; `;
}

const celsiusIn = (series: TemperatureChart['series']): number[] =>
  series.flatMap(({ lines }) => lines.flat().map(([, value]) => value));

const counted = (count: number, what: string): string =>
  `${count === 0 ? 'no' : count} ${what}${count === 1 ? '' : 's'}`;

const extremes = (values: readonly number[]): [number, number] =>
  values.reduce<[number, number]>(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Infinity, -Infinity],
  );

interface Scale {
  x(ms: number): number;
  y(celsius: number): number;
  lowest: number;
  highest: number;
}

/** The range is always in sight, with a degree to spare on either side of all there is. */
function scaleOf({ from, to, series, range_c }: TemperatureChart): Scale {
  const celsius = celsiusIn(series);
  const [low, high] = extremes([...celsius, ...(range_c ?? [])]);
  const lowest = Number.isFinite(low) ? Math.floor(low) - 1 : 0;
  const highest = Number.isFinite(high) ? Math.ceil(high) + 1 : 10;
  const fromMs = Date.parse(from);
  const spanMs = Math.max(1, Date.parse(to) - fromMs);
  return {
    x: (ms) => rounded(plot.left + ((ms - fromMs) / spanMs) * (plot.right - plot.left)),
    y: (value) =>
      rounded(plot.bottom - ((value - lowest) / (highest - lowest)) * (plot.bottom - plot.top)),
    lowest,
    highest,
  };
}

const rounded = (value: number): number => Math.round(value * 10) / 10;

function band([min, max]: [number, number], { y }: Scale): Html {
  const top = y(max);
  return html`<rect class="band" x="${plot.left}" y="${top}" width="${plot.right - plot.left}" height="${rounded(y(min) - top)}" fill="#d3ecd9"/>`;
}

/** Five lines or so. */
function ticksOf({ lowest, highest }: Scale): number[] {
  const step = [1, 2, 5, 10, 20, 50].find((size) => (highest - lowest) / size <= 6) ?? 100;
  const first = Math.ceil(lowest / step) * step;
  const count = Math.floor((highest - first) / step) + 1;
  return Array.from({ length: count }, (_, i) => first + i * step);
}

const gridLine = (celsius: number, { y }: Scale): Html =>
  html`<line class="grid" x1="${plot.left}" x2="${plot.right}" y1="${y(celsius)}" y2="${y(celsius)}" stroke="#c3c9d0" stroke-width="1"/>
<text class="label" x="${plot.left - 6}" y="${y(celsius) + 4}" text-anchor="end" fill="#1b1f24">${celsius}°</text>`;

/** A gap has a dashed border and a label: no reading covers it. */
function gapMark({ from, to }: Gap, { x }: Scale): Html {
  const [start, end] = [x(Date.parse(from)), x(Date.parse(to))];
  return html`<rect class="gap" x="${start}" y="${plot.top}" width="${rounded(end - start)}" height="${plot.bottom - plot.top}" fill="#dfe3e8" stroke="#57606a" stroke-dasharray="3 3"/>
${end - start > 60 ? html`<text class="label" x="${rounded((start + end) / 2)}" y="${plot.bottom - 8}" text-anchor="middle" fill="#1b1f24">no readings</text>` : undefined}`;
}

/** A bar on the floor of the drawing, as wide as the excursion was long, and never too thin to see. */
function excursionMark({ from, to }: Excursion, { x }: Scale): Html {
  const [start, end] = [x(Date.parse(from)), x(Date.parse(to))];
  return html`<rect class="excursion" x="${start}" y="${plot.top}" width="${Math.max(3, rounded(end - start))}" height="${plot.bottom - plot.top}" fill="#b42318" fill-opacity="0.18"/>
<text class="alarm" x="${rounded((start + end) / 2)}" y="${plot.top - 3}" text-anchor="middle" fill="#b42318">▼</text>`;
}

const dashes = ['', '6 3', '2 3', '8 3 2 3'];

/** Thicker and of another colour where it is out of range. */
function line({ points, isOut }: LineSegment, index: number, { x, y }: Scale): Html {
  const [only] = points;
  const [name, colour, thickness] = isOut ? ['line out', '#b42318', 4] : ['line', '#0b57d0', 2];
  if (only && points.length === 1) {
    return html`<circle class="${name}" cx="${x(only[0])}" cy="${y(only[1])}" r="3" fill="${colour}"/>`;
  }
  const path = points.map(([ms, celsius]) => `${x(ms)},${y(celsius)}`).join(' ');
  return html`<polyline class="${name}" points="${path}" fill="none" stroke="${colour}" stroke-width="${thickness}" stroke-dasharray="${dashes[index % dashes.length]}"/>`;
}

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Johannesburg',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

function times({ from, to }: TemperatureChart, { x }: Scale): Html {
  const [start, end] = [Date.parse(from), Date.parse(to)];
  const y = legendTop;
  return html`<line class="grid" x1="${plot.left}" x2="${plot.right}" y1="${plot.bottom}" y2="${plot.bottom}" stroke="#57606a"/>
<text class="label" x="${x(start)}" y="${y}" fill="#1b1f24">${clock.format(start)}</text>
<text class="label" x="${x(end)}" y="${y}" text-anchor="end" fill="#1b1f24">${clock.format(end)} SAST</text>`;
}
