/** Endpoints, deliveries and the event feed. */
import { webhook } from '@svc/contracts';
import { type Line, resource } from '../../journeys/http.ts';
import { newTenant } from '../../journeys/tenants.ts';
import { type Actor, deafReceiver, uniqueKey } from '../requests.ts';
import { type EndpointCases, having, list, type Make, type Rule, toAbsent } from './endpoint.ts';
import { firstOf } from './fixtures.ts';

const newWebhook: Make = async ({ send }) => {
  const body = { url: `${deafReceiver}?${uniqueKey()}`, events: ['*'] };
  return resource(await send('POST /webhooks', { body }), 201, webhook).id;
};

const publicUrl = 'https://192.0.2.1/hook';
const badUrl = { url: publicUrl.replace('https', 'http'), events: ['*'] };
const badType = { url: deafReceiver, events: ['job.teleported'] };
const update = (body: object): Rule =>
  having(newWebhook, ({ send }, id) => send(`PATCH /webhooks/${id}`, { body }));
const newUrl = () => `${deafReceiver}?${uniqueKey()}`;
const wanting = (url: string) => ({ body: { url, events: ['*'] } });
const registeredUrl = async ({ send }: Actor): Promise<string> => {
  const url = newUrl();
  resource(await send('POST /webhooks', wanting(url)), 201, webhook);
  return url;
};

/** As many as the stage's setting allows, of a tenant of its own. */
const tooManyEndpoints: Rule = async ({ stage }) => {
  const { id, send } = await newTenant(stage);
  await stage.owner.query(
    `insert into webhooks.endpoint (tenant_id, id, url, events, status, secret, secret_version, created_at)
     select $1, 'wh_' || n, 'https://192.0.2.1/' || n, '{*}', 'disabled', '', 1, now()
       from generate_series(1, $2::int) n`,
    [id, stage.settings.env?.SVC_WEBHOOK_ENDPOINTS_MAX],
  );
  return send('POST /webhooks', wanting(newUrl()));
};

/** Its rest waits for a schedule, which does not run here. */
const replayInProgress = having(newWebhook, async ({ send, stage, tenant }, id) => {
  await stage.owner.query(
    `insert into webhooks.replay (tenant_id, endpoint_id, after_created_at, after_seq, until)
     values ($1, $2, now(), 0, now())`,
    [tenant, id],
  );
  return send(`POST /webhooks/${id}/replay`, { body: { since: '2026-11-02T00:00:00Z' } });
});

const absent = (line: Line, body?: object): Rule => toAbsent(line, body ? { body } : {});

export const webhooks: EndpointCases = {
  fields: {
    CreateWebhookResponse: 'id object url events[] status created_at secret',
    DeleteWebhookResponse: 'id object deleted',
    Delivery: `id object event_id type attempt status response_code failure duration_ms
    response_excerpt attempted_at next_attempt_at created_at`,
    Event: 'id type created_at tenant_id job_id sequence data.*',
    ListDeliveriesResponse: list('Delivery'),
    ListEventsResponse: list('Event'),
    ListWebhooksResponse: list('Webhook'),
    ReplayWebhookResponse: 'object replayed',
    RotateWebhookSecretResponse: 'secret old_secret_expires_at',
    TestWebhookResponse: 'object event_id',
    Webhook: 'id object url events[] status created_at',
  },
  grants: {
    'webhooks:manage': {
      createWebhook: 'CreateWebhookResponse',
      listWebhooks: 'ListWebhooksResponse',
      getWebhook: 'Webhook',
      updateWebhook: 'Webhook',
      deleteWebhook: 'DeleteWebhookResponse',
      rotateWebhookSecret: 'RotateWebhookSecretResponse',
      testWebhook: 'TestWebhookResponse',
      replayWebhook: 'ReplayWebhookResponse',
      listDeliveries: 'ListDeliveriesResponse',
      listEvents: 'ListEventsResponse',
    },
  },
  targets: { '/webhooks/': newWebhook },
  listed: {
    '/webhooks/{id}/deliveries': async (owner) => {
      const id = await newWebhook(owner);
      await owner.send(`POST /webhooks/${id}/test`);
      return firstOf(owner, `GET /webhooks/${id}/deliveries`);
    },
    '/events': (owner) => firstOf(owner, 'GET /events'),
  },
  refusals: {
    'createWebhook invalid_url': toAbsent('POST /webhooks', { body: badUrl }),
    'createWebhook unknown_event_type': toAbsent('POST /webhooks', { body: badType }),
    'createWebhook endpoint_exists': having(registeredUrl, ({ send }, url) =>
      send('POST /webhooks', wanting(url)),
    ),
    'createWebhook too_many_endpoints': tooManyEndpoints,
    'updateWebhook endpoint_exists': having(registeredUrl, async (actor, url) => {
      const other = await newWebhook(actor);
      return actor.send(`PATCH /webhooks/${other}`, { body: { url } });
    }),
    'replayWebhook replay_in_progress': replayInProgress,
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
  },
};
