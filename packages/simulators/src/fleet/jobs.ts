/** A job for each vehicle: booked, assigned and collected, and at the end handed over. */
import { bookedJob, certificate, movedJob, temperatureTrace } from '@svc/contracts';
import { type Api, ApiRefusal } from '../api.ts';
import { crewOf, listCrews, sitesOf, sitesOfType } from '../carrier.ts';
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

export async function startRuns({ desk, sender }: Sides, count: number): Promise<VehicleRun[]> {
  const sites = await sitesOf(sender);
  const [from] = sitesOfType(sites, ['clinic']);
  const [to] = sitesOfType(sites, ['lab']);
  const known = await listCrews(desk);
  const runs: VehicleRun[] = [];
  for (let number = 0; number < count; number += 1) {
    const registration = `FLEET ${number + 1} GP`;
    const device_id = `fleet-probe-${number + 1}`;
    const name = { first_name: `Fleet ${number + 1}`, last_name: 'Telemetry' };
    const { person, vehicle_id } = await crewOf(desk, known, { ...name, registration });
    await installDevice(desk, device_id, vehicle_id);
    const body = { sku: 'LAB-COLD', pickup_site_id: from.id, dropoff_site_id: to.id, requirements };
    const { id, ref } = await sender.post('/jobs', body, bookedJob);
    await desk.post(`/ops/jobs/${id}/assign`, { driver_id: person.id, vehicle_id }, movedJob);
    const run = { number, device_id, registration, from: from.position, to: to.position };
    runs.push({ ...run, job: { id, ref }, seal: `SL-${ref.slice(4)}` });
  }
  return runs;
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
