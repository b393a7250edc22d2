import { builtInProfiles, type ColdChain } from '@svc/contracts';
import { until } from '@svc/devnet';
import { expect, it } from 'vitest';
import { trackingTest } from './app.ts';
import { clockAt, newTelemetryJob } from './telemetry-job.ts';

const app = trackingTest({ SVC_TELEMETRY_POLL_MS: '10' });
const temperature_profile = { name: 'red_cells', ...builtInProfiles.red_cells };

/** Excursions and sealed figures of a job that was delivered with its last reading. */
async function judged(celsius: readonly number[]) {
  const job = await newTelemetryJob(app, { temperature_profile });
  await job.collected();
  for (const [minute, temperature_c] of celsius.entries()) {
    app.clock.set(clockAt(minute * 60));
    await job.send({ device_id: 'P-1', seq: minute, second: minute * 60, temperature_c });
  }
  const end = (celsius.length - 1) * 60;
  await job.delivered(end);
  await job.decided(end);
  const sealed = async () => (await job.told('cold_chain.sealed'))[0];
  await until(async () => (await sealed()) !== undefined, {
    ...{ timeoutMs: 60_000, what: 'the seal' },
  });
  const cold: ColdChain = Object((await sealed())?.internals).cold_chain;
  const excursions = await job.told('temperature.excursion');
  return { cold, excursions: excursions.map(({ data, internals }) => ({ data, internals })) };
}

it('a job is judged by the range of its profile, which its certificate names', async () => {
  const { cold, excursions } = await judged([9, 9, 9, 9, 9, 9, 9, 10.5, 10.5, 5]);
  expect(excursions).toEqual([]);
  expect(cold).toMatchObject({ range_c: [1, 10], profile: 'red_cells', result: 'uncalibrated' });
  expect([cold.excursions, cold.exposures]).toMatchObject([[], [{ minutes: 2, max_c: 10.5 }]]);
});

it('a reading beyond the absolute limits is an excursion immediately', async () => {
  const { cold, excursions } = await judged([5, 12.1, 5, 5]);
  expect(excursions).toMatchObject([
    {
      data: { range_c: [1, 10], max_c: 12.1, minutes_out_of_range: 0 },
      internals: { at: clockAt(60).toISOString() },
    },
  ]);
  expect(cold).toMatchObject({ result: 'excursion', excursions: [{ minutes: 1, max_c: 12.1 }] });
});
