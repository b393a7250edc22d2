/** A job for each vehicle: booked, assigned and collected, and at the end handed over. */
import {
  bookedJob,
  certificate,
  driver,
  movedJob,
  type Site,
  temperatureTrace,
  vehicle,
} from '@svc/contracts';
import { type Api, ApiRefusal } from '@svc/courier/api';
import { sitesOf } from '@svc/courier/bookings';
import { z } from 'zod';
import { installDevice } from './provider.ts';
import type { SimulatedVehicle } from './readings.ts';

export interface VehicleRun extends SimulatedVehicle {
  job: { id: string; ref: string };
  seal: string;
}
interface Sides {
  desk: Api;
  sender: Api;
}

const requirements = { otp: false, id_check: false, signature: false, photo: false };
const nameOf = (number: number) => `Fleet ${number + 1}`;

export async function startRuns({ desk, sender }: Sides, count: number): Promise<VehicleRun[]> {
  const sites = await sitesOf(sender);
  const [from, to] = [siteOf(sites, 'clinic'), siteOf(sites, 'lab')];
  const known = await crewsOf(desk);
  const runs: VehicleRun[] = [];
  for (let number = 0; number < count; number += 1) {
    const registration = `FLEET ${number + 1} GP`;
    const device_id = `fleet-probe-${number + 1}`;
    const crew = await crewOf(desk, known, { number, registration });
    await installDevice(desk, device_id, crew.vehicle_id);
    const body = { sku: 'LAB-COLD', pickup_site_id: from.id, dropoff_site_id: to.id, requirements };
    const { id, ref } = await sender.post('/jobs', body, bookedJob);
    await desk.post(`/ops/jobs/${id}/assign`, crew, movedJob);
    const run = { number, device_id, registration, from: from.position, to: to.position };
    runs.push({ ...run, job: { id, ref }, seal: `SL-${ref.slice(4)}` });
  }
  return runs;
}

const pageOf = <T extends z.ZodType>(item: T) => z.object({ data: z.array(item) });

async function crewsOf(desk: Api) {
  const { data: drivers } = await desk.get('/ops/drivers?limit=100', pageOf(driver));
  const { data: vehicles } = await desk.get('/ops/vehicles?limit=100', pageOf(vehicle));
  return { drivers, vehicles };
}

async function crewOf(
  desk: Api,
  { drivers, vehicles }: Awaited<ReturnType<typeof crewsOf>>,
  { number, registration }: { number: number; registration: string },
) {
  const name = { first_name: nameOf(number), last_name: 'Telemetry' };
  const person =
    drivers.find((each) => each.first_name === name.first_name) ??
    (await desk.post('/ops/drivers', name, driver));
  const car =
    vehicles.find((each) => each.registration === registration) ??
    (await desk.post('/ops/vehicles', { registration }, vehicle));
  return { driver_id: person.id, vehicle_id: car.id };
}

const reportMilestone = (desk: Api, { job }: VehicleRun, milestone: object) =>
  desk.post(`/ops/jobs/${job.id}/milestones`, milestone, movedJob);

export async function collect(desk: Api, run: VehicleRun): Promise<void> {
  await reportMilestone(desk, run, { type: 'depart', position: run.from });
  const scanned = { seal: run.seal, parcels_scanned: 1, box_temperature_c: 5 };
  await reportMilestone(desk, run, { type: 'collect', ...scanned, position: run.from });
  await reportMilestone(desk, run, { type: 'depart', position: run.from });
}

export async function handOver(desk: Api, run: VehicleRun): Promise<void> {
  const { seal, to: position } = run;
  await reportMilestone(desk, run, { type: 'deliver', recipient: 'Sample intake', seal, position });
}

export const pageUrlOf = async (sender: Api, { job }: VehicleRun): Promise<string> =>
  (await sender.get(`/jobs/${job.id}/temperature?limit=1`, temperatureTrace)).page_url;

/** The cold-chain certificate; undefined until it is issued. */
export async function findColdChain(sender: Api, { job }: Pick<VehicleRun, 'job'>) {
  try {
    const { related } = await sender.get(`/certificates/${job.id}`, certificate);
    const [id] = related.filter((each) => each.startsWith('PCC-'));
    return id === undefined ? undefined : await sender.get(`/certificates/${id}`, certificate);
  } catch (error) {
    if (error instanceof ApiRefusal && error.code === 'certificate_pending') return undefined;
    throw error;
  }
}

function siteOf(sites: readonly Site[], type: Site['type']): Site {
  const site = sites.find((each) => each.type === type);
  if (!site) throw new Error(`the demo tenant has no site of type ${type}`);
  return site;
}
