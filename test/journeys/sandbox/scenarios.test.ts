import {
  certificate,
  type Job,
  jobs,
  type Scenario,
  type Status,
  scenarios,
  temperatureTrace,
  trackingRecord,
} from '@svc/contracts';
import { until } from '@svc/devnet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jsonOf, outcomeOf, resource, type Send } from '../http.ts';
import { isLogged, offlineVerdict } from '../offline-verdict.ts';
import { projected } from '../projection.ts';
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
const start = async (send: Send, scenario: Scenario, fields: object = {}) => {
  const request = {
    key: crypto.randomUUID(),
    headers: header(scenario),
    body: { ...booking, sku: 'LAB-COLD', ...fields },
  };
  return resource(await send('POST /jobs', request), 201, jobs.actions.book.output);
};
const trackedOf = async (send: Send, { ref }: Pick<Job, 'ref'>) =>
  resource(await send(`GET /tracking/${ref}`), 200, trackingRecord);

/** Waits in the tables, and tracks the job once: a caller may ask 60 times a minute of the held clock. */
async function trackedOnce(send: Send, job: Pick<Job, 'id' | 'ref'>, status: Status, more = '') {
  const reached = `select from jobs.job where id = $1 and status = $2 ${more}`;
  const isReached = async () =>
    (await sandbox.stage.owner.query(reached, [job.id, status])).rowCount;
  await until(isReached, { timeoutMs: 60_000, what: `the job to be ${status}` });
  const record = await trackedOf(send, job);
  expect(record.status).toBe(status);
  return record;
}

/** A minute passes at once; the job's steps are worked off by the clock of its booking. */
async function aMinuteLater(send: Send, job: Pick<Job, 'id' | 'ref'>, status: Status) {
  sandbox.clock.advanceMs(60_000);
  const isOver = `and not exists (
    select from jobs_worker.jobs where key = 'scenario ' || $1)`;
  return trackedOnce(send, job, status, isOver);
}

/** Type and seconds after the booking. */
async function storyOf(send: Send, scenario: Scenario, status: Status) {
  const job = await start(send, scenario);
  const { events } = await aMinuteLater(send, job, status);
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
    const send = sandbox.session();
    expect(await storyOf(send, scenario, status)).toEqual(story);
    expect(await storyOf(send, scenario, status)).toEqual(story);
  });
});

const platelets = { sku: 'BLD-PLT', temperature_profile: 'platelets' } as const;

