/** Temperatures of a job: figures, chart, and the same as tables. */
import type { DeskTemperatures, TemperatureChart } from '@svc/contracts';
import { boxTable } from '@svc/paperwork/temperature/boxes';
import { formatCelsius } from '@svc/paperwork/temperature/celsius';
import { traceFigure } from '@svc/paperwork/temperature/chart';
import { spells } from '@svc/paperwork/temperature/figure';
import { type Html, html } from '@svc/web/html';
import { formatDateTime } from '@svc/web/times';
import type { FormView } from '../../../form/form-view.ts';
import { type Part, partView } from '../../../view/part.ts';
import { coldChainLabels } from '../../portal/words.ts';
import { marked } from '../rows/board-table.ts';
import { facts, table } from '../rows/table.ts';
import type { DeskJobDetail } from './job-data.ts';
import { suspectsView } from './job-suspects.ts';

interface TraceShown {
  job: DeskJobDetail;
  forms: FormView;
}

export const temperatureSection = (part: Part<DeskTemperatures | null>, shown: TraceShown): Html =>
  html`${partView(part, {
    title: 'Temperatures',
    absent: 'There is no trace.',
    show: (trace) => traceView(trace, shown),
  })}`;

function traceView(trace: DeskTemperatures | null, { job, forms }: TraceShown): Html {
  if (trace === null) return html`<p>Readings begin with the collection.</p>`;
  const { min_c, max_c, mkt_c, coverage, result, sensors, boxes, chart } = trace;
  return html`${facts([
    ['Verdict', result === null ? 'No range is to be kept' : verdictOf(result)],
    ['Lowest', celsius(min_c, chart)],
    ['Highest', celsius(max_c, chart)],
    ['Mean kinetic temperature', celsius(mkt_c, chart)],
    ['Covered by readings', `${Math.floor(coverage * 100)} %`],
    ['Probes', sensors.map(({ device_id }) => device_id).join(', ')],
  ])}
${boxTable(boxes)}
${
  min_c === null
    ? html`<p>No reading yet.</p>`
    : html`${traceFigure(chart)}
${spells({ ...chart, suspects: [] }, Infinity)}
${suspectsView(chart, job, forms)}
<details><summary>The readings of the chart as a table</summary>
${readingTable(chart)}</details>`
}`;
}

const verdictOf = (result: NonNullable<DeskTemperatures['result']>): Html | string =>
  marked(coldChainLabels[result], result === 'excursion');

const celsius = (value: number | null, { range_c }: TemperatureChart): string | undefined =>
  value === null ? undefined : `${formatCelsius(value, range_c)} °C`;

const time = (at: string | number): Html => formatDateTime(new Date(at));

/** As thinned out for the chart, where peaks stay. */
const readingTable = (chart: TemperatureChart): Html =>
  table({
    label: 'Readings',
    caption: 'Readings of each probe, the oldest first',
    columns: ['When', 'Probe', 'Temperature', 'In range'],
    rows: chart.series.flatMap(({ device_id, lines }) =>
      lines.flat().map(
        ([ms, value]) =>
          html`<th scope="row">${time(ms)}</th><td>${device_id}</td><td>${celsius(value, chart)}</td>
<td>${inRange(value, chart.range_c)}</td>`,
      ),
    ),
  });

function inRange(value: number, range: TemperatureChart['range_c']): Html | string {
  if (range === null) return 'No range';
  const [min, max] = range;
  return value < min || value > max ? marked('No') : 'Yes';
}
