/** A probe that sent 85 °C, through the gateway: from a first certificate to that of the decision. */
import { bundle, type Certificate, certificate, readingsBundle, tracking } from '@svc/contracts';
import { heldClock } from '@svc/kit/clock';
import { seedCredentials } from '@svc/local/seed';
import { verifyBundle } from '@svc/proof/verify/bundle';
import { verifyReadings } from '@svc/proof/verify/readings-bundle';
import { type Api, createApi } from '@svc/simulators/api';
import { collect, findColdChain, handOver, startRuns } from '@svc/simulators/fleet/jobs';
import { registerProvider } from '@svc/simulators/fleet/provider';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type Stage, startStage } from './environment.ts';

const clock = heldClock('2026-11-02T09:00:00.000Z');
const deadline = { timeout: 60_000, interval: 50 };
const minuteMs = 60_000;

let stage: Stage;
let desk: () => Api;
let sender: () => Api;
let jobId: string;
let first: Certificate;

beforeAll(async () => {
  stage = await startStage({ clock, env: { SVC_TELEMETRY_POLL_MS: '20' } });
  const { clients } = await seedCredentials(stage.transport, undefined);
  const urls = { live: { base_url: stage.baseUrl }, auth: { auth_url: stage.publicUrl } };
  desk = () => createApi(urls, clients.operator);
  sender = () => createApi(urls, clients.demo);
  const [run] = await startRuns({ desk: desk(), sender: sender() }, 1);
  if (!run) throw new Error('there is a vehicle');
  jobId = run.job.id;
  await collect(desk(), run);
  const provider = await registerProvider({
    ...{ desk: desk(), urls },
    clock: () => clock.now().getTime(),
  });
  const start = clock.now().getTime();
  clock.advanceMs(10 * minuteMs);
  await provider.post(
    Array.from({ length: 11 }, (_, minute) => ({
      ...{ device_id: run.device_id, seq: minute, vehicle: run.registration, position: run.from },
      at: new Date(start + minute * minuteMs).toISOString(),
      ...{ speed_kmh: 30, temperature_c: minute === 5 ? 85 : 4, calibrated_until: '2099-12-31' },
    })),
  );
  await handOver(desk(), run);
  first = await vi.waitFor(async () => {
    clock.advanceMs(minuteMs);
    const found = await findColdChain(sender(), run);
    if (!found) throw new Error('no certificate of the cold chain yet');
    return found;
  }, deadline);
});
afterAll(() => stage?.stop());

const keys = async () => {
  const answer = await fetch(`${stage.publicUrl}/.well-known/certificate-keys.json`);
  return {
    jwks: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }).parse(await answer.json()),
  };
};
const bundleNow = () => sender().get(`/jobs/${jobId}/custody/bundle`, bundle);
const readingsNow = () => sender().get(`/jobs/${jobId}/temperature/bundle`, readingsBundle);
const decide = (decision: string) =>
  desk().post(
    `/ops/jobs/${jobId}/temperature/decision`,
    { decision, reason: 'A logger in the box showed 4 °C all the way.' },
    tracking.actions.decideSuspects.output,
  );

it('gets a further certificate with what a person decided; what was signed before stays and verifies', async () => {
  expect(first.cold_chain).toMatchObject({ result: 'insufficient_data', max_c: 85 });
  const saved = { whole: await bundleNow(), readings: await readingsNow() };
  expect(await decide('sensor_fault')).toMatchObject({ job_id: jobId, result: 'in_range' });
  const whole = await vi.waitFor(async () => {
    const found = await bundleNow();
    expect(found.cold_chain?.certificate.id).not.toBe(first.id);
    return found;
  }, deadline);
  expect(whole.cold_chain?.certificate.cold_chain).toMatchObject({
    ...{ result: 'in_range', max_c: 4, suspects: [{ decision: 'sensor_fault' }] },
  });
  const readings = await readingsNow();
  expect([saved.readings.readings.length, readings.readings.length]).toEqual([11, 10]);
  for (const each of [saved.whole, whole]) {
    expect(await verifyBundle(each, await keys())).toMatchObject({ faults: [], verified: true });
  }
  for (const each of [saved.readings, readings]) {
    expect(await verifyReadings(each, await keys())).toMatchObject({ faults: [], verified: true });
  }
  const { related: _, ...signed } = first;
  expect(await sender().get(`/certificates/${first.id}`, certificate)).toMatchObject(signed);
});

it('emits a further certificate.issued, and nothing else to subscribers', async () => {
  const events = z.object({ data: z.array(z.object({ type: z.string(), job_id: z.string() })) });
  await vi.waitFor(async () => {
    const { data } = await sender().get('/events?limit=100', events);
    const types = data.filter(({ job_id }) => job_id === jobId).map(({ type }) => type);
    expect(types.filter((type) => type === 'certificate.issued')).toHaveLength(3);
    expect(types).not.toContain('cold_chain.decided');
  }, deadline);
});

it('refuses a second decision on the same suspect values', async () => {
  await expect(decide('genuine')).rejects.toMatchObject({ code: 'suspects_decided' });
});
