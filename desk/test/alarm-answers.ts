/** Alarms that the desk shows, unless a test says otherwise. */
import type { OpsEvent } from '@svc/contracts';

export const alarm: OpsEvent = {
  id: 'oev_1',
  object: 'ops_event',
  type: 'temperature.excursion',
  severity: 'critical',
  tenant_id: 'ten_demo',
  job_id: 'job_01',
  data: {
    ref: 'HC-0001',
    device_id: 'dev_1',
    started_at: '2026-11-02T07:40:00.000Z',
    minutes_out_of_range: 6,
    min_c: 2,
    max_c: null,
  },
  created_at: '2026-11-02T07:46:00.000Z',
  status: 'open',
  acknowledged_by: null,
  acknowledged_at: null,
  note: null,
  escalated_at: '2026-11-02T07:51:00.000Z',
};
export const quarantined: OpsEvent = {
  ...alarm,
  id: 'oev_3',
  type: 'event.quarantined',
  severity: 'warning',
  data: {
    consumer: 'billing-jobs',
    event_id: 'evt_1',
    event_type: 'delivery.completed',
    attempts: 8,
  },
  escalated_at: null,
};
export const disabledWebhook: OpsEvent = {
  ...quarantined,
  ...{ id: 'oev_4', type: 'webhook.disabled', job_id: '' },
  data: {
    webhook_id: 'wh_1',
    host: 'hooks.example',
    reason: 'failing',
    failing_since: '2026-10-28T07:40:00.000Z',
  },
};
export const acknowledged: OpsEvent = {
  ...alarm,
  id: 'oev_2',
  type: 'job.unassigned',
  severity: 'warning',
  status: 'acknowledged',
  acknowledged_by: 'Lerato M',
  acknowledged_at: '2026-11-02T07:48:00.000Z',
  note: 'Called the driver.',
};
