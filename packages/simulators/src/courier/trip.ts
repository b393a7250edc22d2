/** One job under way, and the actions of its courier. */
import {
  binding,
  type Job,
  jobs,
  type milestoneRequest,
  movedJob,
  type Position,
  type Requirements,
  storedFile,
} from '@svc/contracts';
import type { z } from 'zod';
import type { Api } from '../api.ts';
import { photoPng, signaturePng } from '../images.ts';
import { along, near } from '../positions.ts';
import type { Random } from '../random.ts';
import type { CourierCrew } from './crews.ts';

export interface Trip {
  job: Pick<Job, 'id' | 'ref' | 'parcels' | 'temperature_range_c'> & { requirements: Requirements };
  crew: CourierCrew;
  from: Position;
  to: Position;
  seal: string;
  /** Code on the box that the parcels go into. */
  box?: string | undefined;
  /** The box is too warm when it is collected. */
  isWarm?: boolean;
  random: Random;
  desk: Api;
  /** Of the tenant that booked the job. */
  sender: Api;
  /** Lets so many minutes of the road pass. */
  pause(minutes: number): Promise<void>;
  log(what: string): void;
}

type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never;
type Milestone = Without<z.input<typeof milestoneRequest>, 'id' | 'courier_id'>;

/** Told by the driver's device, or by the desk. */
export const report = ({ job, crew }: Trip, milestone: Milestone, by = crew.device) =>
  by.post(`/ops/jobs/${job.id}/milestones`, milestone, jobs.actions.reachMilestone.output);

export async function assign({ job, crew, desk, log }: Trip): Promise<void> {
  const { driver_id, vehicle_id } = crew;
  await desk.post(`/ops/jobs/${job.id}/assign`, { driver_id, vehicle_id }, movedJob);
  log(`assigned to ${crew.firstName}, ${crew.registration}`);
}

export async function goToPickup(trip: Trip): Promise<void> {
  const { crew, from, random, log } = trip;
  const start = crew.at ?? along([from, trip.to], -0.3, random);
  await trip.pause(random.between(1, 4));
  await report(trip, { type: 'depart', position: near(start, random) });
  log('on the way to the pick-up');
  await trip.pause(random.between(4, 12));
  const eta_minutes = random.between(1, 4);
  await report(trip, {
    type: 'arriving',
    eta_minutes,
    position: along([start, from], 0.8, random),
  });
  await trip.pause(eta_minutes);
}

export async function collectParcels(trip: Trip): Promise<void> {
  const { job, crew, from, seal, box, random, log } = trip;
  if (box) await crew.device.post(`/courier/jobs/${job.id}/boxes`, { identifier: box }, binding);
  const { min, max } = job.temperature_range_c ?? { min: 18, max: 24 };
  const part = trip.isWarm ? 1.2 : 0.3 + random.next() * 0.4;
  const box_temperature_c = Math.round((min + (max - min) * part) * 10) / 10;
  const position = near(from, random);
  const parcels_scanned = job.parcels;
  await report(trip, { type: 'collect', seal, parcels_scanned, box_temperature_c, position });
  log(`collected under seal ${seal} at ${box_temperature_c} °C`);
  await trip.pause(random.between(1, 3));
}

/** From the pick-up to where the parcels are expected, scanned once or twice on the way. */
export async function goToDropoff(trip: Trip): Promise<void> {
  const { from, to, seal, random, log } = trip;
  await report(trip, { type: 'depart', position: near(from, random) });
  log('on the way to the drop-off');
  const scans = random.between(1, 2);
  for (let i = 1; i <= scans; i += 1) {
    await trip.pause(random.between(4, 10));
    const position = along([from, to], i / (scans + 1), random);
    await report(trip, { type: 'scan', location: `Hub ${i}`, seal, position });
    log(`scanned at hub ${i}`);
  }
  await trip.pause(random.between(4, 10));
  const eta_minutes = random.between(2, 6);
  await report(trip, { type: 'arriving', eta_minutes, position: along([from, to], 0.9, random) });
  log(`arriving in ${eta_minutes} min`);
  await trip.pause(eta_minutes);
}

/** With every required proof. */
export async function handOverParcels(trip: Trip): Promise<void> {
  const { job, to, seal, random, sender, log } = trip;
  const { otp, id_check, signature, photo } = job.requirements;
  const code = otp
    ? await sender.get(`/jobs/${job.id}/handover-code`, jobs.actions.handoverCode.output)
    : undefined;
  const signed = signature ? await file(trip, 'signature', signaturePng(random)) : undefined;
  const seen = photo ? await file(trip, 'photo', photoPng(random)) : undefined;
  await report(trip, {
    type: 'deliver',
    recipient: random.pick(['Reception desk', 'Sample intake', 'Ward store', 'Pharmacy counter']),
    id_check: id_check ? 'staff_badge' : 'not_required',
    seal,
    position: near(to, random),
    ...(code && { handover_code: code.code }),
    ...(signed && { signature_file_id: signed.id }),
    ...(seen && { photo_file_id: seen.id }),
  });
  trip.crew.at = to;
  log('delivered');
}

const file = ({ job, crew }: Trip, kind: 'signature' | 'photo', image: Buffer) =>
  crew.device.sendPng(
    { method: 'POST', path: `/ops/jobs/${job.id}/files?kind=${kind}` },
    image,
    storedFile,
  );

/** Failed delivery: the parcels are returned to the sender, under a job of their own. */
export async function bringBack(trip: Trip): Promise<void> {
  const way = await failDelivery(trip);
  await goToDropoff(way);
  await handOverParcels(way);
}

/** The way back, under the return job. */
export async function failDelivery<T extends Trip>(trip: T): Promise<T> {
  const { job, sender, random, log } = trip;
  const reason = random.pick(['Reception closed', 'Recipient not known here', 'Refused']);
  await report(trip, { type: 'delivery_failed', reason, position: near(trip.to, random) });
  const output = jobs.actions.get.output;
  const { return_job_id } = await sender.get(`/jobs/${job.id}`, output);
  const back = await sender.get(`/jobs/${return_job_id}`, output);
  log(`not taken (${reason}); goes back as ${back.ref}`);
  const logReturn = (what: string) => log(`${back.ref}: ${what}`);
  return { ...trip, job: back, from: trip.to, to: trip.from, log: logReturn };
}

/** A scan finds a wrong seal; the desk resumes the job under a new one. */
export async function findSealBroken(trip: Trip): Promise<Trip> {
  const { from, to, seal, random, desk, log } = trip;
  const position = along([from, to], 0.4, random);
  await report(trip, { type: 'scan', location: 'Roadside', seal: otherSeal(seal), position });
  log('the seal does not match: interrupted');
  await trip.pause(random.between(5, 15));
  const fresh = newSeal(random);
  await report(trip, { type: 'resume', seal: fresh, note: 'Contents checked and sealed' }, desk);
  log(`goes on under seal ${fresh}`);
  return { ...trip, seal: fresh };
}

export const newSeal = (random: Random): string =>
  `SL-${String(random.between(0, 99_999)).padStart(5, '0')}`;
const otherSeal = (seal: string): string => `XX-${seal.slice(3)}`;

export async function cancelLate({ job, sender, log }: Trip): Promise<void> {
  const body = { reason: 'Samples were taken by someone else' };
  const { cancellation } = await sender.post(
    `/jobs/${job.id}/cancel`,
    body,
    jobs.actions.cancel.output,
  );
  log(`cancelled by the sender for a fee of R ${(cancellation.fee_cents / 100).toFixed(2)}`);
}
