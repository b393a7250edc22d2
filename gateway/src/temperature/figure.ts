/** The chart on a page, and in words what it shows. */
import type { TemperatureChart } from '@svc/contracts';
import { type Html, html } from '../pages/html.ts';
import { shownMoment } from '../pages/times.ts';
import { summary, temperatureChart } from './chart.ts';

type Excursion = TemperatureChart['excursions'][number];
type Gap = TemperatureChart['gaps'][number];

/** Excursions and gaps beyond these are told by their number alone. */
const listedMax = 20;

export const temperatureFigure = (chart: TemperatureChart): Html => html`<figure>
${temperatureChart(chart)}
<figcaption>${summary(chart)}</figcaption>
</figure>
${spells(chart)}`;

export function spells({ excursions, gaps }: Pick<TemperatureChart, 'excursions' | 'gaps'>) {
  if (excursions.length + gaps.length === 0) return undefined;
  return html`<ul class="log spells">
${excursions.slice(0, listedMax).map(excursionItem)}
${gaps.slice(0, listedMax).map(gapItem)}
</ul>`;
}

const excursionItem = ({ from, to, minutes, min_c, max_c, device_id }: Excursion): Html =>
  html`<li>Out of range for ${minutes} minutes, ${min_c} to ${max_c} °C
<span class="soft">${shownMoment(new Date(from))} to ${shownMoment(new Date(to))}, probe ${device_id}</span></li>`;

const gapItem = ({ from, to }: Gap): Html =>
  html`<li>No readings
<span class="soft">${shownMoment(new Date(from))} to ${shownMoment(new Date(to))}</span></li>`;
