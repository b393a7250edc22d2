import {
  certificate,
  type Job,
  jobs,
  type Scenario,
  type Status,
  scenarios,
  trackingRecord,
} from '@svc/contracts';
import { until } from '@svc/devnet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ask, jsonOf, outcomeOf, resource } from '../http.ts';
import {
  book,
  booking,
  cancel,
  coldChainCertificate,
  list,
  type Sandbox,
  startSandbox,
} from './callers.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());

const header = (scenario: string) => ({ 'svc-sandbox-scenario': scenario });
const start = async (ask: Ask, scenario: Scenario, sku = 'LAB-COLD') => {
  const request = {
    key: crypto.randomUUID(),
    headers: header(scenario),
    body: { ...booking, sku },
  };
  return resource(await ask('POST /jobs', request), 201, jobs.actions.book.output);
};
const trackedOf = async (ask: Ask, { ref }: Pick<Job, 'ref'>) =>
  resource(await ask(`GET /tracking/${ref}`), 200, trackingRecord);

/** A minute passes at once; the job's steps are worked off by the clock of its booking. */
async function aMinuteLater(ask: Ask, job: Pick<Job, 'ref'>, status: Status) {
  sandbox.clock.advanceMs(60_000);
  const over = async () => {
    const { rows } = await sandbox.stage.owner.query('select 1 from jobs.scenario_step');
    return rows.length === 0 && (await trackedOf(ask, job)).status === status;
  };
  await until(over, { timeoutMs: 20_000, what: `the job to be ${status}`, everyMs: 100 });
  return trackedOf(ask, job);
}

/** Type and seconds after the booking. */
async function storyOf(ask: Ask, scenario: Scenario, status: Status) {
  const job = await start(ask, scenario);
  const { events } = await aMinuteLater(ask, job, status);
  const booked = Date.parse(job.created_at);
  return events.map(({ at, type }) => `${(Date.parse(at) - booked) / 1000} ${type}`);
}

const onBoard = ['0 booked', '5 assigned', '10 en_route_pickup', '15 arriving_pickup'];
const moving = [...onBoard, '20 collected', '25 departed'];
const stories: Record<Exclude<Scenario, 'none'>, [Status, string[]]> = {
  delivered: ['delivered', [...moving, '35 scanned', '45 arriving_dropoff', '55 delivered']],
  failed: ['exception', [...moving, '35 arriving_dropoff', '45 delivery_failed', '55 returned']],
  excursion: [
    'delivered',
    [...moving, '35 temperature_excursion', '45 arriving_dropoff', '55 delivered'],
  ],
  cancelled_by_carrier: ['cancelled', ['0 booked', '10 cancelled']],
};

describe.each(Object.entries(stories))('the scenario %s', (name, [status, story]) => {
  const scenario = scenarios.find((each) => each === name) ?? 'none';

  it('takes a job through its states within a minute, the same every time', async () => {
    const ask = sandbox.session();
    expect(await storyOf(ask, scenario, status)).toEqual(story);
    expect(await storyOf(ask, scenario, status)).toEqual(story);
  });
});

