/** A day of the carrier without end: senders, couriers, probes and desk, by the API alone. */
import { setTimeout as pause } from 'node:timers/promises';
import {
  accounts,
  excursionTypes,
  jobs,
  type Status,
  tracking,
  vehicle,
  webhooks,
} from '@svc/contracts';
import type { z } from 'zod';
import type { Api } from '../api.ts';
import { sitesOf } from '../carrier.ts';
import { type CourierCrew, prepareCrews } from '../courier/crews.ts';
import type { CourierDevFile, Credentials } from '../dev-file.ts';
import * as fleet from '../fleet/provider.ts';
import { readingAt } from '../fleet/readings.ts';
import { randomFor } from '../random.ts';
import { boxesFor } from './boxes.ts';
import * as plan from './plan.ts';
import { by, type Car, play, type Ride } from './ride.ts';

const { listForDesk, getForDesk, assign, cancel, list } = jobs.actions;
type DayJob = z.infer<typeof listForDesk.output>['data'][number];

export interface DayWorld {
  desk: Api;
  sender: Api;
  apiOf(client: Credentials): Api;
  urls: Pick<CourierDevFile, 'live' | 'auth'>;
  /** Its secrets are shown once: kept for the next start. */
  kept: Record<'read', () => fleet.ProviderCredentials | undefined> &
    Record<'write', (provider: fleet.ProviderCredentials) => void>;
  signal: AbortSignal;
  log(line: string): void;
}

const minuteMs = 60_000;
const tickMs = 15_000;
/** Between two bookings of the opening: stays below the limits. */
const bookEveryMs = 80;
const waitingMin = 44;
const seed = 25;

/** Until the signal ends it and no request is under way. What fails is logged, and tried again at the next tick. */
export async function runDay(world: DayWorld): Promise<void> {
  const day = await prepareDay(world);
  const patiently = (work: Promise<void>) =>
    work.catch((error: unknown) => noteFault(day, 'the demonstration waits', error));
  await patiently(day.number === 0 ? openDay(day) : continueDay(day));
  while (!world.signal.aborted) {
    await patiently(tick(day));
    await pause(tickMs, undefined, { signal: world.signal }).catch(() => undefined);
  }
  // A gateway that closes under a request waits for the connection's keep-alive.
  while (day.rides.size > 0) await pause(20);
}

function noteFault({ signal, log }: DayWorld, what: string, error: unknown): void {
  if (!signal.aborted) log(`${what}: ${error instanceof Error ? error.message : error}`);
}

type Day = Awaited<ReturnType<typeof prepareDay>>;

async function prepareDay(world: DayWorld) {
  const { desk, sender } = world;
  const sites = await sitesOf(sender);
  for (const site of plan.newSites.filter(({ name }) => sites.every((each) => each.name !== name)))
    sites.push(await sender.post('/sites', site, accounts.actions.createSite.output));
  const crews = await prepareCrews(plan.dayCast, { ...world, seed });
  const cars = new Map<string, Car>();
  for (const [number, { vehicle_id, registration }] of crews.slice(0, plan.vehicles).entries()) {
    const device_id = `day-probe-${number + 1}`;
    await fleet.installDevice(desk, device_id, vehicle_id);
    const expires_on = new Date(Date.now() + (9 + number * 30) * 1_440 * minuteMs);
    const paper = { document: 'cold_box', expires_on: expires_on.toISOString().slice(0, 10) };
    const known = await desk.post(`/ops/vehicles/${vehicle_id}/documents`, paper, vehicle);
    const random = randomFor(seed, number);
    const parked = { lat: -26.1 - random.next() * 0.12, lng: 27.99 + random.next() * 0.13 };
    const boxes = await boxesFor(desk, { number, registration, vehicle_id });
    const at = known.last_position ?? parked;
    cars.set(vehicle_id, { number, device_id, registration, boxes, at });
  }
  const { data } = await sender.get('/jobs?limit=100', list.output);
  const number = Math.max(0, ...data.map(plan.numberOf).filter(Number.isFinite));
  const provider = fleet.connectProvider(await prepareProvider(world), world);
  return { ...world, sites, crews, cars, provider, number, rides: new Map<string, DayRide>() };
}

