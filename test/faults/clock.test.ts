/**
 * The clock of one service, or of the gateway, steps by ten minutes and back. Whole jobs are booked,
 * driven and told meanwhile: what is refused is refused for its time alone, nothing is lost, nothing
 * happens twice, and all of it works when the clock is right again.
 */
import { bookedJob, custodyRecord, quote, tenantScopes, webhooks } from '@svc/contracts';
import { until } from '@svc/devnet';
import { services } from '@svc/local/services';
import { chainFault } from '@svc/proof/verify/chain';
import { verify } from '@svc/webhook-verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliver, deskOf, noProof } from '../journeys/desk.ts';
import { type Stage, startStage } from '../journeys/environment.ts';
import { type Answer, resource } from '../journeys/http.ts';
import { newTenant, type Tenant } from '../journeys/tenants.ts';
import { startReceiver } from './receivers.ts';
import { steppedClocks } from './stepped-clocks.ts';

const minuteMs = 60_000;
const stepMs = 10 * minuteMs;
const roles = [...services.map(({ contract }) => contract.name), 'gateway'];
const steps = [
  { step: 'ahead', ms: stepMs },
  { step: 'behind', ms: -stepMs },
];
/** A token of the future is none, whichever of the two clocks is wrong. */
const refuses = (role: string, ms: number) =>
  (role === 'accounts' && ms > 0) || (role === 'gateway' && ms < 0);

describe('a clock that steps by ten minutes and back', () => {
  const clocks = steppedClocks(roles);
  let stage: Stage;
  let tenant: Tenant;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let secret = '';
  /** Of the receiver's clock; it accepts what is five minutes off. */
  let receiverAheadMs = 0;
  const told = new Set<string>();
  /** Jobs by the key of their booking. */
  const booked = new Map<string, { id: string; quote_id: string }>();

  beforeAll(async () => {
    receiver = await startReceiver((response, received) => {
      const now = new Date(Date.now() + receiverAheadMs);
      const verdict = verify(received.body, received.headers, secret, { now });
      if (verdict.ok) told.add(`${verdict.event.job_id} ${verdict.event.type}`);
      response.writeHead(verdict.ok ? 204 : 400).end();
    });
    stage = await startStage({ clocks: clocks.all });
    tenant = await newTenant(stage);
    const body = { url: receiver.url('/'), events: ['job.created', 'delivery.completed'] };
    const answer = await tenant.send('POST /webhooks', { body });
    ({ secret } = resource(answer, 201, webhooks.actions.create.output));
  });
  afterAll(async () => {
    await stage?.stop();
    await receiver?.stop();
  });

  const book = (key: string, quote_id: string): Promise<Answer> => {
    const { pickup: pickup_site_id, dropoff: dropoff_site_id } = tenant;
    const sites = { pickup_site_id, dropoff_site_id };
    return tenant.send('POST /jobs', { key, body: { quote_id, ...sites, requirements: noProof } });
  };
  /** A job from its quote to its delivery, with a token of the moment. */
  const deliverOne = async (key: string) => {
    tenant = { ...tenant, send: await tenant.sendWith(tenantScopes) };
    const quoted = await tenant.send('POST /quotes', { body: { sku: 'LAB-STD', km: 10 } });
    const quote_id = resource(quoted, 201, quote).id;
    const { id } = resource(await book(key, quote_id), 201, bookedJob);
    booked.set(key, { id, quote_id });
    await deliver(deskOf(stage), id);
  };
  /** Eleven minutes later, for webhooks and their receiver. */
  const laterOn = async (work: () => Promise<unknown>) => {
    receiverAheadMs = stepMs + minuteMs;
    clocks.step('webhooks', receiverAheadMs);
    await work();
    receiverAheadMs = 0;
    clocks.step('webhooks', 0);
  };
  const isTold = (key: string) =>
    ['job.created', 'delivery.completed'].every((type) =>
      told.has(`${booked.get(key)?.id} ${type}`),
    );

  const becomesTold = (key: string) =>
    until(() => isTold(key), { timeoutMs: 60_000, what: `the events of ${key}` });
  /** Both events were refused, and the next attempts are planned. */
  const areRefused = () =>
    until(
      async () => {
        const { rowCount } = await stage.owner.query(
          `select from webhooks.delivery where status = 'pending' and attempt > 0`,
        );
        return rowCount === 2;
      },
      { timeoutMs: 60_000, what: 'two refused deliveries' },
    );

  it.each(roles)('of %s loses and repeats nothing', async (role) => {
    for (const { step, ms } of steps) {
      const key = `${role} ${step}`;
      clocks.step(role, ms);
      if (refuses(role, ms)) await expect(deliverOne(key)).rejects.toThrow('invalid_token');
      else await deliverOne(key);
      if (role === 'webhooks') await areRefused();
      else if (booked.has(key)) await becomesTold(key);
      clocks.step(role, 0);
      // A task planned before the step back is due; one planned after it is not, for as long as the
      // step.
      if (role === 'webhooks' && ms > 0) await laterOn(() => becomesTold(key));
      else if (booked.has(key)) await becomesTold(key);
    }
    await deliverOne(`${role} after`);
    await becomesTold(`${role} after`);
    for (const { step } of steps) {
      const known = booked.get(`${role} ${step}`);
      if (!known) continue;
      const again = await book(`${role} ${step}`, known.quote_id);
      expect(resource(again, 201, bookedJob).id).toBe(known.id);
    }
  });

  it('leaves every job once, its chain whole and in order, and nothing that waits', async () => {
    const { rows } = await stage.owner.query<{ id: string; status: string }>(
      'select id, status from jobs.job where tenant_id = $1 order by id',
      [tenant.id],
    );
    const delivered = [...booked.values()].map(({ id }) => ({ id, status: 'delivered' }));
    expect(rows).toEqual(delivered.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
    for (const { id } of rows) {
      const record = resource(await tenant.send(`GET /jobs/${id}/custody`), 200, custodyRecord);
      expect(chainFault(record)).toBeUndefined();
      const times = record.events.map(({ at }) => at);
      expect(times).toEqual(times.toSorted());
    }
    for (const { contract } of services) {
      for (const table of ['parked_event', 'dead_letter']) {
        const name = `${contract.name}.${table}`;
        // Events of the last job may still be on their way to other services.
        const left = async () => (await stage.owner.query(`select * from ${name}`)).rows;
        await expect.poll(left, { message: name }).toEqual([]);
      }
    }
  });
});