describe('a test job', () => {
  it('stays booked with none, and without the header', async () => {
    const send = sandbox.session();
    const [one, other] = [await start(send, 'none'), await book(send)];
    sandbox.clock.advanceMs(120_000);
    for (const job of [one, other]) expect((await trackedOf(send, job)).status).toBe('booked');
  });

  it('goes its way step by step, as its clock does', async () => {
    const send = sandbox.session();
    const job = await start(send, 'delivered');
    const way = [
      [5, 'assigned'],
      [5, 'en_route_pickup'],
      [15, 'in_transit'],
    ] as const;
    for (const [seconds, status] of way) {
      sandbox.clock.advanceMs(seconds * 1_000);
      await trackedOnce(send, job, status);
    }
  });

  it('is certified when it is delivered, whatever proof it requires', async () => {
    const send = sandbox.session();
    const job = await start(send, 'delivered', { sku: 'HOS-THTR' });
    await aMinuteLater(send, job, 'delivered');
    await projected(sandbox.stage, job.id);
    const issued = resource(await send(`GET /certificates/${job.ref}`), 200, certificate);
    expect(issued.job_id).toBe(job.id);
    expect(outcomeOf(await sandbox.session()(`GET /certificates/${issued.id}`))).toBe(
      '404 certificate_not_found',
    );
  });

  it.each([
    ['delivered', 'in_range', [], {}],
    ['delivered', 'in_range', [], platelets],
    ['excursion', 'excursion', [{ minutes: 7, min_c: 11, max_c: 11 }], {}],
    ['excursion', 'excursion', [{ minutes: 7, min_c: 28, max_c: 28 }], platelets],
  ] as const)(
    'of the scenario %s has its cold chain certified: %s, %o, %o',
    async (name, result, found, fields) => {
      const send = sandbox.session();
      const job = await start(send, name, fields);
      await aMinuteLater(send, job, 'delivered');
      sandbox.clock.advanceMs(140_000);
      const { cold_chain, job_id } = await coldChainCertificate(sandbox, send, job.id);
      const { temperature_profile } = { temperature_profile: undefined, ...fields };
      expect([job_id, cold_chain?.result]).toEqual([job.id, result]);
      expect(cold_chain?.excursions).toMatchObject(found);
      const identifier = temperature_profile ? 'SBX-TOTE-1' : 'SBX-COOL-1';
      expect(cold_chain?.boxes).toMatchObject([{ identifier, parcels: 1, probes: [{}] }]);
      expect(cold_chain?.profile).toBe(temperature_profile);
      const path = `/jobs/${job.id}/temperature` as const;
      const trace = resource(await send(`GET ${path}`), 200, temperatureTrace);
      const { excursions, min_c, max_c } = trace;
      expect({ result: trace.result, excursions, min_c, max_c }).toEqual({
        ...{ result, excursions: cold_chain?.excursions },
        ...{ min_c: cold_chain?.min_c, max_c: cold_chain?.max_c },
      });
      expect(trace.readings.length).toBeGreaterThan(0);
      expect(outcomeOf(await sandbox.session()(`GET ${path}`))).toBe('404 job_not_found');
    },
  );

  it('ends with an offline verdict that its certificate is signed and logged', async () => {
    const send = sandbox.session();
    const job = await start(send, 'delivered');
    await aMinuteLater(send, job, 'delivered');
    await projected(sandbox.stage, job.id);
    const answer = await send(`GET /certificates/${job.id}`);
    const { verify_url } = resource(answer, 200, certificate);
    const verdict = await until(
      async () => {
        const proof: unknown = await (await fetch(`${verify_url}/bundle.json`)).json();
        const found = await offlineVerdict(sandbox.stage.publicUrl, proof);
        return found.code === 7 ? undefined : found;
      },
      { timeoutMs: 60_000, what: 'a checkpoint that covers the certificate', everyMs: 500 },
    );
    expect(verdict.out).toMatch(/^SIGNATURE AND LINKS HOLD/);
    expect(verdict.out).toMatch(isLogged);
    expect(verdict.code).toBe(4);
  });

  it('that failed is brought back by a job of its own', async () => {
    const send = sandbox.session();
    const job = await start(send, 'failed');
    await aMinuteLater(send, job, 'exception');
    const { data } = await list(send, 'status=delivered');
    const back = data.find(({ return_of }) => return_of === job.id);
    expect(back).toMatchObject({ pickup: job.dropoff, dropoff: job.pickup, status: 'delivered' });
  });

  it('that its caller cancels on the way goes no further', async () => {
    const send = sandbox.session();
    const job = await start(send, 'delivered');
    sandbox.clock.advanceMs(6_000);
    await trackedOnce(send, job, 'assigned');
    const answer = await send(`POST /jobs/${job.id}/cancel`, cancel);
    expect(jsonOf(answer)).toMatchObject({ status: 'cancelled' });
    const { events } = await aMinuteLater(send, job, 'cancelled');
    expect(events.at(-1)?.type).toBe('cancelled');
  });

  it('that cannot go on keeps no other one waiting', async () => {
    const [broken, send] = [sandbox.session(), sandbox.session()];
    const { id } = await start(broken, 'delivered');
    const placeless = `update jobs.job set pickup = '{"site_id":"cli-0"}' where id = $1`;
    await sandbox.stage.owner.query(placeless, [id]);
    const job = await start(send, 'delivered');
    expect((await aMinuteLater(send, job, 'delivered')).status).toBe('delivered');
  });

  it('is part of its Idempotency-Key: another scenario is another request', async () => {
    const send = sandbox.session();
    const request = { key: 'once', body: booking };
    const first = await send('POST /jobs', { ...request, headers: header('failed') });
    expect(first.status).toBe(201);
    const again = await send('POST /jobs', { ...request, headers: header('failed') });
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
    expect(outcomeOf(await send('POST /jobs', { ...request, headers: header('none') }))).toBe(
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
    const body = { sku: 'LAB-STD', pickup_site_id: 'cli-0', dropoff_site_id: 'lab-0' };
    const scenario = 'cancelled_by_carrier';
    const request = { key: crypto.randomUUID(), body: { ...body, scenario } };
    const { status, text } = await sandbox.session()('POST /jobs', request);
    expect(status).toBe(400);
    expect(JSON.parse(text).errors).toMatchObject([{ pointer: '/scenario' }]);
  });
});
