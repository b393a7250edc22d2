/** The chart on a page, and in words what it shows. */
import type { TemperatureChart } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { formatDateTime } from '@svc/web/times';
import { formatCelsius } from './celsius.ts';
import { traceFigure } from './chart.ts';

type Excursion = TemperatureChart['excursions'][number];
type Suspect = NonNullable<TemperatureChart['suspects']>[number];
type Gap = TemperatureChart['gaps'][number];

/** Of each kind, where all are counted beside it. */
const listedMost = 20;

export const temperatureFigure = (chart: TemperatureChart): Html => html`${traceFigure(chart)}
${spells(chart)}`;

type Spells = Pick<TemperatureChart, 'range_c' | 'excursions' | 'exposures' | 'gaps' | 'suspects'>;

export function spells(
  { range_c, excursions, exposures = [], gaps, suspects = [] }: Spells,
  most = listedMost,
): Html | undefined {
  if (excursions.length + exposures.length + gaps.length + suspects.length === 0) return undefined;
  return html`<ul class="log spells">
${[...excursions, ...exposures].slice(0, most).map((spell) => excursionItem(spell, range_c))}
${suspects.slice(0, most).map(suspectItem)}
${gaps.slice(0, most).map(gapItem)}
</ul>`;
}

const excursionItem = (
  { from, to, minutes, min_c, max_c, device_id }: Excursion,
  range: TemperatureChart['range_c'],
): Html =>
  html`<li>Out of range for ${minutes} minutes, ${formatCelsius(min_c, range)} to ${formatCelsius(max_c, range)} °C
<span class="soft">${formatDateTime(new Date(from))} to ${formatDateTime(new Date(to))}, probe ${device_id}</span></li>`;

const verdicts = { genuine: 'measured', sensor_fault: 'a fault of the sensor' };
const suspectItem = ({ at, temperature_c, device_id, decision }: Suspect): Html =>
  html`<li>Suspect: ${temperature_c} °C, ${decision === null ? 'not decided yet' : verdicts[decision]}
<span class="soft">${formatDateTime(new Date(at))}, probe ${device_id}</span></li>`;

const gapItem = ({ from, to }: Gap): Html =>
  html`<li>No readings
<span class="soft">${formatDateTime(new Date(from))} to ${formatDateTime(new Date(to))}</span></li>`;