describe('a test job', () => {
  it('stays booked with none, and without the header', async () => {
    const ask = sandbox.session();
    const [one, other] = [await start(ask, 'none'), await book(ask)];
    sandbox.clock.advanceMs(120_000);
    for (const job of [one, other]) expect((await trackedOf(ask, job)).status).toBe('booked');
  });

  it('goes its way step by step, as its clock does', async () => {
    const ask = sandbox.session();
    const job = await start(ask, 'delivered');
    const way = [
      [5, 'assigned'],
      [5, 'en_route_pickup'],
      [15, 'in_transit'],
    ] as const;
    for (const [seconds, status] of way) {
      sandbox.clock.advanceMs(seconds * 1_000);
      await until(async () => (await trackedOf(ask, job)).status === status, {
        timeoutMs: 20_000,
        what: `the job to be ${status}`,
        everyMs: 150,
      });
    }
  });

  it('is certified when it is delivered, whatever proof it requires', async () => {
    const ask = sandbox.session();
    const job = await start(ask, 'delivered', 'HOS-THTR');
    await aMinuteLater(ask, job, 'delivered');
    await until(async () => (await ask(`GET /certificates/${job.id}`)).status === 200, {
      timeoutMs: 20_000,
      what: 'the certificate',
      everyMs: 200,
    });
    const issued = resource(await ask(`GET /certificates/${job.ref}`), 200, certificate);
    expect(issued.job_id).toBe(job.id);
    expect(outcomeOf(await sandbox.session()(`GET /certificates/${issued.id}`))).toBe(
      '404 certificate_not_found',
    );
  });

  it.each([
    ['delivered', 'in_range', []],
    ['excursion', 'excursion', [{ minutes: 7, min_c: 11, max_c: 11 }]],
  ] as const)(
    'of the scenario %s has its cold chain certified: %s',
    async (name, result, found) => {
      const ask = sandbox.session();
      const job = await start(ask, name);
      await aMinuteLater(ask, job, 'delivered');
      sandbox.clock.advanceMs(140_000);
      const { cold_chain, job_id } = await coldChainCertificate(ask, job.id);
      expect([job_id, cold_chain?.result]).toEqual([job.id, result]);
      expect(cold_chain?.excursions).toMatchObject(found);
    },
  );

  it('that failed is brought back by a job of its own', async () => {
    const ask = sandbox.session();
    const job = await start(ask, 'failed');
    await aMinuteLater(ask, job, 'exception');
    const { data } = await list(ask, 'status=delivered');
    const back = data.find(({ return_of }) => return_of === job.id);
    expect(back).toMatchObject({ pickup: job.dropoff, dropoff: job.pickup, status: 'delivered' });
  });

  it('that its caller cancels on the way goes no further', async () => {
    const ask = sandbox.session();
    const job = await start(ask, 'delivered');
    sandbox.clock.advanceMs(6_000);
    await until(async () => (await trackedOf(ask, job)).status === 'assigned', {
      timeoutMs: 20_000,
      what: 'a driver',
      everyMs: 150,
    });
    const answer = await ask(`POST /jobs/${job.id}/cancel`, cancel);
    expect(jsonOf(answer)).toMatchObject({ status: 'cancelled' });
    const { events } = await aMinuteLater(ask, job, 'cancelled');
    expect(events.at(-1)?.type).toBe('cancelled');
  });

  it('that cannot go on keeps no other one waiting', async () => {
    const [broken, ask] = [sandbox.session(), sandbox.session()];
    const { id } = await start(broken, 'delivered');
    const placeless = `update jobs.job set pickup = '{"site_id":"cli-0"}' where id = $1`;
    await sandbox.stage.owner.query(placeless, [id]);
    const job = await start(ask, 'delivered');
    expect((await aMinuteLater(ask, job, 'delivered')).status).toBe('delivered');
  });

  it('is part of its Idempotency-Key: another scenario is another request', async () => {
    const ask = sandbox.session();
    const request = { key: 'once', body: booking };
    const first = await ask('POST /jobs', { ...request, headers: header('failed') });
    expect(first.status).toBe(201);
    const again = await ask('POST /jobs', { ...request, headers: header('failed') });
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
    expect(outcomeOf(await ask('POST /jobs', { ...request, headers: header('none') }))).toBe(
      '422 idempotency_key_reused',
    );
  });

  it.each(['Delivered', 'delivered, failed', '', 'excursions'])(
    'cannot be asked for by the name %j',
    async (name) => {
      const request = { key: crypto.randomUUID(), body: booking, headers: header(name) };
      const answer = await sandbox.session()('POST /jobs', request);
      expect(outcomeOf(answer)).toBe('400 invalid_body');
      expect(jsonOf(answer).errors).toMatchObject([{ pointer: '/headers/svc-sandbox-scenario' }]);
    },
  );

  it('cannot be asked for with the body', async () => {
    const ask = sandbox.session();
    const job = await book(ask, { scenario: 'cancelled_by_carrier' });
    sandbox.clock.advanceMs(60_000);
    expect((await trackedOf(ask, job)).status).toBe('booked');
  });
});
