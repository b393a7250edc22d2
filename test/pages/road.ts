/** Jobs on the road, by the API alone: what a sender books and a courier tells. */
import {
  accounts,
  bookedJob,
  certificate,
  driver,
  jobs,
  movedJob,
  type Position,
  type Site,
  storedFile,
  vehicle,
} from '@svc/contracts';
import { seedCredentials } from '@svc/local/seed';
import { type Api, createApi } from '@svc/simulators/api';
import { photoPng, signaturePng } from '@svc/simulators/images';
import { randomFor } from '@svc/simulators/random';
import { expect, vi } from 'vitest';
import { type Stage, startStage } from '../journeys/environment.ts';
import { deadlineMs } from './page-view.ts';

const firstName = 'Naledi';
const surname = 'Zz-Surname';
const recipient = 'Zz-Recipient';
export const seal = 'SL-00421';
const random = randomFor(7, 1);
let plates = 122;

/** A job, and what is known of it that may be shown, or may not. */
export interface Ride {
  id: string;
  trackingUrl: string;
  pickup: string;
  dropoff: string;
  firstName: string;
  registration: string;
  /** None of these may a reader with a link see. */
  secrets: string[];
  report(milestone: object): Promise<void>;
  deliver(): Promise<void>;
  /** The link of the certificate, as soon as it is issued. */
  verifyUrl(): Promise<string>;
}

export interface Road {
  stage: Stage;
  /** Of the API and of its tokens. */
  urls: { live: { base_url: string }; auth: { auth_url: string } };
  desk: Api;
  sender: Api;
  /** Collected and on its way. */
  ride(): Promise<Ride>;
}

export async function openRoad(): Promise<Road> {
  const stage = await startStage();
  const { clients } = await seedCredentials(stage.transport, undefined);
  const urls = { live: { base_url: stage.baseUrl }, auth: { auth_url: stage.publicUrl } };
  const desk = createApi(urls, clients.operator);
  const sender = createApi(urls, clients.demo);
  return { stage, urls, desk, sender, ride: () => newRide({ desk, sender }) };
}

/** Time cannot be waited for: tracking's row of a job says that it has passed. */
export const shiftTracked = (
  { owner }: Stage,
  id: string,
  change: string,
  known = 'collected_at',
): Promise<void> =>
  vi.waitFor(async () => {
    const sql = `update tracking.tracked_job set ${change} where job_id = $1 and ${known} is not null`;
    expect((await owner.query(sql, [id])).rowCount).toBe(1);
  }, deadlineMs);

const requirements = { otp: true, id_check: true, signature: true, photo: true };

type Sides = Pick<Road, 'desk' | 'sender'>;

async function newRide({ desk, sender }: Sides): Promise<Ride> {
  const sites = await sender.get('/sites', accounts.actions.listSites.output);
  const [from, to] = [siteOf(sites.data, 'clinic'), siteOf(sites.data, 'lab')];
  const booking = { pickup_site_id: from.id, dropoff_site_id: to.id, parcels: 2, requirements };
  const job = await sender.post('/jobs', { sku: 'LAB-COLD', ...booking }, bookedJob);
  const registration = `CA ${++plates}-456`;
  await assign(desk, job.id, registration);
  const report = async (milestone: object) => {
    await desk.post(`/ops/jobs/${job.id}/milestones`, milestone, movedJob);
  };
  const scanned = { seal, parcels_scanned: 2, box_temperature_c: 4.2 };
  await report({ type: 'depart' });
  await report({ type: 'collect', ...scanned, position: from.position });
  await report({ type: 'depart', position: middle(from.position, to.position) });
  const code = await codeOf(sender, job.id);
  return {
    id: job.id,
    trackingUrl: job.tracking_url,
    pickup: from.name,
    dropoff: to.name,
    firstName,
    registration,
    secrets: [surname, recipient, code],
    report,
    deliver: () => deliver(desk, { id: job.id, code, report }),
    verifyUrl: () => verifyUrlOf(sender, job.id),
  };
}

async function assign(desk: Api, id: string, registration: string): Promise<void> {
  const name = { first_name: firstName, last_name: surname };
  const person = await desk.post('/ops/drivers', name, driver);
  await desk.sendPng(
    { method: 'PUT', path: `/ops/drivers/${person.id}/photo` },
    photoPng(random),
    driver,
  );
  const car = await desk.post('/ops/vehicles', { registration }, vehicle);
  const crew = { driver_id: person.id, vehicle_id: car.id };
  await desk.post(`/ops/jobs/${id}/assign`, crew, movedJob);
}

interface Handover {
  id: string;
  code: string;
  report: Ride['report'];
}

async function deliver(desk: Api, { id, code, report }: Handover): Promise<void> {
  const file = (kind: string, image: Buffer) =>
    desk.sendPng({ method: 'POST', path: `/ops/jobs/${id}/files?kind=${kind}` }, image, storedFile);
  const signature = await file('signature', signaturePng(random));
  const photo = await file('photo', photoPng(random));
  await report({
    type: 'deliver',
    seal,
    recipient,
    id_check: 'staff_badge',
    handover_code: code,
    signature_file_id: signature.id,
    photo_file_id: photo.id,
  });
}

const codeOf = async (sender: Api, id: string): Promise<string> =>
  (await sender.get(`/jobs/${id}/handover-code`, jobs.actions.handoverCode.output)).code;

/** Polls: the certificate is issued a moment after the hand-over. */
async function verifyUrlOf(sender: Api, id: string): Promise<string> {
  const issued = () => sender.get(`/certificates/${id}`, certificate);
  return await vi.waitFor(async () => (await issued()).verify_url, { timeout: deadlineMs });
}

function siteOf(sites: readonly Site[], type: Site['type']): Site {
  const site = sites.find((candidate) => candidate.type === type);
  if (site === undefined) throw new Error(`the demo tenant has no ${type}`);
  return site;
}

const middle = (a: Position, b: Position): Position => ({
  lat: (a.lat + b.lat) / 2,
  lng: (a.lng + b.lng) / 2,
});
