import type { Board, Panel } from './board.ts';

const age = (title: string, expr: string, legend: string): Panel => ({
  title,
  description: 'Age of what waits longest.',
  unit: 's',
  queries: [{ expr, legend }],
});
const count = (title: string, expr: string, legend: string): Panel => ({
  title,
  description: 'How much waits.',
  unit: 'short',
  queries: [{ expr, legend }],
});

export const waits: Board = {
  uid: 'svc-waits',
  title: 'What waits?',
  description: 'Every queue: how much, and how long.',
  rows: [
    {
      title: 'Events',
      panels: [
        age('Outbox', 'max by (service) (svc_outbox_pending_age_seconds)', '{{service}}'),
        count('Outbox', 'max by (service) (svc_outbox_pending_events)', '{{service}}'),
        count('Consumers', 'max by (consumer) (svc_consumer_pending_events)', '{{consumer}}'),
        age('Parked', 'max by (consumer) (svc_events_parked_age_seconds)', '{{consumer}}'),
      ],
    },
    {
      title: 'Tasks and months',
      panels: [
        age('Tasks', 'max by (service) (svc_tasks_due_age_seconds)', '{{service}}'),
        count('Tasks', 'max by (service) (svc_tasks_due)', '{{service}}'),
        age("The month's end", 'max(svc_month_end_overdue_seconds)', 'drafts of a closed month'),
        age('Signing keys', 'max by (key) (svc_signing_key_age_seconds)', '{{key}}'),
      ],
    },
    {
      title: 'Channels',
      panels: [
        count('Webhook deliveries', 'max(svc_webhook_deliveries_due)', 'due'),
        age('Webhook queues', 'max(svc_webhook_queue_age_seconds)', 'queue'),
        count('Wholesale files', 'max(svc_wholesale_files_unanswered)', 'unanswered'),
        age('Wholesale files', 'max(svc_wholesale_unanswered_age_seconds)', 'oldest'),
        age('Telemetry', 'max(svc_telemetry_watermark_lag_seconds)', 'behind the watermark'),
      ],
    },
    {
      title: 'Room',
      panels: [
        {
          title: 'Disk with files',
          description: 'Free share; nothing is shown where files are in a bucket.',
          unit: 'percentunit',
          queries: [
            {
              expr: 'min by (service) (svc_file_storage_free_bytes / svc_file_storage_size_bytes)',
              legend: '{{service}}',
            },
          ],
        },
      ],
    },
  ],
};
