/** What the paths of endpoints name, made so that a request to it can succeed. */
import { driver, site, user, webhook } from '@svc/contracts';
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

export const newWebhook: Make = async ({ ask }) => {
  const body = { url: deafReceiver, events: ['*'] };
  return resource(await ask('POST /webhooks', { body }), 201, webhook).id;
};

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
  ['/ops/files/', newWholesaleFile],
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
