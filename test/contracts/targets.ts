/** What the paths of endpoints name, made so that a request to it can succeed. */
import {
  billing,
  driver,
  manifest,
  partnerOrder,
  partnerQuote,
  route,
  site,
  telemetryProvider,
  user,
  webhook,
} from '@svc/contracts';
import { until } from '@svc/devnet';
import { assign, collect, type Desk, deliver, deskOf, noProof } from '../journeys/desk.ts';
import { resource } from '../journeys/http.ts';
import { type Actor, bookJob, deafReceiver, endsOf, uniqueEmail, uniqueKey } from './requests.ts';

type Make = (actor: Actor) => Promise<string>;

/** A job that the carrier has brought so far; a delivered one was booked without proof. */
const broughtBy =
  (bring: (desk: Desk, id: string) => Promise<void>): Make =>
  async (actor) => {
    const { id } = await bookJob(actor, { requirements: noProof });
    await bring(deskOf(actor.stage), id);
    return id;
  };

export const assignedJob = broughtBy(assign);
export const collectedJob = broughtBy(collect);
export const deliveredJob = broughtBy(deliver);

/** Its cold chain is certified: an hour has passed since the hand-over, as far as tracking knows. */
const certifiedJob: Make = async (actor) => {
  const { owner } = actor.stage;
  const { id } = await bookJob(actor, { sku: 'LAB-COLD', requirements: noProof });
  await deliver(deskOf(actor.stage), id);
  const hasRow = async (sql: string) => (await owner.query(sql, [id])).rowCount === 1;
  const deadline = { timeoutMs: 60_000, what: `the cold chain of ${id}` };
  await until(() => hasRow(anHourAgo), deadline);
  await until(() => hasRow(certified), deadline);
  return id;
};
const anHourAgo = `
  update tracking.tracked_job
     set collected_at = collected_at - interval '1 hour',
         delivered_at = delivered_at - interval '1 hour',
         trace_ended_at = trace_ended_at - interval '1 hour',
         evaluated_until = evaluated_until - interval '1 hour'
   where job_id = $1 and trace_ended_at is not null`;
const certified = `
  select from custody.certificate where job_id = $1 and type = 'proof_of_cold_chain'`;

export const newWebhook: Make = async ({ send }) => {
  const body = { url: `${deafReceiver}?${uniqueKey()}`, events: ['*'] };
  return resource(await send('POST /webhooks', { body }), 201, webhook).id;
};

const invoiceList = billing.actions.listInvoices.output;

/** The draft that a delivered job stands on. */
export const draftInvoice: Make = async (actor) => {
  await deliveredJob(actor);
  const found = async () => {
    const answer = await actor.send('GET /invoices?status=draft');
    return resource(answer, 200, invoiceList).data[0]?.id;
  };
  return until(found, { timeoutMs: 60_000, what: 'a delivered job to be billed' });
};
export const specimen = { barcode: 'S-0001', container: 'tube' };

/** An order that was quoted just now, with its cheapest option. */
export async function quotedOrder(actor: Actor) {
  const order_ref = uniqueKey();
  const body = { order_ref, items: [{ item_code: '700123', quantity: 1 }], ...endsOf(actor) };
  const answer = await actor.send('POST /partner/quotes', { body });
  const { order_id: id, options } = resource(answer, 201, partnerQuote);
  return { id, order_ref, quote_id: options[0]?.quote_id ?? '', parcels: 1 };
}

export const bag = { sealed_bag: 'SL-4711' };

/** Packed in that bag, so that whoever says so again gets the same answer. */
export async function readyOrder(actor: Actor) {
  const order = await quotedOrder(actor);
  const body = { ...bag, quote_id: order.quote_id };
  const answer = await actor.send(`POST /partner/orders/${order.id}/ready`, { body });
  resource(answer, 200, partnerOrder);
  return order;
}

export const requestRoute = ({ send, pickup, dropoff }: Actor, fields: object = {}) => {
  const stops = [{ site_id: pickup, window: '08:00-08:30' }];
  const route = { name: 'North', sku: 'LAB-ROUTE', days: ['mon'], starts_on: '2027-01-04' };
  return send('POST /routes', { body: { ...route, stops, dropoff_site_id: dropoff, ...fields } });
};
export const newRoute: Make = async (actor) => resource(await requestRoute(actor), 201, route).id;
/** As one that came and was answered. */
const newWholesaleFile: Make = async ({ stage }) => {
  const id = `wf_${crypto.randomUUID().replaceAll('-', '').slice(0, 26).toUpperCase()}`;
  await stage.owner.query(
    `insert into files.file
       (tenant_id, id, dc, name, step, source, received_at, answered_at, faults, attempts)
     values ('ten_demo', $1, 'jhb', 'wave.csv', 'answered', 'sftp', now(), now(), '[]', 0)`,
    [id],
  );
  return id;
};

/** The first that a path begins with. */
const makers: readonly (readonly [path: string, make: Make])[] = [
  ['/jobs/{id}/handover-code', assignedJob],
  ['/jobs/{id}/pod', deliveredJob],
  ['/jobs/{id}/temperature/bundle', certifiedJob],
  ['/jobs/', async (actor) => (await bookJob(actor)).id],
  ['/tracking/', async (actor) => (await bookJob(actor)).ref],
  ['/certificates/', deliveredJob],
  ['/invoices/', draftInvoice],
  ['/ops/jobs/{id}/milestones', assignedJob],
  ['/ops/jobs/', async (actor) => (await bookJob(actor)).id],
  [
    '/ops/drivers/',
    async ({ send }) => {
      const body = { first_name: 'Naledi', last_name: 'Example' };
      return resource(await send('POST /ops/drivers', { body }), 201, driver).id;
    },
  ],
  ['/ops/files/', newWholesaleFile],
  [
    '/ops/telemetry-providers/',
    async ({ send }) => {
      const body = { name: 'Trackers' };
      return resource(await send('POST /ops/telemetry-providers', { body }), 201, telemetryProvider)
        .id;
    },
  ],
  ['/webhooks/', newWebhook],
  ['/partner/orders/{id}/ready', async (actor) => (await readyOrder(actor)).id],
  ['/partner/orders/', async (actor) => (await quotedOrder(actor)).id],
  ['/routes/', newRoute],
  [
    '/manifests/',
    async ({ send, job: job_id }) => {
      const body = { job_id, specimens: [specimen] };
      return resource(await send('POST /manifests', { body }), 201, manifest).id;
    },
  ],
  [
    '/sites/',
    async ({ send }) => {
      const body = { name: 'Clinic', type: 'clinic', position: { lat: -26.2, lng: 28 } };
      return resource(await send('POST /sites', { body }), 201, site).id;
    },
  ],
  [
    '/users/',
    async ({ send }) => {
      const body = { email: uniqueEmail(), name: 'Front desk', role: 'booker' };
      return resource(await send('POST /users', { body }), 201, user).id;
    },
  ],
];

/** The id or reference of something of the actor's that the path may name; none if it names none. */
export async function makeTarget(path: string, actor: Actor): Promise<string> {
  if (!path.includes('{')) return '';
  const [, make] = makers.find(([start]) => path.startsWith(start)) ?? [];
  if (!make) throw new Error(`say in targets.ts how to make what ${path} names`);
  return make(actor);
}
