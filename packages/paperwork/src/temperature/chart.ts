/** A temperature trace as a chart: range band, line of each probe, excursions, gaps, suspect values. */
import type { TemperatureChart } from '@svc/contracts';
import { chart, chartFigure, inkOf, plot, type Scale } from '@svc/web/chart';
import { type Html, html } from '@svc/web/html';
import { carrierTimeZone } from '@svc/web/times';
import { formatCelsius, isOutOf } from './celsius.ts';

const nothing = 'No temperatures were told.';

export function drawChart(trace: TemperatureChart | null): Html {
  if (!trace) {
    return chart({ label: nothing, low: 0, high: 10, ticks: [], legend: [], draw: () => html`` });
  }
  const { from, to, range_c, series } = trace;
  const [low, high] = extremes([...celsiusIn(series), ...(range_c ?? [])]);
  // The range is always in sight, with a degree to spare on either side of all there is.
  const lowest = Number.isFinite(low) ? Math.floor(low) - 1 : 0;
  const highest = Number.isFinite(high) ? Math.ceil(high) + 1 : 10;
  return chart({
    ...{ label: summary(trace), low: lowest, high: highest },
    ticks: ticksOf(lowest, highest).map((celsius) => [celsius, `${celsius}°`] as const),
    ends: [momentOf(from), `${momentOf(to)} SAST`],
    legend: legendOf(trace),
    draw: (scale) => drawing(trace, scale),
  });
}

export const traceFigure = (trace: TemperatureChart): Html =>
  chartFigure(drawChart(trace), summary(trace));

/** The marks that are there, and no others. */
function legendOf({ range_c, series, excursions, gaps, suspects }: TemperatureChart) {
  const isOut = celsiusIn(series).some((celsius) => isOutOf(celsius, range_c));
  const whole = html`width="14" height="10"`;
  const marks: [is: boolean, swatch: Html, words: string][] = [
    [
      range_c !== null,
      html`<rect ${inkOf('band')} ${whole}/>`,
      `Range ${range_c?.join(' to ')} °C`,
    ],
    [isOut, html`<path ${inkOf('line out')} d="M0 5h14"/>`, 'Out of range'],
    [excursions.length > 0, html`<rect ${inkOf('excursion')} ${whole}/>`, '▼ Excursion'],
    [gaps.length > 0, html`<path ${inkOf('gap')} stroke-width="10" d="M0 5h14"/>`, 'No readings'],
    [!!suspects?.length, html`<text ${inkOf('alarm')} x="4" y="10">?</text>`, 'Suspect value'],
  ];
  return marks.filter(([is]) => is).map(([, swatch, words]) => [swatch, words] as const);
}

const { top, bottom } = plot;
const px = (height: number): string => height.toFixed(2);

interface Places {
  /** Of a moment from 0 to 1. */
  share(at: number | string): number;
  /** %, and px from the top. */
  x(at: number | string): number;
  y: Scale['y'];
}

function drawing(trace: TemperatureChart, scale: Scale): Html {
  const [start, end] = [Date.parse(trace.from), Date.parse(trace.to)];
  const share = (at: number | string) =>
    Math.min(1, Math.max(0, (new Date(at).getTime() - start) / Math.max(1, end - start)));
  const at: Places = { share, x: (moment) => scale.x(share(moment)), y: scale.y };
  const { range_c: range, gaps, excursions, suspects = [] } = trace;
  return html`${range !== null && html`<rect ${inkOf('band')} ${spanOf(trace, at)} y="${at.y(range[1])}" height="${px(at.y(range[0]) - at.y(range[1]))}"/>`}
${gaps.map((gap) => gapMark(gap, at))}
${excursions.map((excursion) => excursionMark(excursion, at))}
${probeLines(trace, at)}
${suspects.map(
  (each) => html`<text ${inkOf('alarm')} x="${at.x(each.at)}%" y="${bottom - 4}"
text-anchor="middle" font-weight="bold">?<title>Suspect: ${each.temperature_c} °C, ${momentOf(each.at)}</title></text>`,
)}
${extremeMarks(trace, at)}`;
}

interface Span {
  from: string;
  to: string;
}

/** Never too thin to see. */
const spanOf = ({ from, to }: Span, { x }: Places): Html =>
  html`x="${x(from)}%" width="${Math.max(0.8, x(to) - x(from)).toFixed(2)}%"`;

const spanWords = ({ from, to }: Span): string => `${momentOf(from)} to ${momentOf(to)}`;

