import {
  bookedJob,
  certificate,
  type Job,
  jobDetail,
  jobs,
  statuses,
  temperatureTrace,
  trackingRecord,
} from '@svc/contracts';
import { until } from '@svc/devnet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outcomeOf, resource, type Send } from '../http.ts';
import { projected } from '../projection.ts';
import {
  cancel,
  coldChainCertificate,
  list,
  type Sandbox,
  sampleIn,
  samplesOf,
  startSandbox,
} from './callers.ts';

let sandbox: Sandbox;
let send: Send;
let samples: Job[];
beforeAll(async () => {
  sandbox = await startSandbox();
  send = sandbox.session();
  samples = await samplesOf(send);
});
afterAll(() => sandbox.stop());

const hourMs = 3_600_000;
const detail = jobs.actions.get.output;
const delivered = () => samples.filter(({ status }) => status === 'delivered');

describe('the samples', () => {
  it('are a dozen jobs of all eight statuses, none older than three days', () => {
    expect(samples).toHaveLength(12);
    expect(new Set(samples.map(({ status }) => status))).toEqual(new Set(statuses));
    const now = sandbox.clock.now().getTime();
    for (const { created_at } of samples) {
      const ageMs = now - Date.parse(created_at);
      expect(ageMs).toBeGreaterThan(0);
      expect(ageMs).toBeLessThan(72 * hourMs);
    }
  });

  it('are three with a whole past and a certificate for it, and one whose certificate is pending', async () => {
    const whole = ['SAMPLE-08', 'SAMPLE-09', 'SAMPLE-10'];
    const past = delivered().filter((sample) => whole.includes(sample.reference));
    for (const { id, ref, reference } of past) {
      await projected(sandbox.stage, id);
      const issued = resource(await send(`GET /certificates/${ref}`), 200, certificate);
      expect(issued).toMatchObject({ type: 'proof_of_custody', job_id: id });
      expect(outcomeOf(await sandbox.session()(`GET /certificates/${issued.id}`))).toBe(
        '200 undefined',
      );
      const job = resource(await send(`GET /jobs/${id}`), 200, detail);
      expect(job.custody_events).toBe(issued.custody.events);
      const { events } = resource(await send(`GET /tracking/${ref}`), 200, trackingRecord);
      expect(events.map(({ type }) => type)).toEqual([
        ...['booked', 'assigned', 'en_route_pickup', 'arriving_pickup', 'collected'],
        ...['departed', 'scanned', ...(reference === 'SAMPLE-10' ? ['temperature_excursion'] : [])],
        ...['arriving_dropoff', 'delivered'],
      ]);
    }
    const pending = delivered().filter(({ reference }) => !whole.includes(reference));
    expect(pending).toHaveLength(1);
    expect(outcomeOf(await send(`GET /certificates/${pending[0]?.id}`))).toBe(
      '409 certificate_pending',
    );
  });

  it.each([
    ['SAMPLE-09', 'in_range', []],
    ['SAMPLE-10', 'excursion', [{ minutes: 7, min_c: 11, max_c: 11 }]],
  ])(
    'have the cold chain of %s certified: %s, for every caller',
    async (reference, result, found) => {
      const sample = delivered().find((each) => each.reference === reference);
      const issued = await coldChainCertificate(sandbox, sandbox.session(), sample?.id ?? '');
      expect(issued).toMatchObject({ type: 'proof_of_cold_chain', job_id: sample?.id });
      expect(issued.cold_chain).toMatchObject({ range_c: [2, 8], coverage: 1, gaps: [], result });
      expect(issued.cold_chain?.excursions).toMatchObject(found);
      const read = await sandbox.session()(`GET /jobs/${sample?.id ?? ''}/temperature`);
      expect(resource(read, 200, temperatureTrace)).toMatchObject({ result, excursions: found });
      const ageMs = sandbox.clock.now().getTime() - Date.parse(issued.cold_chain?.from ?? '');
      expect(ageMs).toBeLessThan(72 * hourMs);
    },
  );

  it('can be tracked, with a driver, a vehicle and where it was last seen', async () => {
    const moving = samples.find(({ status }) => status === 'in_transit');
    await projected(sandbox.stage, moving?.id ?? '', 'tracking');
    const record = resource(await send(`GET /tracking/${moving?.ref}`), 200, trackingRecord);
    expect(record.driver).toEqual({ first_name: 'Pieter', photo_url: null });
    expect(record.vehicle).toMatchObject({
      registration: 'SBX 202 GP',
      last_position: expect.any(Object),
    });
  });

  it('take a note of one caller into a copy that no other caller sees', async () => {
    const [writer, reader] = [sandbox.session(), sandbox.session()];
    const sample = await sampleIn(writer, 'booked');
    const note = 'Blue gate';
    resource(await writer(`PATCH /jobs/${sample.id}`, { body: { note } }), 200, bookedJob);
    const seen = async (as: typeof reader) =>
      resource(await as(`GET /jobs/${sample.id}`), 200, jobDetail).note;
    expect([await seen(writer), await seen(reader)]).toEqual([note, '']);
  });

  it('answer the same when they are asked to be made again on the same day', async () => {
    const { runSchedule } = sandbox.stage;
    await runSchedule('jobs', 'renew-samples');
    expect(await samplesOf(send)).toEqual(samples);
  });
});

describe('the next day', () => {
  it('brings new samples; those of the day before still answer by id, and copies stay', async () => {
    const keeper = sandbox.session();
    const [copied, seen] = samples.filter(({ status }) => status === 'booked');
    await keeper(`POST /jobs/${copied?.id}/cancel`, cancel);
    // One request now and then keeps the caller's own data.
    for (let passed = 0; passed < 20; passed += 5) {
      sandbox.clock.advanceMs(5 * hourMs);
      await keeper('GET /jobs');
    }
    await sandbox.stage.runSchedule('jobs', 'renew-samples');
    const fresh = await samplesOf(keeper);
    expect(fresh).toHaveLength(12);
    const old = new Set(samples.map(({ id }) => id));
    expect(fresh.filter(({ id }) => old.has(id))).toEqual([]);
    for (const { created_at } of fresh) {
      expect(sandbox.clock.now().getTime() - Date.parse(created_at)).toBeLessThan(72 * hourMs);
    }
    const both = await list(keeper);
    expect(both.total).toBe(13);
    const own = both.data.filter(({ id }) => id === copied?.id);
    expect(own).toMatchObject([{ ref: copied?.ref, status: 'cancelled' }]);
    expect((await keeper(`GET /jobs/${seen?.id}`)).status).toBe(200);
  });

  it('and the one after it takes the oldest away, in every service', async () => {
    const { runSchedule, owner } = sandbox.stage;
    const [{ tenant } = { tenant: { id: '' } }] = samples;
    sandbox.clock.advanceMs(24 * hourMs);
    await runSchedule('jobs', 'renew-samples');
    expect(outcomeOf(await send(`GET /jobs/${samples[0]?.id}`))).toBe('404 job_not_found');
    const rows = async () => {
      for (const service of ['jobs', 'tracking', 'custody'])
        await runSchedule(service, 'forget-expired');
      const { rows } = await owner.query(
        `select (select count(*) from jobs.job where tenant_id = $1)
              + (select count(*) from tracking.tracked_job where tenant_id = $1)
              + (select count(*) from custody.custody_event where tenant_id = $1)
              + (select count(*) from custody.certificate where tenant_id = $1) as n`,
        [tenant.id],
      );
      return rows[0]?.n === '0';
    };
    await until(rows, { timeoutMs: 60_000, what: 'the oldest samples to be gone' });
  });
});
