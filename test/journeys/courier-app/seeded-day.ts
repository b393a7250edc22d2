/** One day of a courier, drawn from a seed: what goes wrong on the road, and what the server holds after it. */
import { photoPng } from '@svc/courier/images';
import { type Random, randomFor } from '@svc/courier/random';
import type { Browser } from 'playwright-core';
import { expect } from 'vitest';
import {
  fillCollection,
  fillHandOver,
  fillIncident,
  openJob,
  reachState,
  record,
  stepButton,
} from './courier-hands.ts';
import type { BookedJob, CourierStand } from './courier-stand.ts';
import { expectEmpty, type Handset, imageDigests, newHandset } from './handset.ts';
import { expectIncidents, type ReportedIncident } from './incidents.ts';
import { type Mishaps, newMishaps } from './mishaps.ts';

/** Of the device against true time, ms. */
const clockErrors = [0, 7_200_000, -86_400_000, 45_000] as const;

const interrupted = 'Interrupted: the control desk decides';

interface Day {
  stand: CourierStand;
  handset: Handset;
  random: Random;
  mishaps: Mishaps;
}

interface Trip {
  job: BookedJob;
  seal: string;
  /** Events of the chain that the road adds. */
  expected: string[];
  /** Entries of the timeline, from its first. */
  timeline: string[];
  digests: Record<string, string>;
  incidents: ReportedIncident[];
  ending: 'handed over' | 'code corrected' | 'code discarded' | 'brought back';
  hasFailedCollection: boolean;
}

export async function seededDay(
  browser: Browser,
  stand: CourierStand,
  seed: number,
): Promise<void> {
  const random = randomFor(seed, 1);
  const driver = await stand.newDriver();
  const trips: Trip[] = [];
  for (let n = random.between(1, 2); n > 0; n -= 1) {
    trips.push({
      job: await driver.job(),
      seal: `SL-${random.between(10_000, 99_999)}`,
      ...{ expected: [], timeline: ['booked', 'assigned'], digests: {}, incidents: [] },
      ending: random.pick([
        ...(['handed over', 'handed over', 'handed over'] as const),
        ...(['code corrected', 'code discarded', 'brought back'] as const),
      ]),
      hasFailedCollection: random.next() < 0.2,
    });
  }
  const at = { origin: stand.origin, enrolment: driver.enrolment };
  const handset = await newHandset(browser, at, { clockErrorMs: random.pick(clockErrors) });
  try {
    const day: Day = { stand, handset, random, mishaps: newMishaps(handset, random) };
    for (const trip of trips)
      await handset.page().getByRole('link', { name: trip.job.ref }).waitFor();
    for (const trip of trips) await ride(day, trip);
    await day.mishaps.end();
    for (const trip of trips) await decide(day, trip);
    await expectEmpty(handset);
    for (const trip of trips) if (trip.ending === 'brought back') await bringBack(day, trip);
    await expectEmpty(handset);
    for (const trip of trips) await expectRecorded(stand, trip);
    expect(handset.complaints).toEqual([]);
  } finally {
    await handset.close();
  }
}

async function ride(day: Day, trip: Trip): Promise<void> {
  await leave(day, trip, 'On the way to the pickup');
  happened(trip, 'en_route_pickup');
  await mayReport(day, trip);
  if (trip.hasFailedCollection) await failCollection(day, trip);
  await step(day, trip, { button: 'Collect the parcels', leadsTo: 'Collected', fill: collection });
  happened(trip, 'collected', 'collected');
  await mayReport(day, trip);
  await leave(day, trip, 'On the way to the drop-off');
  happened(trip, 'departed', 'departed');
  for (let scans = day.random.between(0, 2); scans > 0; scans -= 1) {
    await scan(day, trip);
    happened(trip, 'scanned', 'scanned');
  }
  await mayReport(day, trip);
  if (trip.ending === 'brought back') {
    await step(day, trip, { button: 'Hand-over failed', leadsTo: interrupted, fill: failure });
    happened(trip, 'delivery_failed', 'delivery_failed');
  } else {
    await step(day, trip, { button: 'Hand over', leadsTo: 'Handed over', fill: handOver });
    happened(trip, 'delivered', 'delivered');
  }
}

function happened({ timeline, expected }: Trip, entry: string, event?: string): void {
  timeline.push(entry);
  if (event !== undefined) expected.push(event);
}

/** The control desk lets the job go on, once it knows of the failure. */
async function failCollection(day: Day, trip: Trip): Promise<void> {
  const { stand, handset, mishaps } = day;
  const { id } = trip.job;
  await step(day, trip, { button: 'Collection failed', leadsTo: interrupted, fill: failure });
  await mishaps.end();
  const status = async () => (await stand.sender.jobs.get({ id })).status;
  await expect.poll(status, { timeout: 60_000 }).toBe('exception');
  await stand.desk.jobs.reachMilestone({ id, type: 'resume' });
  await openJob(handset, trip.job);
  await handset.page().evaluate('document.querySelector("#ask-again")?.click()');
  await reachState(handset, 'On the way to the pickup');
  happened(trip, 'pickup_failed');
  happened(trip, 'resumed');
}

/** Leaves the state as it is, as a scan does. */
async function mayReport({ handset, mishaps, random }: Day, trip: Trip): Promise<void> {
  if (random.next() > 0.25) return;
  await mishaps.before();
  await openJob(handset, trip.job);
  const page = handset.page();
  await stepButton(page, 'Report an incident').click();
  const description = `Incident ${random.between(100_000, 999_999)}`;
  const photo = random.next() < 0.5 ? photoPng(random) : undefined;
  await fillIncident(page, { description, photo });
  const digests = await imageDigests(handset, trip.job.id);
  trip.incidents.push({ description, digest: digests.photo });
  await record(page);
  await page.locator('.state').waitFor();
}

