/** Endpoints, deliveries and the event feed; alarms of the control desk. */
import { webhook } from '@svc/contracts';
import { until } from '@svc/devnet';
import { assign, deskOf, noProof, seal } from '../../journeys/desk.ts';
import { resource } from '../../journeys/http.ts';
import { newTenant } from '../../journeys/tenants.ts';
import { type Actor, bookJob, deafReceiver, uniqueKey } from '../requests.ts';
import type { EndpointCases, Make, Rule } from './endpoint.ts';
import { created, firstOf } from './fixtures.ts';

const newUrl = () => `${deafReceiver}?${uniqueKey()}`;
const wanting = (url: string) => ({ body: { url, events: ['*'] } });

/** Endpoints of live, or those for tests of a caller of the sandbox. */
type Root = '/webhooks' | '/sandbox/webhooks';

/** Fills a tenant of its own up to the bound of the stage's setting. */
const tooManyEndpoints =
  (root: Root): Rule =>
  async ({ environment, stage, actor }) => {
    const owner = environment === 'live' ? await newTenant(stage) : await actor();
    const made = await owner.send(`POST ${root}`, wanting(newUrl()));
    await stage.owner.query(
      `insert into webhooks.endpoint (tenant_id, id, url, events, status, secret, secret_version, created_at)
       select tenant_id, 'wh_' || n, 'https://192.0.2.1/' || n, '{*}', 'disabled', '', 1, now()
         from webhooks.endpoint, generate_series(2, $1::int) n
        where id = $2`,
      [stage.settings.env?.SVC_WEBHOOK_ENDPOINTS_MAX, resource(made, 201, webhook).id],
    );
    return owner.send(`POST ${root}`, wanting(newUrl()));
  };

/** Its rest waits for a schedule, which does not run here. */
const replaying =
  (root: Root): Make =>
  async (actor) => {
    const id = await created(root)(actor);
    await actor.stage.owner.query(
      `insert into webhooks.replay (tenant_id, endpoint_id, after_created_at, after_seq, until)
       select tenant_id, id, now(), 0, now() from webhooks.endpoint where id = $1`,
      [id],
    );
    return id;
  };

const endpointCases = (root: Root, name: '' | 'Sandbox') => ({
  listed: {
    [`${root}/{id}/deliveries`]: async (owner: Actor) => {
      const id = await created(root)(owner);
      await owner.send(`POST ${root}/${id}/test`);
      return firstOf(owner, `GET ${root}/${id}/deliveries`);
    },
  },
  refusals: {
    [`create${name}Webhook too_many_endpoints`]: tooManyEndpoints(root),
    [`replay${name}Webhook replay_in_progress`]: { at: replaying(root) },
  },
});

/** The only alarm of a job of its own. */
const newAlarm: Make = async (actor) => {
  const { id: job_id } = await bookJob(actor);
  const incident = { category: 'delay', severity: 'low', description: 'Road closed' };
  await actor.send('POST /ops/incidents', { body: { job_id, ...incident } });
  return firstOf(actor, `GET /ops/events?job_id=${job_id}`);
};
/** Collected in a box that is too warm. */
const newExcursion: Make = async (actor) => {
  const { id } = await bookJob(actor, { sku: 'LAB-COLD', requirements: noProof });
  const desk = deskOf(actor.stage);
  await assign(desk, id);
  const box = { parcels_scanned: 1, box_temperature_c: 11.8 };
  await desk.jobs.reachMilestone({ id, type: 'collect', seal, ...box });
  return firstOf(actor, `GET /ops/events?job_id=${id}&type=pickup.out_of_range`);
};
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

const ofLive = endpointCases('/webhooks', '');
const ofSandbox = endpointCases('/sandbox/webhooks', 'Sandbox');

export const webhooks: EndpointCases = {
  targets: {
    '/events/': firstEvent,
    '/ops/events/': newExcursion,
  },
  listed: { ...ofLive.listed, ...ofSandbox.listed, '/events': firstEvent },
  refusals: {
    invalid_url: { body: { url: 'http://192.0.2.1/hook' } },
    unknown_event_type: { body: { events: ['job.teleported'] } },
    ...ofLive.refusals,
    ...ofSandbox.refusals,
    'acknowledgeOpsEvent already_acknowledged': { at: newAlarm, times: 2 },
    'recordDisposition disposition_not_applicable': { at: newAlarm },
    'recordDisposition disposition_recorded': { times: 2 },
  },
};