async function prepareProvider({ desk, kept }: DayWorld) {
  const { output } = tracking.actions.listTelemetryProviders;
  const { data } = await desk.get('/ops/telemetry-providers?limit=100', output);
  const own = kept.read();
  if (own && data.some(({ client_id }) => client_id === own.client_id)) return own;
  const made = await fleet.createProvider(desk);
  kept.write(made);
  return made;
}

async function openDay(day: Day): Promise<void> {
  const hurried: Promise<void>[] = [];
  for (day.number = plan.opening.first; day.number <= plan.opening.last; day.number += 1) {
    const { minutes, until } = plan.openingOf(day.number);
    const { id } = await plan.bookDayJob(day, day.number, minutes);
    await pause(bookEveryMs, undefined, day);
    if (until === 'booked') continue;
    const job = await day.desk.get(`/ops/jobs/${id}`, getForDesk.output);
    if (until !== 'delivered') await Promise.all(hurried.splice(0));
    const crew = freeCrew(day) ?? day.crews[0];
    // Long enough for an excursion.
    const isWarm = plan.storyOf(day.number) === 'warm';
    const done = isWarm ? 0.2 : randomFor(day.number, 2).next() * 0.7;
    const riding = crew && begin(day, { job, crew, hurriedTo: until, done });
    if (until === 'delivered' && riding) hurried.push(riding);
  }
}

/** What was under way at an earlier start continues where its vehicle was. */
async function continueDay(day: Day): Promise<void> {
  const statuses = ['en_route_pickup', 'collected', 'in_transit', 'exception'] as const;
  for (const job of await listJobs(day, statuses)) {
    const crew = crewOf(day, job);
    if (crew && job.return_job_id === null) void begin(day, { job, crew });
  }
}

async function listJobs({ desk }: Day, statuses: readonly Status[]): Promise<DayJob[]> {
  const paths = statuses.map((status) => `/ops/jobs?status=${status}&limit=100`);
  const pages = await Promise.all(paths.map((path) => desk.get(path, listForDesk.output)));
  return pages.flatMap(({ data }) => data).filter((job) => Number.isFinite(plan.numberOf(job)));
}

const crewOf = ({ crews }: Day, { driver_id, vehicle_id }: DayJob) =>
  crews.find((crew) => crew.driver_id === driver_id && crew.vehicle_id === vehicle_id);
const isFree = ({ rides }: Day, { vehicle_id }: CourierCrew): boolean =>
  [...rides.values()].every(({ crew }) => crew.vehicle_id !== vehicle_id);
/** That which drove longest ago. */
const freeCrew = (day: Day) => day.crews.find((crew) => isFree(day, crew));

interface Start {
  job: DayJob;
  crew: CourierCrew;
  hurriedTo?: Status;
  done?: number;
}
interface DayRide extends Ride {
  job: DayJob;
}

/** Resolves when the job is over, or somebody at the desk decided otherwise. */
async function begin(day: Day, { job, crew, hurriedTo, done }: Start): Promise<void> {
  try {
    const ride = rideOf(day, job, crew);
    ride.hurriedTo = hurriedTo;
    day.rides.set(job.id, ride);
    day.crews.push(...day.crews.splice(day.crews.indexOf(crew), 1));
    await play(ride, job.driver_id === crew.driver_id ? job.status : 'booked', done);
  } catch (error) {
    noteFault(day, `${job.ref} is left to the desk`, error);
  }
  day.rides.delete(job.id);
}

function rideOf(day: Day, job: DayJob, crew: CourierCrew): DayRide {
  const { desk, sender, signal } = day;
  const expected = `SL-${job.ref.slice(4)}`;
  const seal = job.seal ?? expected;
  const isPlain = seal !== expected || job.return_of !== null;
  const story = isPlain ? 'plain' : plan.storyOf(plan.numberOf(job));
  const car = day.cars.get(crew.vehicle_id);
  const siteOf = (end: DayJob['pickup']) => day.sites.find(({ id }) => id === end.site_id);
  const [from, to] = [siteOf(job.pickup)?.position, siteOf(job.dropoff)?.position];
  if (!car || !from || !to) throw new Error('its vehicle or its sites are not of the day');
  const box = car.boxes.find(({ range }) => range.min === job.temperature_range_c?.min)?.identifier;
  const ride: DayRide = {
    ...{ job, crew, car, story, from, to, seal, box, desk, sender, isWarm: story === 'warm' },
    ...{ random: randomFor(plan.numberOf(job), 3), log: () => undefined },
    pause: (minutes) => pause(ride.hurriedTo ? 0 : minutes * minuteMs, undefined, { signal }),
  };
  return ride;
}