/** Hatched: a thick line of thin dashes. */
const gapMark = (gap: Span, { x }: Places): Html =>
  html`<line ${inkOf('gap')} stroke-width="${bottom - top}" x1="${x(gap.from)}%" x2="${x(gap.to)}%"
y1="${(top + bottom) / 2}" y2="${(top + bottom) / 2}"><title>No readings, ${spanWords(gap)}</title></line>`;

const excursionMark = (of: TemperatureChart['excursions'][number], at: Places): Html =>
  html`<rect ${inkOf('excursion')} ${spanOf(of, at)} y="${top}" height="${bottom - top}">
<title>Out of range for ${of.minutes} min, ${spanWords(of)}</title></rect>
${textAt((Date.parse(of.from) + Date.parse(of.to)) / 2, at, { y: top - 5, ink: inkOf('alarm'), words: `▼ ${of.minutes} min` })}`;

interface Words {
  y: number;
  ink: Html;
  words: string;
}

/** Inside of the plot, at a moment. */
const textAt = (at: number, { x }: Places, { y, ink, words }: Words): Html => {
  const place = x(at);
  const anchor = place < 16 ? 'start' : place > 90 ? 'end' : 'middle';
  return html`<text ${ink} x="${place.toFixed(2)}%" y="${y}" text-anchor="${anchor}">${words}</text>`;
};

const dashes = ['', '6 3', '2 3', '8 3 2 3'];

/**
 * Lines stretch with the width in a drawing of their own, where a unit is a thousandth of it. Those that
 * leave the range are drawn once more above and below it, which cuts them at its edges.
 */
function probeLines({ series, range_c, from, to }: TemperatureChart, at: Places): Html {
  const path = (points: readonly (readonly [number, number])[]) =>
    points.map(([ms, c]) => `${Math.round(at.share(ms) * 10_000) / 10},${at.y(c)}`).join(' ');
  const zone = (mark: 'line' | 'line out', high: number, low: number) =>
    html`<svg ${spanOf({ from, to }, at)} y="${high}" height="${px(low - high)}"
viewBox="0 ${high} 1000 ${px(low - high)}" preserveAspectRatio="none">${series.flatMap(
      ({ device_id, lines }, n) =>
        lines
          .filter((points) => points.length > 1)
          .filter((points) => mark === 'line' || points.some(([, c]) => isOutOf(c, range_c)))
          .map(
            (points) =>
              html`<polyline ${inkOf(mark)} vector-effect="non-scaling-stroke" stroke-dasharray="${dashes[n % dashes.length]}"
points="${path(points)}"><title>Probe ${device_id}</title></polyline>`,
          ),
    )}</svg>`;
  const alone = series.flatMap(({ lines }) => lines.filter(({ length }) => length === 1).flat());
  return html`${zone('line', top, bottom)}
${range_c !== null && html`${zone('line out', top, at.y(range_c[1]))}${zone('line out', at.y(range_c[0]), bottom)}`}
${alone.map((point) => dot(point, range_c, at))}`;
}

type Range = TemperatureChart['range_c'];
const dot = ([ms, celsius]: readonly [number, number], range: Range, { x, y }: Places): Html =>
  html`<circle ${inkOf(isOutOf(celsius, range) ? 'dot out' : 'dot')} cx="${x(ms)}%" cy="${y(celsius)}" r="3"/>`;

/** The highest reading and the lowest, each on its outer side. */
function extremeMarks({ series, range_c }: TemperatureChart, at: Places): Html[] {
  const points = series.flatMap(({ lines }) => lines.flat()).toSorted((a, b) => b[1] - a[1]);
  const [highest, lowest] = [points[0], points.at(-1)];
  const ends = highest?.[1] === lowest?.[1] ? [highest] : [highest, lowest];
  return ends.flatMap((point, n) => {
    if (!point) return [];
    const words = `${formatCelsius(point[1], range_c)}°`;
    const y = at.y(point[1]) + (n === 0 ? -7 : 17);
    const ink = html`${inkOf('label')} font-weight="bold"`;
    return html`${dot(point, range_c, at)}${textAt(point[0], at, { y, ink, words })}`;
  });
}

/** Text alternative of the chart; the figures are next to it. */
function summary(chart: TemperatureChart): string {
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

/** Five lines or so. */
function ticksOf(lowest: number, highest: number): number[] {
  const step = [1, 2, 5, 10, 20, 50].find((size) => (highest - lowest) / size <= 6) ?? 100;
  const first = Math.ceil(lowest / step) * step;
  const count = Math.floor((highest - first) / step) + 1;
  return Array.from({ length: count }, (_, i) => first + i * step);
}

const moment = new Intl.DateTimeFormat('en-GB', {
  timeZone: carrierTimeZone,
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
const momentOf = (at: string): string => moment.format(new Date(at));
