/** Record of a trip on the server: events, times, bytes and the proof that others verify. */
import { until } from '@svc/devnet';
import { verifyBundle } from '@svc/proof/verify/bundle';
import { expect } from 'vitest';
import { type CourierStand, chainOf } from './courier-stand.ts';
import { patienceMs } from './handset.ts';
import { digestOf, expectIncidents } from './incidents.ts';
import type { Trip } from './trip.ts';

/** The `Date` header has seconds, and an offset may be above it by a second and the round trip. */
const aheadMsMax = 15_000;

/** Each milestone once and in order, with its times, and each image with the bytes that were taken. */
export async function expectRecorded(
  stand: CourierStand,
  trip: Trip,
  clockErrorMs: number,
): Promise<void> {
  const { desk } = stand;
  const { id } = trip.job;
  const events = await chainOf(stand, id);
  const road = events.slice(2);
  expect(road.map(({ type }) => type)).toEqual(trip.expected.map(({ type }) => type));
  const times = events.map(({ at }) => Date.parse(at));
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  for (const [nth, { at, details, type }] of road.entries()) {
    const atMs = Date.parse(at);
    const { fromMs = 0, untilMs = 0 } = trip.expected[nth] ?? {};
    expect(atMs, `${type} is not before it was recorded`).toBeGreaterThanOrEqual(fromMs - 1_000);
    expect(atMs, `${type} is not after it was recorded`).toBeLessThan(untilMs + aheadMsMax);
    if (type === 'returned') continue;
    const errorMs = Date.parse(String(details?.device_at)) - atMs;
    expect(errorMs, `${type}: the clock of the device`).toBeLessThanOrEqual(clockErrorMs + 1_000);
    expect(errorMs, `${type}: the clock of the device`).toBeGreaterThan(clockErrorMs - aheadMsMax);
  }
  const { status, timeline } = await desk.jobs.getForDesk({ id });
  expect(timeline.map(({ type }) => type)).toEqual(trip.timeline);
  const isBack = trip.ending === 'brought back';
  expect(status).toBe(isBack ? 'exception' : 'delivered');
  await expectIncidents(await desk.jobs.listIncidents({ job_id: id }), trip.incidents);
  if (isBack) return;
  await expectImages(stand, trip, events.at(-1)?.details ?? {});
  await expectVerified(stand, trip);
}

/** The bytes that the server gives out, against the digests in the chain and those of the phone. */
async function expectImages(
  { sender }: CourierStand,
  { job, digests }: Trip,
  { photo_sha256, signature_sha256 }: Record<string, unknown>,
): Promise<void> {
  const { photo_url, signature_url } = await sender.custody.pod({ id: job.id });
  const filed = {
    photo: await digestOf(photo_url ?? ''),
    signature: await digestOf(signature_url ?? ''),
  };
  expect(filed).toEqual({ photo: photo_sha256, signature: signature_sha256 });
  expect(filed).toEqual(digests);
}

/** The certificate of the cold chain comes two minutes later, which a slow day may last. */
const certified = new Set(['cold_chain_not_shown', 'verified']);

async function expectVerified({ sender }: CourierStand, { job, expected }: Trip): Promise<void> {
  const jwks = await sender.custody.certificateKeys({});
  const { certificate, devices, faults } = await until(
    async () => {
      const verdict = await verifyBundle(await sender.custody.bundle({ id: job.id }), { jwks });
      return certified.has(verdict.outcome) ? verdict : undefined;
    },
    { timeoutMs: patienceMs, everyMs: 200, what: 'the certificate' },
  );
  expect(certificate).toMatchObject({ signature: 'ok', matches_chain: true });
  expect(faults).toEqual([]);
  expect(devices).toMatchObject({ faulty: 0 });
  expect(devices.captures).toHaveLength(expected.length);
}