async function tick(day: Day): Promise<void> {
  await sendReadings(day);
  const found = await listJobs(day, ['booked', 'assigned']);
  const waiting = found.filter(({ id }) => !day.rides.has(id));
  const isReady = ({ starts_at }: DayJob) => Date.parse(starts_at) <= Date.now();
  for (const job of waiting.filter(isReady)) await dispatch(day, job);
  for (const job of waiting) if (!isReady(job)) await assignAhead(day, waiting, job);
  const isIdle = day.rides.size < plan.vehicles - 1;
  if (isIdle || waiting.length < waitingMin) {
    const number = day.number + 1;
    const soon = plan.minutesOf(number, plan.storyOf(number) === 'late' ? 0.8 : 0.1);
    await plan.bookDayJob(day, number, isIdle ? soon : plan.minutesLater(number));
    day.number = number;
  }
  await watchAlarms(day);
}

/** A driver whom somebody chose has the job, and begins when the vehicle is free. */
async function dispatch(day: Day, job: DayJob): Promise<void> {
  const isForgotten = Date.parse(job.sla_due) < Date.now() - 180 * minuteMs;
  const crew = job.driver_id === null ? freeCrew(day) : crewOf(day, job);
  const reason = 'Samples were taken by someone else';
  if (isForgotten || plan.storyOf(plan.numberOf(job)) === 'cancelled')
    await day.sender.post(`/jobs/${job.id}/cancel`, { reason }, cancel.output);
  else if (crew && isFree(day, crew)) void begin(day, { job, crew });
}

/** A driver who has the time, to three of four jobs; the others wait for whoever is at the desk. */
async function assignAhead(day: Day, waiting: DayJob[], job: DayJob): Promise<void> {
  if (job.driver_id !== null || plan.numberOf(job) % 4 === 0) return;
  const underWay = [...day.rides.values()].map((ride) => ({ ...ride.job, ...ride.crew }));
  const overlapping = [...waiting, ...underWay].filter(
    (each) => each.starts_at < job.sla_due && job.starts_at < each.sla_due,
  );
  const isBusy = (id: string) => overlapping.some(({ driver_id }) => driver_id === id);
  const crew = day.crews.find(({ driver_id }) => !isBusy(driver_id));
  if (!crew) return;
  const { driver_id, vehicle_id } = crew;
  await day.desk.post(`/ops/jobs/${job.id}/assign`, { driver_id, vehicle_id, by }, assign.output);
  job.driver_id = driver_id;
}

async function sendReadings({ rides, provider }: Day): Promise<void> {
  const at = new Date();
  const readings = [...rides.values()].flatMap(({ car, story, job }) => {
    const { way = { from: car.at, to: car.at, startMs: 0, endMs: 1 }, ...device } = car;
    const part = Math.min(1, (at.getTime() - way.startMs) / (way.endMs - way.startMs));
    const range = job.temperature_range_c ?? { min: 15, max: 25 };
    const driven = { ...device, from: way.from, to: way.to, range };
    return [driven, ...car.boxes.map((box) => ({ ...driven, ...box }))].map((probe) =>
      readingAt(probe, { at, part }, story === 'warm' ? ['excursion'] : []),
    );
  });
  if (readings.length > 0) await provider.post(readings);
}

/** The desk takes every second alarm, and after an hour decides about contents that were too warm. */
async function watchAlarms({ desk }: Day): Promise<void> {
  const { listOpsEvents, acknowledge } = webhooks.actions;
  const { data } = await desk.get('/ops/events?status=open&limit=100', listOpsEvents.output);
  const decision = { disposition: 'quarantine', by, reason: 'The laboratory tests the contents.' };
  for (const { id, type, created_at } of data) {
    const minutes = (Date.now() - Date.parse(created_at)) / minuteMs;
    const isWarm = excursionTypes.includes(type);
    if (isWarm && minutes > 60)
      await desk.post(`/ops/events/${id}/disposition`, decision, acknowledge.output);
    if (!isWarm && minutes > 12 && /[02468ACEGJMPRTWY]$/.test(id))
      await desk.post(`/ops/events/${id}/acknowledge`, { by }, acknowledge.output);
  }
}
