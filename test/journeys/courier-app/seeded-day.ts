/** One day of a courier, drawn from a seed: what goes wrong on the road, and what the server holds after it. */
import { photoPng } from '@svc/simulators/images';
import { type Random, randomFor } from '@svc/simulators/random';
import { errors, type Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  fillCollection,
  fillHandOver,
  fillIncident,
  fillScans,
  openJob,
  reachState,
  record,
  stepButton,
} from './courier-hands.ts';
import { type CourierStand, chainOf } from './courier-stand.ts';
import { expectRecorded } from './day-facts.ts';
import { decide } from './decisions.ts';
import { expectEmpty, imageDigests, patienceMs } from './handset.ts';
import { newMishaps } from './mishaps.ts';
import type { Phone } from './phone.ts';
import { type Day, newTrip, otherCode, type Trip } from './trip.ts';

/** Of the device against true time, ms. */
const clockErrors = [0, 7_200_000, -86_400_000, 45_000] as const;
/** How often the page is killed at the very tap. */
const killChance = 0.2;
/** How long a button may take to be there for a tap before it is looked for anew, ms. */
const tapMs = 5_000;

const interrupted = 'Interrupted: the control desk decides';

/** The phone is the same as the day before; all else is drawn from the seed. */
export async function seededDay(stand: CourierStand, phone: Phone, seed: number): Promise<void> {
  const { driver, handset } = phone;
  let steps = 0;
  const draws = () => randomFor(seed, ++steps);
  const random = draws();
  const clockErrorMs = random.pick(clockErrors);
  const parcelCode = async (id: string) =>
    (await stand.sender.jobs.labels({ id })).parcels[0]?.code ?? '';
  const trips: Trip[] = [];
  for (let n = random.between(1, 2); n > 0; n -= 1) {
    trips.push(await newTrip(random, { driver, parcelCode }));
  }
  await handset.setClock(clockErrorMs);
  const day: Day = { stand, handset, draws, mishaps: newMishaps(handset) };
  for (const { job } of trips) await handset.page().getByRole('link', { name: job.ref }).waitFor();
  for (const trip of trips) await ride(day, trip);
  await day.mishaps.end();
  for (const trip of trips) await decide(day, trip);
  await expectEmpty(handset);
  for (const trip of trips) if (trip.ending === 'brought back') await bringBack(day, trip);
  await expectEmpty(handset);
  for (const trip of trips) await expectRecorded(stand, trip, clockErrorMs);
  expect(handset.complaints).toEqual([]);
}

async function ride(day: Day, trip: Trip): Promise<void> {
  await leave(day, trip, 'On the way to the pickup');
  trip.timeline.push('en_route_pickup');
  await mayReport(day, trip);
  if (trip.hasFailedCollection) await failCollection(day, trip);
  await collect(day, trip);
  await mayReport(day, trip);
  await happens(trip, 'departed', () => leave(day, trip, 'On the way to the drop-off'));
  for (let scans = day.draws().between(0, 2); scans > 0; scans -= 1) {
    await happens(trip, 'scanned', () => scan(day, trip));
  }
  await mayReport(day, trip);
  if (trip.ending === 'brought back') {
    const failing = { button: 'Hand-over failed', leadsTo: interrupted, fill: failure };
    await happens(trip, 'delivery_failed', () => step(day, trip, failing));
  } else {
    const handing = { button: 'Hand over', leadsTo: 'Handed over', fill: handOver };
    await happens(trip, 'delivered', () => step(day, trip, handing));
  }
}

/** An event of the chain and an entry of the timeline. */
async function happens(trip: Trip, type: string, act: () => Promise<void>): Promise<void> {
  const fromMs = Date.now();
  await act();
  trip.timeline.push(type);
  trip.expected.push({ type, fromMs, untilMs: Date.now() });
}

