/** A job of the day, from the state it is in to its end: a step for each state. */
import { incident, jobNote, movedJob, type Position, type Status } from '@svc/contracts';
import * as courier from '../courier/trip.ts';
import type { SimulatedVehicle } from '../fleet/readings.ts';
import { along, near } from '../positions.ts';
import { kmBetween, type Story } from './plan.ts';

type Probed = Pick<SimulatedVehicle, 'number' | 'device_id'>;

/** A vehicle with its probe, and its boxes with theirs. */
export interface Car extends Probed {
  registration: string;
  boxes: (Probed & { identifier: string; range: { min: number; max: number } })[];
  /** Where it stands, or stood last. */
  at: Position;
  way?: { from: Position; to: Position; startMs: number; endMs: number } | undefined;
}

export interface Ride extends courier.Trip {
  car: Car;
  story: Story;
  /** Nothing waits until the job is in this state. */
  hurriedTo?: Status | undefined;
}

export const by = 'Demo Dispatcher';
const kmPerMinute = 28 / 60;

/** `done`: the part of the way that lies behind it. */
async function driveTo({ car, hurriedTo, pause }: Ride, to: Position, done = 0): Promise<void> {
  const minutes = Math.max(12, kmBetween(car.at, to) / kmPerMinute);
  const startMs = Date.now() - done * minutes * 60_000;
  if (!hurriedTo) car.way = { from: car.at, to, startMs, endMs: startMs + minutes * 60_000 };
  await pause(minutes * (1 - done));
  Object.assign(car, { at: to, way: undefined });
}

const note = ({ desk, job }: Ride, text: string) =>
  desk.post(`/ops/jobs/${job.id}/notes`, { text, by }, jobNote);

/** Without a state where the parcels have arrived. */
type Step = (ride: Ride, done: number) => Promise<{ status: Status } | undefined>;
const depart: Step = (ride) =>
  courier.report(ride, { type: 'depart', position: near(ride.car.at, ride.random) });

const steps: Partial<Record<Status, Step>> = {
  booked: ({ job, crew: { driver_id, vehicle_id }, desk }) =>
    desk.post(`/ops/jobs/${job.id}/assign`, { driver_id, vehicle_id, by }, movedJob),
  assigned: depart,
  en_route_pickup: async (ride, done) => {
    await driveTo(ride, ride.from, done);
    await ride.pause(2);
    await courier.collectParcels(ride);
    return { status: 'collected' };
  },
  collected: depart,
  in_transit: async (ride, done) => {
    if (ride.story === 'seal') return findOtherSeal(ride, done);
    if (ride.story === 'late') await reportDelay(ride);
    await driveTo(ride, ride.to, done);
    await ride.pause(2);
    if (ride.story !== 'failed') return void (await courier.handOverParcels(ride));
    const back = await courier.failDelivery(ride);
    await note(ride, 'The sender knows: the parcels come back today.');
    return void (await play({ ...back, story: 'plain' }, 'collected'));
  },
  /** The desk looks into the seal, and lets the courier continue under another. */
  exception: async (ride) => {
    await note(ride, 'The courier waits and counts the parcels.');
    await ride.pause(10);
    Object.assign(ride, { story: 'plain', seal: courier.newSeal(ride.random) });
    return courier.report(ride, { type: 'resume', seal: ride.seal }, ride.desk);
  },
};

async function findOtherSeal(ride: Ride, done: number): ReturnType<Step> {
  const position = along([ride.from, ride.to], 0.4, ride.random);
  await driveTo(ride, position, done && 1);
  const seal = `XX-${ride.seal.slice(3)}`;
  return courier.report(ride, { type: 'scan', location: 'Roadside', seal, position });
}

function reportDelay({ job, crew }: Ride) {
  const description = 'Road closed after an accident, traffic is diverted.';
  const delay = { job_id: job.id, category: 'delay', severity: 'medium', description };
  return crew.device.post('/ops/incidents', delay, incident);
}

/** `done`: the part of its first way that lies behind it. */
export async function play(ride: Ride, from: Status, done = 0): Promise<void> {
  let [status, part] = [from, done];
  for (;;) {
    if (status === ride.hurriedTo) ride.hurriedTo = undefined;
    const isWay = !ride.hurriedTo && (status === 'en_route_pickup' || status === 'in_transit');
    const next = await steps[status]?.(ride, isWay ? part : 0);
    if (!next) return;
    if (isWay) part = 0;
    ({ status } = next);
  }
}
