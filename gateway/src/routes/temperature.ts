import type { TracedReading } from '@svc/contracts';
import { readingsBundle, tracking } from '@svc/contracts';
import { drawChart } from '@svc/paperwork/temperature/chart';
import { csvLines } from '@svc/web/csv';
import { bothEnvironments, liveOnly, read } from '../endpoint/declaration.ts';
import { documentPage, jsonType, type Representation } from '../endpoint/representation.ts';
import type { GatewayRoute } from '../endpoint/route.ts';

const columns = ['device_id', 'seq', 'at', 'temperature_c', 'calibrated_until'] as const;

/** The lines of one page; the first begins with the names of the columns. */
const readingLines = (readings: readonly TracedReading[], page: number): string =>
  csvLines(
    columns,
    readings.map((reading) => columns.map((name) => reading[name])),
    page,
  );

const common = { environments: liveOnly, tag: 'Temperature', scope: 'temperature:read' } as const;
const { temperatureChart, temperatureForDesk, temperatureBundle } = tracking.actions;

const nextOf = ({ next }: { next: string | null }): string | undefined => next ?? undefined;

/** All readings as a table, page by page. */
const csvOf = (action: 'temperature' | 'temperatureTraceForDesk'): Representation => {
  const { output: parsed } = tracking.actions[action];
  return {
    mediaType: 'text/csv',
    contentType: 'text/csv; charset=utf-8',
    action,
    contract: tracking.actions[action],
    text: (output, page) => readingLines(parsed.parse(output).readings, page),
    next: (output) => nextOf(parsed.parse(output)),
  };
};

const chartType = 'image/svg+xml';

export const deskTemperatureForms: readonly Representation[] = [
  csvOf('temperatureTraceForDesk'),
  {
    mediaType: chartType,
    action: 'temperatureForDesk',
    contract: temperatureForDesk,
    text: (output) => drawChart(temperatureForDesk.output.parse(output)?.chart ?? null).markup,
  },
];

export const temperatureRoutes: readonly GatewayRoute[] = [
  read(tracking, 'temperature', {
    ...common,
    environments: bothEnvironments,
    operationId: 'getTemperature',
    path: '/jobs/{id}/temperature',
    query: { limit: 'integer', starting_after: 'string' },
    representations: [
      csvOf('temperature'),
      {
        mediaType: chartType,
        action: 'temperatureChart',
        contract: temperatureChart,
        text: (output) => drawChart(temperatureChart.output.parse(output)).markup,
      },
    ],
    summary: 'Read the temperatures of a job',
    description:
      'From collection to hand-over. With `Accept: text/csv` all readings come as a table, with `Accept: image/svg+xml` as a chart; JSON comes in pages: pass `next` as `starting_after`. On the sandbox the readings are there with the certificate of the cold chain, some two minutes after the delivery.',
  }),
  read(tracking, 'temperatureBundle', {
    ...common,
    operationId: 'getTemperatureBundle',
    path: '/jobs/{id}/temperature/bundle',
    representations: [
      {
        mediaType: jsonType,
        contentType: `${jsonType}; charset=utf-8`,
        action: 'temperatureBundle',
        contract: temperatureBundle,
        response: readingsBundle,
        text: bundleText,
        next: (output) => nextOf(temperatureBundle.output.parse(output)),
      },
    ],
    summary: 'Fetch the certified readings in one file',
    description:
      'Readings, cold-chain certificate and keys, to be verified offline: the digest in the certificate is that of these readings, and of no others.',
  }),
];

function bundleText(output: unknown, page: number): string {
  const { readings, has_more, next: _, ...head } = temperatureBundle.output.parse(output);
  return documentPage({ head, list: ['readings', readings], page, isLast: !has_more });
}