/** The control desk lets the job go on, once it knows of the failure. */
async function failCollection(day: Day, trip: Trip): Promise<void> {
  const { stand, handset, mishaps } = day;
  const { id } = trip.job;
  const failing = { button: 'Collection failed', leadsTo: interrupted, fill: failure };
  await step(day, trip, failing);
  await mishaps.end();
  const status = async () => (await stand.sender.jobs.get({ id })).status;
  await expect.poll(status, { timeout: patienceMs }).toBe('exception');
  await stand.desk.jobs.reachMilestone({ id, type: 'resume' });
  await openJob(handset, trip.job);
  await handset.page().evaluate('document.querySelector("#ask-again")?.click()');
  await reachState(handset, 'On the way to the pickup');
  trip.timeline.push('pickup_failed', 'resumed');
}

/** With a wrong pickup code the server refuses it, and nothing goes on until it is corrected. */
async function collect(day: Day, trip: Trip): Promise<void> {
  const { handset, mishaps } = day;
  const collecting = { button: 'Collect the parcels', leadsTo: 'Collected', fill: collection };
  await happens(trip, 'collected', () => step(day, trip, collecting));
  if (!trip.hasWrongPickupCode) return;
  await mishaps.end();
  await openJob(handset, trip.job);
  const page = handset.page();
  await page.getByText('refused.').waitFor();
  await page.getByRole('link', { name: 'Correct and send again' }).click();
  await page.getByLabel('Pickup code').fill(trip.job.pickupCode ?? '');
  await record(page);
  await reachState(handset, 'Collected');
}

/** Leaves the state as it is, as a scan does. */
async function mayReport(day: Day, trip: Trip): Promise<void> {
  const random = day.draws();
  if (random.next() > 0.25) return;
  const description = `Incident ${random.between(100_000, 999_999)}`;
  const photo = random.next() < 0.5 ? photoPng(random) : undefined;
  let digest: string | undefined;
  const fill = async ({ handset }: Day) => {
    await fillIncident(handset.page(), { description, photo });
    digest = (await imageDigests(handset, trip.job.id)).photo;
  };
  await stateless(day, trip, { button: 'Report an incident', random, fill });
  trip.incidents.push({ description, digest });
}

async function leave(day: Day, { job }: Trip, leadsTo: string): Promise<void> {
  const { handset, mishaps } = day;
  const random = day.draws();
  let isKilled = random.next() < killChance;
  await mishaps.before(random);
  for (;;) {
    const state = await openJob(handset, job);
    if (state === leadsTo) return;
    if (!(await tapStep(handset.page(), 'Leave now', { clickCount: 2 }))) continue;
    if (isKilled) await handset.kill();
    else await reachState(handset, leadsTo);
    isKilled = false;
  }
}

/**
 * False when the step is gone, and nothing was tapped: what a killed page had begun to write may be
 * on the disk only after the next page has shown its first screen. A tap that is done must count.
 */
async function tapStep(page: Page, name: string, options = {}): Promise<boolean> {
  const button = stepButton(page, name);
  while ((await button.count()) > 0) {
    const isDone = await button.click({ timeout: tapMs, ...options }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof errors.TimeoutError) return false;
        throw error;
      },
    );
    if (isDone) return true;
  }
  return false;
}

interface Step {
  button: string;
  leadsTo: string;
  fill(day: Day, trip: Trip, random: Random): Promise<void>;
}

/** Until the job's page shows that it is done or refused: the phone may be killed at the very tap. */
async function step(day: Day, trip: Trip, { button, leadsTo, fill }: Step): Promise<void> {
  const { handset, mishaps } = day;
  const random = day.draws();
  let isKilled = random.next() < killChance;
  await mishaps.before(random);
  const photoSeed = random.between(1, 1_000_000);
  for (;;) {
    const state = await openJob(handset, trip.job);
    const isRefused = (await handset.page().locator('.refused').count()) > 0;
    if (isRefused || state === leadsTo || state === 'gone') return;
    if (!(await tapStep(handset.page(), button))) continue;
    const recorder = handset.page().getByRole('button', { name: 'Record' });
    await recorder.waitFor();
    await fill(day, trip, randomFor(photoSeed, 1));
    await record(handset.page());
    if (isKilled) await handset.kill();
    else await recorder.waitFor({ state: 'detached' });
    isKilled = false;
  }
}

