/** Row locks: the first command decides, the second is judged by the state that the first left. */
import type { Status } from '@svc/contracts';
import { jobs } from '@svc/contracts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type JobsApp, newTenant, startJobs } from './app.ts';
import { carrier, carrierOf, collect, deliver, deliveryFailed } from './carrier.ts';

let app: JobsApp;
let tenant: string;
beforeAll(async () => {
  app = await startJobs();
});
afterAll(() => app.stop());
beforeEach(() => {
  tenant = newTenant();
});

const road = () => carrierOf(app);
type Rival = (id: string) => Promise<object>;
const cancel: Rival = (id) => app.call([jobs, 'cancel'], { id, reason: 'why' }, { tenant });
const assign: Rival = (id) =>
  app.call([jobs, 'assign'], { id, driver_id: 'drv_1', vehicle_id: 'veh_1' }, { tenant: carrier });
const collects: Rival = (id) => road().reportAs('drv_1', id, collect);
const delivers: Rival = (id) => road().reportAs('drv_1', id, deliver);
const fails: Rival = (id) => road().reportAs('drv_1', id, deliveryFailed);

const race = async (from: Status, rivals: readonly Rival[]) => {
  const { id } = await road().jobThatIs(tenant, from);
  const replies = await Promise.all(rivals.map((rival) => rival(id)));
  const { status } = await app.clients(tenant).jobs.get({ id });
  const { rows } = await app.owner.query(
    `select status, sum(jobs)::int as n from jobs.job_count
      where tenant_id = $1 and site_id = '' group by status having sum(jobs) <> 0`,
    [tenant],
  );
  return { id, replies, status, tallied: rows };
};
const won = (reply: object | undefined) => reply !== undefined && 'ok' in reply;

it.each(Array.from({ length: 6 }, (_, n) => n))(
  'cancel against collect: one of them happens (%i)',
  async (n) => {
    const rivals = n % 2 ? [cancel, collects] : [collects, cancel];
    const { replies, status, tallied } = await race('assigned', rivals);
    expect(replies.filter(won)).toHaveLength(1);
    expect(['cancelled', 'collected']).toContain(status);
    expect(tallied).toEqual([{ status, n: 1 }]);
  },
);

it.each(Array.from({ length: 6 }, (_, n) => n))(
  'assign against cancel: the cancellation happens, with or without a fee (%i)',
  async (n) => {
    const rivals = n % 2 ? [assign, cancel] : [cancel, assign];
    const { id, replies, status } = await race('booked', rivals);
    const [assignment, cancellation] = n % 2 ? replies : replies.toReversed();
    expect(won(cancellation)).toBe(true);
    expect(status).toBe('cancelled');
    const emitted = (await road().events(id)).map(({ type }) => type);
    const expected = won(assignment) ? ['job.assigned', 'job.cancelled'] : ['job.cancelled'];
    expect(emitted).toEqual(['job.created', ...expected]);
    expect(cancellation).toMatchObject({
      ok: { cancellation: { fee_cents: won(assignment) ? 9251 : 0 } },
    });
  },
);

it('of many who deliver at once one does, and one fact goes to the chain', async () => {
  const { id, replies, status } = await race(
    'in_transit',
    Array.from({ length: 15 }, () => delivers),
  );
  expect(replies.filter(won)).toHaveLength(1);
  expect(status).toBe('delivered');
  const emitted = (await road().events(id)).filter(({ type }) => type === 'delivery.completed');
  expect(emitted).toHaveLength(1);
});

it('of many whose hand-over fails at once one books a return', async () => {
  const { replies, status, tallied } = await race('in_transit', [
    ...Array.from({ length: 8 }, () => fails),
    delivers,
  ]);
  expect(replies.filter(won)).toHaveLength(1);
  const { rows } = await app.owner.query(
    'select count(*)::int as n from jobs.job where tenant_id = $1',
    [tenant],
  );
  expect(rows).toEqual([{ n: status === 'exception' ? 2 : 1 }]);
  expect(tallied).toHaveLength(status === 'exception' ? 2 : 1);
});
