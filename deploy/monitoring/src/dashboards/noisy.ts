import type { Board } from './board.ts';

const range = '$__rate_interval';
const top = (expr: string): string => `topk(10, ${expr})`;

export const noisy: Board = {
  uid: 'svc-noisy',
  title: 'Who is noisy?',
  description:
    'Endpoints, refusals, consumers and receivers that stand out. No metric names a tenant: the log does (`tenant` of the line `request`).',
  rows: [
    {
      title: 'At the gateway',
      panels: [
        {
          title: 'Busiest endpoints',
          description: 'Requests per second.',
          unit: 'reqps',
          queries: [
            {
              expr: top(
                `sum by (method, route) (rate(svc_http_request_duration_seconds_count[${range}]))`,
              ),
              legend: '{{method}} {{route}}',
            },
          ],
        },
        {
          title: 'Problems by code',
          description:
            'rate_limited: a client that asks too often; unauthorized: one that guesses.',
          unit: 'reqps',
          queries: [
            {
              expr: top(`sum by (code) (rate(svc_http_problems_total[${range}]))`),
              legend: '{{code}}',
            },
          ],
        },
        {
          title: 'In flight',
          description: 'Requests that are not answered yet, by gateway.',
          unit: 'short',
          queries: [{ expr: 'svc_http_requests_in_flight', legend: '{{instance}}' }],
        },
        {
          title: 'Busiest actions',
          description: 'Calls per second.',
          unit: 'reqps',
          queries: [
            {
              expr: top(
                `sum by (service, action) (rate(svc_action_duration_seconds_count[${range}]))`,
              ),
              legend: '{{service}}.{{action}}',
            },
          ],
        },
      ],
    },
    {
      title: 'Behind it',
      panels: [
        {
          title: 'Events by consumer and outcome',
          description: 'Repeats and failures stand out.',
          unit: 'reqps',
          queries: [
            {
              expr: top(`sum by (consumer, outcome) (rate(svc_events_handled_total[${range}]))`),
              legend: '{{consumer}} {{outcome}}',
            },
          ],
        },
        {
          title: 'Events published',
          description: 'By producer; repeats are published again after a loss.',
          unit: 'reqps',
          queries: [
            {
              expr: `sum by (service) (rate(svc_outbox_published_total[${range}]))`,
              legend: '{{service}}',
            },
            {
              expr: `sum by (service) (rate(svc_outbox_repeated_total[${range}])) > 0`,
              legend: 'repeated {{service}}',
            },
          ],
        },
        {
          title: 'Webhook attempts by outcome',
          description: 'Receivers that refuse, hang or are gone.',
          unit: 'reqps',
          queries: [
            {
              expr: `sum by (outcome) (rate(svc_webhook_attempts_total[${range}]))`,
              legend: '{{outcome}}',
            },
            { expr: 'max(svc_webhook_breakers_open)', legend: 'endpoints with an open breaker' },
          ],
        },
        {
          title: 'Tasks and schedules that fail',
          description: 'Attempts per second.',
          unit: 'reqps',
          queries: [
            {
              expr: `sum by (service, task, outcome) (rate(svc_task_attempts_total{outcome!="done"}[${range}])) > 0`,
              legend: '{{service}} {{task}} {{outcome}}',
            },
            {
              expr: `sum by (service, schedule) (rate(svc_schedule_runs_total{outcome="failed"}[${range}])) > 0`,
              legend: '{{service}} {{schedule}}',
            },
          ],
        },
      ],
    },
  ],
};