interface StatelessStep {
  button: string;
  random: Random;
  fill(day: Day, trip: Trip): Promise<void>;
}

/** After a kill the address tells whether it was recorded: its form is there, or its job. */
async function stateless(
  day: Day,
  trip: Trip,
  { button, random, fill }: StatelessStep,
): Promise<void> {
  const { handset, mishaps } = day;
  let isKilled = random.next() < killChance;
  await mishaps.before(random);
  await openJob(handset, trip.job);
  await stepButton(handset.page(), button).click();
  const form = () => handset.page().getByRole('button', { name: 'Record' });
  const state = () => handset.page().locator('.state');
  await form().waitFor();
  while ((await state().count()) === 0) {
    await fill(day, trip);
    await record(handset.page());
    if (isKilled) await handset.kill();
    await (isKilled ? form().or(state()).first() : state()).waitFor();
    isKilled = false;
  }
}

async function scan(day: Day, trip: Trip): Promise<void> {
  const random = day.draws();
  const place = `Hub ${random.between(1, 9)}`;
  const fill = async ({ handset }: Day, { seal, codes }: Trip) => {
    await handset.page().getByLabel('Where the parcels are').fill(place);
    await handset.page().getByLabel('Seal number').fill(seal);
    await fillScans(handset.page(), codes);
  };
  await stateless(day, trip, { button: 'Scan on the way', random, fill });
}

const failure = async ({ handset }: Day): Promise<void> =>
  handset.page().getByRole('button', { name: 'Closed', exact: true }).click();

async function collection({ handset }: Day, trip: Trip): Promise<void> {
  const { job, seal, codes, hasWrongPickupCode } = trip;
  const page = handset.page();
  await fillCollection(page, seal);
  await fillScans(page, codes);
  if (job.pickupCode === undefined) return;
  const code = hasWrongPickupCode ? otherCode(job.pickupCode) : job.pickupCode;
  await page.getByLabel('Pickup code').fill(code);
}

async function handOver({ handset }: Day, trip: Trip, random: Random): Promise<void> {
  const { job, seal, ending, codes } = trip;
  const isWrong = ending === 'code corrected' || ending === 'code discarded';
  const code = isWrong ? otherCode(job.code) : job.code;
  await fillHandOver(handset.page(), { seal, code, photo: photoPng(random) });
  await fillScans(handset.page(), ending === 'scans corrected' ? codes.slice(0, 1) : codes);
  trip.digests = await imageDigests(handset, job.id);
}

/** The return job comes with the run. */
async function bringBack({ stand, handset }: Day, trip: Trip): Promise<void> {
  const { return_job_id } = await stand.sender.jobs.get({ id: trip.job.id });
  const back = await stand.sender.jobs.get({ id: return_job_id ?? '' });
  const page = handset.page();
  await page.evaluate("location.hash = ''");
  await page.getByRole('link', { name: back.ref }).waitFor();
  await openJob(handset, back);
  await reachState(handset, 'Collected');
  await stepButton(page, 'Hand over').click();
  await page.getByLabel('Who takes the parcels').fill('Sample intake');
  await page.getByLabel('Seal number').fill(trip.seal);
  if (trip.hasReturnCode) {
    const { code } = await stand.sender.jobs.handoverCode({ id: back.id });
    await page.getByLabel('Handover code').fill(code);
  }
  await happens(trip, 'returned', async () => {
    await record(page);
    await page.getByRole('button', { name: /^Record/ }).waitFor({ state: 'detached' });
    await expectEmpty(handset);
  });
  const events = await chainOf(stand, back.id);
  expect(events.map(({ type }) => type)).toEqual(['booked', 'collected', 'delivered']);
}
