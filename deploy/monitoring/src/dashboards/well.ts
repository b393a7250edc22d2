import { objectives } from '../rules/objectives.ts';
import type { Board } from './board.ts';

const range = '$__rate_interval';
const requests = 'svc_http_request_duration_seconds_count';

export const well: Board = {
  uid: 'svc-well',
  title: 'Is it well?',
  description: 'Objectives, errors and what is set aside. Look here first.',
  rows: [
    {
      title: 'Objectives',
      panels: [
        {
          title: 'Burn rate over an hour',
          description: '1 uses up the error budget of 30 days in 30 days; 14.4 pages.',
          unit: 'short',
          queries: objectives.map(({ name, target }) => ({
            expr: `slo:error_ratio:rate1h{slo="${name}"} / ${Number((1 - target).toFixed(6))}`,
            legend: name,
          })),
        },
        {
          title: 'Alerts',
          description: 'Firing alerts; each names its runbook.',
          unit: 'short',
          queries: [
            {
              expr: 'sum by (alertname, severity) (ALERTS{alertstate="firing",alertname=~"Svc.*"})',
              legend: '{{severity}} {{alertname}}',
            },
          ],
        },
      ],
    },
    {
      title: 'Requests',
      panels: [
        {
          title: 'Requests by status',
          description: 'Answers per second by class of status.',
          unit: 'reqps',
          queries: [
            { expr: `sum by (status) (rate(${requests}[${range}]))`, legend: '{{status}}' },
          ],
        },
        {
          title: 'Faults by action',
          description: 'Actions that ended as internal or unavailable.',
          unit: 'reqps',
          queries: [
            {
              expr: `sum by (service, action, outcome) (rate(svc_action_duration_seconds_count{outcome=~"internal|unavailable"}[${range}])) > 0`,
              legend: '{{service}}.{{action}} {{outcome}}',
            },
          ],
        },
      ],
    },
    {
      title: 'Set aside',
      panels: [
        {
          title: 'Dead letters and parked events',
          description: 'Both are 0 in a healthy system.',
          unit: 'short',
          queries: [
            { expr: 'max by (consumer) (svc_dead_letters) > 0', legend: 'dead {{consumer}}' },
            { expr: 'max by (consumer) (svc_events_parked) > 0', legend: 'parked {{consumer}}' },
          ],
        },
        {
          title: 'Processes',
          description: 'Processes that answer, and services whose figures can be read.',
          unit: 'short',
          queries: [
            { expr: 'sum by (job) (up)', legend: 'up {{job}}' },
            { expr: 'min by (service) (svc_collector_up)', legend: 'collected {{service}}' },
          ],
        },
      ],
    },
  ],
};