async function leave({ handset, mishaps }: Day, { job }: Trip, leadsTo: string): Promise<void> {
  await mishaps.before();
  for (;;) {
    const state = await openJob(handset, job);
    if (state === leadsTo) return;
    await stepButton(handset.page(), 'Leave now').dblclick();
    if (!(await mishaps.killed())) await reachState(handset, leadsTo);
  }
}

interface Step {
  button: string;
  leadsTo: string;
  fill(day: Day, trip: Trip): Promise<void>;
}

/** Until the job's page shows that it is done: the phone may be killed at the very tap. */
async function step(day: Day, trip: Trip, { button, leadsTo, fill }: Step): Promise<void> {
  const { handset, mishaps } = day;
  await mishaps.before();
  for (;;) {
    const state = await openJob(handset, trip.job);
    if (state === leadsTo || state === 'gone') return;
    await stepButton(handset.page(), button).click();
    await handset.page().getByRole('button', { name: 'Record' }).waitFor();
    await fill(day, trip);
    await record(handset.page());
    if (!(await mishaps.killed())) {
      const page = handset.page();
      await page.getByRole('button', { name: 'Record' }).waitFor({ state: 'detached' });
    }
  }
}

/** Leaves the state as it is, so nothing would tell whether a killed page has recorded it. */
async function scan({ handset, mishaps, random }: Day, { job, seal }: Trip): Promise<void> {
  await mishaps.before();
  await openJob(handset, job);
  const page = handset.page();
  await stepButton(page, 'Scan on the way').click();
  await page.getByLabel('Where you are').fill(`Hub ${random.between(1, 9)}`);
  await page.getByLabel('Seal number').fill(seal);
  await page.getByRole('button', { name: 'Record' }).dblclick();
  await page.locator('.state').waitFor();
}

const failure = async ({ handset }: Day): Promise<void> =>
  handset.page().getByRole('button', { name: 'Closed', exact: true }).click();

const collection = async ({ handset }: Day, { seal }: Trip): Promise<void> =>
  fillCollection(handset.page(), seal);

async function handOver({ handset, random }: Day, trip: Trip): Promise<void> {
  const { job, seal } = trip;
  const code = hasWrongCode(trip) ? otherCode(job.code) : job.code;
  await fillHandOver(handset.page(), { seal, code, photo: photoPng(random) });
  trip.digests = await imageDigests(handset, job.id);
}

const hasWrongCode = ({ ending }: Trip): boolean =>
  ending === 'code corrected' || ending === 'code discarded';
const otherCode = (code = ''): string => (code.startsWith('1') ? '2' : '1') + code.slice(1);

/** What was refused is corrected and sent again, or discarded and done anew. */
async function decide({ handset, random }: Day, trip: Trip): Promise<void> {
  if (!hasWrongCode(trip)) return;
  const { job, seal, ending } = trip;
  const page = handset.page();
  await openJob(handset, job);
  await page.getByText('refused.').waitFor();
  if (ending === 'code corrected') {
    await page.getByRole('link', { name: 'Correct and send again' }).click();
    await page.getByLabel('Handover code').fill(job.code ?? '');
  } else {
    await page.getByText('Discard', { exact: true }).click();
    await page.getByRole('button', { name: 'Discard: Handed over' }).click();
    await reachState(handset, 'On the way to the drop-off');
    await stepButton(page, 'Hand over').click();
    await fillHandOver(page, { seal, code: job.code, photo: photoPng(random) });
    trip.digests = await imageDigests(handset, job.id);
  }
  await record(page);
  await page.getByRole('button', { name: /^Record/ }).waitFor({ state: 'detached' });
}

/** The return job comes with the run. */
async function bringBack({ stand, handset }: Day, trip: Trip): Promise<void> {
  const { return_job_id } = await stand.sender.jobs.get({ id: trip.job.id });
  const back = await stand.sender.jobs.get({ id: return_job_id ?? '' });
  const page = handset.page();
  await page.evaluate("location.hash = ''");
  await page.getByRole('link', { name: back.ref }).click();
  await reachState(handset, 'Collected');
  await stepButton(page, 'Hand over').click();
  await page.getByLabel('Who takes the parcels').fill('Sample intake');
  await page.getByLabel('Seal number').fill(trip.seal);
  await record(page);
  await page.getByRole('button', { name: /^Record/ }).waitFor({ state: 'detached' });
  await expectEmpty(handset);
  const { events } = await stand.sender.custody.record({ id: back.id });
  expect(events.map(({ type }) => type)).toEqual(['booked', 'collected', 'delivered']);
  happened(trip, 'returned', 'returned');
}

/** Each milestone once and in order, each image with the bytes that were taken. */
async function expectRecorded({ sender, desk }: CourierStand, trip: Trip): Promise<void> {
  const { id } = trip.job;
  const { events } = await sender.custody.record({ id });
  const types = events.map(({ type }) => type);
  expect(types).toEqual(['booked', 'assigned', ...trip.expected]);
  const times = events.map(({ at }) => Date.parse(at));
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  const { status, timeline } = await desk.jobs.getForDesk({ id });
  expect(timeline.map(({ type }) => type)).toEqual(trip.timeline);
  const isBack = trip.ending === 'brought back';
  expect(status).toBe(isBack ? 'exception' : 'delivered');
  if (!isBack) {
    const { photo: photo_sha256, signature: signature_sha256 } = trip.digests;
    expect(events.at(-1)?.details).toMatchObject({ photo_sha256, signature_sha256 });
  }
  await expectIncidents(await desk.jobs.listIncidents({ job_id: id }), trip.incidents);
}
