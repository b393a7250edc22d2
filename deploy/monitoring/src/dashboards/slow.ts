import type { Board } from './board.ts';

const range = '$__rate_interval';
const quantile = (q: number, histogram: string, by: string): string =>
  `histogram_quantile(${q}, sum by (le, ${by}) (rate(${histogram}_bucket[${range}])))`;

export const slow: Board = {
  uid: 'svc-slow',
  title: 'Where is it slow?',
  description: 'Durations from the outside in: endpoints, actions, pools, receivers.',
  rows: [
    {
      title: 'Endpoints and actions',
      panels: [
        {
          title: 'Endpoints, 95th percentile',
          description: 'By method and route pattern.',
          unit: 's',
          queries: [
            {
              expr: quantile(0.95, 'svc_http_request_duration_seconds', 'method, route'),
              legend: '{{method}} {{route}}',
            },
          ],
        },
        {
          title: 'Actions, 95th percentile',
          description: 'Without the way over NATS.',
          unit: 's',
          queries: [
            {
              expr: quantile(0.95, 'svc_action_duration_seconds', 'service, action'),
              legend: '{{service}}.{{action}}',
            },
          ],
        },
      ],
    },
    {
      title: 'Resources',
      panels: [
        {
          title: 'Use of connection pools',
          description: 'Connections in use, of those that a pool may open.',
          unit: 'percentunit',
          queries: [
            {
              expr: 'max by (service, pool) (svc_pool_connections{state="in_use"} / ignoring(state) svc_pool_connections_max)',
              legend: '{{service}} {{pool}}',
            },
          ],
        },
        {
          title: 'Waiting for a connection',
          description: 'Saturation of the pools.',
          unit: 'short',
          queries: [
            {
              expr: 'max by (service, pool) (svc_pool_waiting_requests)',
              legend: '{{service}} {{pool}}',
            },
          ],
        },
        {
          title: 'Event loop lag, longest',
          description:
            'A process that computes too long at a time. Sampled each 100 ms, so it may be up to 0.1 s too low.',
          unit: 's',
          queries: [
            {
              expr: 'max by (job) (nodejs_eventloop_lag_max_seconds) - 0.1',
              legend: '{{job}}',
            },
          ],
        },
        {
          title: 'Memory',
          description: 'Resident set of the largest process of a role.',
          unit: 'bytes',
          queries: [{ expr: 'max by (job) (process_resident_memory_bytes)', legend: '{{job}}' }],
        },
      ],
    },
    {
      title: 'Afterwards',
      panels: [
        {
          title: 'Delay of events, 95th percentile',
          description: 'From the commit of an event to its handling.',
          unit: 's',
          queries: [
            { expr: quantile(0.95, 'svc_event_delay_seconds', 'consumer'), legend: '{{consumer}}' },
          ],
        },
        {
          title: 'Webhooks, 95th percentile',
          description: 'First attempts after the event; answers of receivers.',
          unit: 's',
          queries: [
            {
              expr: 'histogram_quantile(0.95, sum by (le) (rate(svc_webhook_first_attempt_delay_seconds_bucket[$__rate_interval])))',
              legend: 'first attempt',
            },
            {
              expr: 'histogram_quantile(0.95, sum by (le) (rate(svc_webhook_response_duration_seconds_bucket[$__rate_interval])))',
              legend: 'answer of a receiver',
            },
          ],
        },
      ],
    },
  ],
};
