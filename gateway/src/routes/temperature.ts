import type { TracedReading } from '@svc/contracts';
import { readingsBundle, tracking } from '@svc/contracts';
import { drawChart } from '@svc/paperwork/temperature/chart';
import { csvLines } from '@svc/web/csv';
import { bothEnvironments, liveOnly, read } from '../endpoint/declaration.ts';
import { documentPage, jsonType, type Representation } from '../endpoint/representation.ts';
import type { GatewayRoute } from '../endpoint/route.ts';

const columns = ['device_id', 'seq', 'at', 'temperature_c', 'calibrated_until'] as const;

/** CSV lines of one page; the first page starts with the header. */
const readingLines = (readings: readonly TracedReading[], page: number): string =>
  csvLines(
    columns,
    readings.map((reading) => columns.map((name) => reading[name])),
    page,
  );

const common = { environments: liveOnly, tag: 'Temperature', scope: 'temperature:read' } as const;
const { temperatureChart, temperatureForDesk, temperatureBundle } = tracking.actions;

const nextOf = ({ next }: { next: string | null }): string | undefined => next ?? undefined;

/** Streams all readings as CSV, page by page. */
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
    summary: 'Retrieve the temperatures of a job',
    description:
      'Covers collection to hand-over. Send `Accept: text/csv` for all readings as a table, or `Accept: image/svg+xml` for a chart. JSON is paged: pass `next` as `starting_after`. On the sandbox, readings are available together with the cold-chain certificate, about two minutes after delivery.',
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
    summary: 'Download the certified readings',
    description:
      'Readings, cold-chain certificate and keys in one file, for offline verification: the digest in the certificate covers exactly these readings.',
  }),
];

function bundleText(output: unknown, page: number): string {
  const { readings, has_more, next: _, ...head } = temperatureBundle.output.parse(output);
  return documentPage({ head, list: ['readings', readings], page, isLast: !has_more });
}
