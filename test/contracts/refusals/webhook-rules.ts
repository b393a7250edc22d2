import type { Line } from '../../journeys/http.ts';
import { deafReceiver } from '../requests.ts';
import { newWebhook } from '../targets.ts';
import { having, type Rule, type Rules, toAbsent } from './rule.ts';

const publicUrl = 'https://192.0.2.1/hook';
const badUrl = { url: publicUrl.replace('https', 'http'), events: ['*'] };
const badType = { url: deafReceiver, events: ['job.teleported'] };
const update = (body: object): Rule =>
  having(newWebhook, ({ ask }, id) => ask(`PATCH /webhooks/${id}`, { body }));
const absent = (line: Line, body?: object): Rule => toAbsent(line, body ? { body } : {});

export const webhookRules: Rules = {
  'createWebhook invalid_url': toAbsent('POST /webhooks', { body: badUrl }),
  'createWebhook unknown_event_type': toAbsent('POST /webhooks', { body: badType }),
  'getWebhook webhook_not_found': absent('GET /webhooks/absent'),
  'updateWebhook webhook_not_found': absent('PATCH /webhooks/absent', { status: 'disabled' }),
  'updateWebhook invalid_url': update({ url: badUrl.url }),
  'updateWebhook unknown_event_type': update({ events: badType.events }),
  'deleteWebhook webhook_not_found': absent('DELETE /webhooks/absent'),
  'rotateWebhookSecret webhook_not_found': absent('POST /webhooks/absent/rotate-secret'),
  'testWebhook webhook_not_found': absent('POST /webhooks/absent/test'),
  'replayWebhook webhook_not_found': absent('POST /webhooks/absent/replay', {
    event_ids: ['evt_1'],
  }),
  'listDeliveries webhook_not_found': absent('GET /webhooks/absent/deliveries'),
};
