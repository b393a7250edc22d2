/** Requests by day as bars, with a table that says the same. */
import type { Usage } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { addDays, formatDay } from '../../words/local-time.ts';

type Day = Usage['request_days'][number];

/** As wide as a phone, where its words must be read too. */
const width = 360;
const plot = { left: 40, right: 352, top: 12, bottom: 140 };
const height = plot.bottom + 66;

/** All days of the span, the oldest first: a day that is left out had no request. */
export const everyDay = (days: readonly Day[], { last, count }: { last: string; count: number }) =>
  Array.from({ length: count }, (_, i) => {
    const day = addDays(last, i - count + 1);
    return days.find((each) => each.day === day) ?? { day, requests: 0, rate_limited: 0 };
  });

export function requestChart(days: readonly Day[]): Html {
  const most = Math.max(1, ...days.map(({ requests }) => requests));
  const top = roundedUp(most);
  const y = (value: number) => rounded(plot.bottom - (value / top) * (plot.bottom - plot.top));
  const step = (plot.right - plot.left) / days.length;
  const bars = days.map((day, i) => bar(day, { x: plot.left + i * step, width: step * 0.8, y }));
  const [first, last] = [days.at(0), days.at(-1)];
  return html`<figure class="chart"><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${summary(days)}" font-family="system-ui, sans-serif" font-size="12">
<rect class="sheet" width="${width}" height="${height}"/>
${[0, top / 2, top].map((value) => gridLine(value, y(value)))}
${bars}
<text class="label" x="${plot.left}" y="${plot.bottom + 18}">${first && formatDay(first.day)}</text>
<text class="label" x="${plot.right}" y="${plot.bottom + 18}" text-anchor="end">${last && formatDay(last.day)}</text>
<text class="label" x="${plot.left}" y="${plot.bottom + 37}">Bar: requests of a day.</text>
<text class="label" x="${plot.left}" y="${plot.bottom + 54}">Red part at its foot, wider: refused with 429.</text>
</svg><figcaption>${summary(days)}</figcaption></figure>
${table(days)}`;
}

interface Place {
  x: number;
  width: number;
  y(value: number): number;
}

/** Refusals are wider than the bar, so that colour alone does not tell them. */
function bar({ requests, rate_limited }: Day, { x, width: wide, y }: Place): Html {
  if (requests === 0) return html``;
  const rect = (name: string, value: number, spread: number) => {
    const high = Math.max(1, rounded(plot.bottom - y(value)));
    return html`<rect class="${name}" x="${rounded(x - spread)}" y="${plot.bottom - high}" width="${rounded(wide + 2 * spread)}" height="${high}"/>`;
  };
  return html`${rect('bar', requests, 0)}${rate_limited === 0 ? undefined : rect('refused', rate_limited, 1)}`;
}

const gridLine = (value: number, at: number): Html =>
  html`<line class="grid" x1="${plot.left}" x2="${plot.right}" y1="${at}" y2="${at}"/>
<text class="label" x="${plot.left - 4}" y="${at + 4}" text-anchor="end">${shortCount.format(value)}</text>`;

const shortCount = new Intl.NumberFormat('en-GB', {
  notation: 'compact',
  maximumSignificantDigits: 2,
});

/** 10, 20, 50, 100, …: so that the half is a whole number, too. */
function roundedUp(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 10)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((bound) => bound >= most) ?? most;
}

const rounded = (value: number): number => Math.round(value * 10) / 10;

const sum = (days: readonly Day[], field: 'requests' | 'rate_limited') =>
  days.reduce((all, day) => all + day[field], 0);

const summary = (days: readonly Day[]): string =>
  `${formatCount(sum(days, 'requests'))} requests in ${days.length} days, ${formatCount(sum(days, 'rate_limited'))} of them refused with 429.`;

const table = (
  days: readonly Day[],
): Html => html`<details><summary>The requests of the chart as a table</summary>
<div class="table" role="region" aria-label="Requests by day" tabindex="0"><table>
<caption>Requests by day, the newest first</caption>
<thead><tr><th scope="col">Day</th><th scope="col" class="amount">Requests</th><th scope="col" class="amount">Refused (429)</th></tr></thead>
<tbody>${days
  .toReversed()
  .map(
    ({ day, requests, rate_limited }) =>
      html`<tr><th scope="row">${formatDay(day)}</th><td class="amount">${formatCount(requests)}</td><td class="amount">${formatCount(rate_limited)}</td></tr>`,
  )}</tbody></table></div></details>`;

/** `12 345`, on one line. */
export const formatCount = (value: number): string =>
  String(value).replaceAll(/\B(?=(\d{3})+$)/g, '\u00a0');
