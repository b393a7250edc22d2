/** Endpoints, deliveries and the event feed; alarms of the control desk. */
import { webhook } from '@svc/contracts';
import { until } from '@svc/devnet';
import { type Answer, type Line, resource } from '../../journeys/http.ts';
import { newTenant } from '../../journeys/tenants.ts';
import { type Actor, bookJob, deafReceiver, uniqueKey } from '../requests.ts';
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
const tooManyEndpoints: Rule = async ({ environment, stage, actor }) => {
  const owner = environment === 'live' ? await newTenant(stage) : await actor();
  const made = await owner.send('POST /webhooks', wanting(newUrl()));
  await stage.owner.query(
    `insert into webhooks.endpoint (tenant_id, id, url, events, status, secret, secret_version, created_at)
     select tenant_id, 'wh_' || n, 'https://192.0.2.1/' || n, '{*}', 'disabled', '', 1, now()
       from webhooks.endpoint, generate_series(2, $1::int) n
      where id = $2`,
    [stage.settings.env?.SVC_WEBHOOK_ENDPOINTS_MAX, resource(made, 201, webhook).id],
  );
  return owner.send('POST /webhooks', wanting(newUrl()));
};

/** Its rest waits for a schedule, which does not run here. */
const replayInProgress = having(newWebhook, async ({ send, stage }, id) => {
  await stage.owner.query(
    `insert into webhooks.replay (tenant_id, endpoint_id, after_created_at, after_seq, until)
     select tenant_id, id, now(), 0, now() from webhooks.endpoint where id = $1`,
    [id],
  );
  return send(`POST /webhooks/${id}/replay`, { body: { since: '2026-11-02T00:00:00Z' } });
});

/** Of a job of its own, which has no other. */
const newAlarm: Make = async (actor) => {
  const { id: job_id } = await bookJob(actor);
  const incident = { category: 'delay', severity: 'low', description: 'Road closed' };
  await actor.send('POST /ops/incidents', { body: { job_id, ...incident } });
  return firstOf(actor, `GET /ops/events?job_id=${job_id}`);
};
const acknowledge = ({ send }: Actor, id: string): Promise<Answer> =>
  send(`POST /ops/events/${id}/acknowledge`, { body: { by: 'Lerato M' } });

/** Awaited in the table: a caller of the sandbox may ask 60 times a minute. */
async function ownEvent(owner: Actor): Promise<void> {
  const { id } = await bookJob(owner);
  const stored = 'select from webhooks.event where job_id = $1';
  const isStored = async () => (await owner.stage.owner.query(stored, [id])).rowCount !== 0;
  await until(isStored, { timeoutMs: 60_000, what: `the event of ${id}` });
}

const firstEvent: Make = async (owner) => {
  await ownEvent(owner);
  return firstOf(owner, 'GET /events');
};

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
    ListOpsEventsResponse: list('OpsEvent'),
    ListWebhooksResponse: list('Webhook'),
    OpsEvent: `id object type severity tenant_id job_id data.* created_at status acknowledged_by
    acknowledged_at note escalated_at`,
    ReplayWebhookResponse: 'object replayed',
    RotateWebhookSecretResponse: 'secret old_secret_expires_at',
    TestWebhookResponse: 'object event_id',
    Webhook: 'id object url events[] status created_at',
    WebhookHealth: `object webhook_id since is_complete succeeded retried pending failed
    last_success_at median_ms p95_ms days[] days[].day days[].succeeded days[].pending days[].failed`,
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
      getWebhookHealth: 'WebhookHealth',
      getEvent: 'Event',
    },
    'ops:dispatch': { listOpsEvents: 'ListOpsEventsResponse', acknowledgeOpsEvent: 'OpsEvent' },
  },
  targets: { '/webhooks/': newWebhook, '/events/': firstEvent, '/ops/events/': newAlarm },
  listed: {
    '/webhooks/{id}/deliveries': async (owner) => {
      const id = await newWebhook(owner);
      await owner.send(`POST /webhooks/${id}/test`);
      return firstOf(owner, `GET /webhooks/${id}/deliveries`);
    },
    '/events': firstEvent,
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
    'acknowledgeOpsEvent ops_event_not_found': absent('POST /ops/events/absent/acknowledge', {
      by: 'Lerato M',
    }),
    'acknowledgeOpsEvent already_acknowledged': having(newAlarm, async (actor, id) => {
      await acknowledge(actor, id);
      return acknowledge(actor, id);
    }),
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
    'getWebhookHealth webhook_not_found': absent('GET /webhooks/absent/health'),
    'getEvent event_not_found': absent('GET /events/absent'),
    'listDeliveries webhook_not_found': absent('GET /webhooks/absent/deliveries'),
  },
};
