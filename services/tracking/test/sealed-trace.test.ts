/** Sealed traces, and what a person decides about their suspect values. */
import { type ColdChain, certificate, tracking } from '@svc/contracts';
import { readingsDigest } from '@svc/proof/verify/readings';
import { describe, expect, it } from 'vitest';
import { trackingTest } from './app.ts';
import {
  type Collected,
  collected as collectedOn,
  fine,
  moment,
  post,
  sealOf,
} from './collected-job.ts';
import { certified } from './neighbours.ts';
import { batchOf } from './telemetry-provider.ts';

const app = trackingTest();
const desk = () => app.as('ten_carrier');
const collected = () => collectedOn(app);

describe('a sealed trace', () => {
  const certify = ({ job_id }: Collected, cold_chain: ColdChain) =>
    certified.set(job_id, {
      certificate: certificate.parse({
        id: 'PCC-0123456789',
        object: 'certificate',
        type: 'proof_of_cold_chain',
        job_id,
        issued_at: moment(40),
        custody: { events: 1, seal: null, chain_hash: `sha256:${'0'.repeat(64)}` },
        verify_url: 'https://svc.example/verify/PCC-0123456789',
        related: [],
        cold_chain,
      }),
      certificate_jws: 'a.b.c',
    });

  it('stays as certified while the trace itself is amended', async () => {
    const job = await collected();
    await post(job, fine);
    await job.deliver(moment(30));
    app.clock.set(moment(40));
    const cold_chain = await sealOf(job);
    expect(cold_chain).toMatchObject({ result: 'in_range', max_c: 6, coverage: 1 });
    expect(await job.own.temperatureBundle({ id: job.job_id }).catch((error) => error.code)).toBe(
      'certificate_pending',
    );
    certify(job, cold_chain);
    const late = { device_id: 'probe-2', seq: 1, at: moment(20), temperature_c: 7.5 };
    expect(batchOf(await job.fleet.post([late])).accepted).toBe(1);

    expect((await job.own.temperature({ id: job.job_id })).max_c).toBe(7.5);
    const bundle = await job.own.temperatureBundle({ id: job.job_id });
    expect(bundle.readings).toHaveLength(31);
    expect(readingsDigest(bundle.readings)).toBe(cold_chain.readings_digest);
    const { readings_digest } = cold_chain;
    const anybody = app.as('');
    const chart = await anybody.sealedChart({ job_id: job.job_id, readings_digest });
    expect(chart?.series.map(({ device_id }) => device_id)).toEqual(['probe-1']);
    const guess = { job_id: job.job_id, readings_digest: `sha256:${'0'.repeat(64)}` };
    expect(await anybody.sealedChart(guess)).toBeNull();
  });

  const suspicious = fine.map((celsius, minute) => (minute === 10 ? 85 : celsius));
  const reason = 'Readings around it are fine.';
  it.each([
    ['sensor_fault', { result: 'in_range', max_c: 6, exposures: [] }],
    ['genuine', { result: 'brief_exposure', max_c: 85, exposures: [{ minutes: 1, max_c: 85 }] }],
  ] as const)('with a suspect value is certified again after the decision: %s', async (...told) => {
    const [decision, figures] = told;
    const job = await collected();
    await post(job, suspicious);
    await job.deliver(moment(30));
    app.clock.set(moment(40));
    const first = await sealOf(job);
    expect(first).toMatchObject({ result: 'insufficient_data', suspects: [{ decision: null }] });
    const decide = () => desk().decideSuspects({ id: job.ref, decision, reason });
    await expect(decide()).rejects.toMatchObject({ code: 'certificate_pending' });
    certify(job, first);
    expect(await decide()).toMatchObject({
      job_id: job.job_id,
      decision,
      result: figures.result,
    });
    await expect(decide()).rejects.toMatchObject({ code: 'suspects_decided' });
    const emitted = (await app.outbox()).filter(({ job_id }) => job_id === job.job_id);
    const { internals } = emitted.find(({ type }) => type === 'cold_chain.decided') ?? {};
    const { cold_chain } = tracking.events['cold_chain.decided'].internals.parse(internals);
    expect(cold_chain).toMatchObject({ ...figures, suspects: [{ temperature_c: 85, decision }] });
    expect(await job.own.temperature({ id: job.job_id })).toMatchObject(figures);
    const anybody = app.as('');
    for (const { readings_digest, suspects } of [first, cold_chain]) {
      const of = { job_id: job.job_id, readings_digest };
      const chart = await anybody.sealedChart({
        ...of,
        decision: suspects?.[0]?.decision ?? null,
      });
      expect(chart?.suspects).toEqual(suspects);
    }
  });

  it('without a suspect value has nothing to decide', async () => {
    const job = await collected();
    await post(job, fine);
    await job.deliver(moment(30));
    app.clock.set(moment(40));
    certify(job, await sealOf(job));
    const decided = desk().decideSuspects({ id: job.job_id, decision: 'genuine', reason });
    await expect(decided).rejects.toMatchObject({ code: 'no_suspect_readings' });
    const unknown = desk().decideSuspects({ id: 'job_unknown', decision: 'genuine', reason });
    await expect(unknown).rejects.toMatchObject({ code: 'job_not_found' });
  });

  it('outlives the readings of its days', async () => {
    const job = await collected();
    await post(job, fine);
    await job.deliver(moment(30));
    app.clock.set(moment(40));
    const { readings_digest } = await sealOf(job);
    await app.sql('delete from tracking.reading');
    const { readings, max_c } = await job.own.temperature({ id: job.job_id });
    expect(readingsDigest(readings)).toBe(readings_digest);
    expect(max_c).toBe(6);
  });
});
