/** What the paths of endpoints name, made so that a request to it can succeed. */
import { driver, site, telemetryProvider, user, webhook } from '@svc/contracts';
import { until } from '@svc/devnet';
import { assign, collect, type Desk, deliver, deskOf, noProof } from '../journeys/desk.ts';
import { resource } from '../journeys/http.ts';
import { type Actor, bookJob, deafReceiver, uniqueEmail } from './requests.ts';

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
  const deadline = { timeoutMs: 30_000, what: `the cold chain of ${id}` };
  await until(() => hasRow(anHourAgo), deadline);
  await until(() => hasRow(certified), deadline);
  return id;
};
const anHourAgo = `
  update tracking.followed_job
     set collected_at = collected_at - interval '1 hour',
         delivered_at = delivered_at - interval '1 hour',
         trace_ended_at = trace_ended_at - interval '1 hour',
         decided_until = decided_until - interval '1 hour'
   where job_id = $1 and trace_ended_at is not null`;
const certified = `
  select from custody.certificate where job_id = $1 and type = 'proof_of_cold_chain'`;

export const newWebhook: Make = async ({ ask }) => {
  const body = { url: deafReceiver, events: ['*'] };
  return resource(await ask('POST /webhooks', { body }), 201, webhook).id;
};

/** The first that a path begins with. */
const makers: readonly (readonly [path: string, make: Make])[] = [
  ['/jobs/{id}/handover-code', assignedJob],
  ['/jobs/{id}/pod', deliveredJob],
  ['/jobs/{id}/temperature/bundle', certifiedJob],
  ['/jobs/', async (actor) => (await bookJob(actor)).id],
  ['/tracking/', async (actor) => (await bookJob(actor)).ref],
  ['/certificates/', deliveredJob],
  ['/ops/jobs/{id}/milestones', assignedJob],
  ['/ops/jobs/', async (actor) => (await bookJob(actor)).id],
  [
    '/ops/drivers/',
    async ({ ask }) => {
      const body = { first_name: 'Naledi', last_name: 'Example' };
      return resource(await ask('POST /ops/drivers', { body }), 201, driver).id;
    },
  ],
  [
    '/ops/telemetry-providers/',
    async ({ ask }) => {
      const body = { name: 'Trackers' };
      return resource(await ask('POST /ops/telemetry-providers', { body }), 201, telemetryProvider)
        .id;
    },
  ],
  ['/webhooks/', newWebhook],
  [
    '/sites/',
    async ({ ask }) => {
      const body = { name: 'Clinic', type: 'clinic', position: { lat: -26.2, lng: 28 } };
      return resource(await ask('POST /sites', { body }), 201, site).id;
    },
  ],
  [
    '/users/',
    async ({ ask }) => {
      const body = { email: uniqueEmail(), name: 'Front desk', role: 'booker' };
      return resource(await ask('POST /users', { body }), 201, user).id;
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
