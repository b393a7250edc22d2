/** The HTTP requests of one job's life, from booking to delivery; the same for ours and the floor. */
import { randomUUID } from 'node:crypto';
import { signaturePng } from '@svc/simulators/images';
import { randomFor } from '@svc/simulators/random';
import type { Agent } from 'undici';
import { type Headers, post } from '../http.ts';
import type { BenchStack } from '../stack.ts';

interface Crew {
  driver_id: string;
  vehicle_id: string;
  /** Of the driver's device. */
  headers: Headers;
}

export interface LifeTarget {
  dispatcher: Agent;
  url: string;
  /** Of the tenant that books. */
  tenant: Headers;
  desk: Headers;
  crews: readonly Crew[];
  /** Runs after each answer. */
  answered?(life: Life): Promise<void>;
}

export interface Life {
  id: string;
  /** The answer to the delivery, by `Date.now()`. */
  deliveredAt: number;
  /** In the order of the requests. */
  answers: string[];
}

/** Drivers with a licence, a vehicle and a device each. */
export async function createCrews(stack: BenchStack, count: number): Promise<Crew[]> {
  const { tracking } = stack.as(stack.tenants.carrier);
  const documents = [{ document: 'driving_licence' as const, expires_on: '2099-12-31' }];
  const crews: Crew[] = [];
  for (let n = 0; n < count; n += 1) {
    const name = { first_name: 'Bench', last_name: String(n) };
    const { id } = await tracking.createDriver({ ...name, documents });
    const vehicle = await tracking.createVehicle({ registration: `BENCH ${n}` });
    const headers = await stack.fetchToken(await tracking.createDriverClient({ id }));
    crews.push({ driver_id: id, vehicle_id: vehicle.id, headers });
  }
  return crews;
}

const booking = JSON.stringify({
  sku: 'LAB-STD',
  km: 18,
  pickup_site_id: 'site_demo_cli-0',
  dropoff_site_id: 'site_demo_lab-0',
  requirements: { otp: false, id_check: false, signature: true, photo: false },
});
const position = { lat: -26.2041, lng: 28.0473 };
const seal = 'SL-1234';
const signature = signaturePng(randomFor(1, 1));

/** Drives one job; `lane` picks its crew. */
export async function liveOnce(target: LifeTarget, lane: number): Promise<Life> {
  const crew = target.crews[lane % target.crews.length];
  if (!crew) throw new Error('there is no crew');
  const life: Life = { id: '', deliveredAt: 0, answers: [] };
  const send = async (path: string, headers: Headers, body: string | Buffer) => {
    const keyed = { 'idempotency-key': randomUUID(), ...headers };
    const answer = await post(target.url + path, body, keyed, target.dispatcher);
    life.answers.push(answer);
    const { id }: { id: string } = JSON.parse(answer);
    life.id ||= id;
    await target.answered?.(life);
    return id;
  };
  const job = `/ops/jobs/${await send('/jobs', target.tenant, booking)}`;
  const milestone = (body: object) => send(`${job}/milestones`, crew.headers, JSON.stringify(body));
  const { driver_id, vehicle_id } = crew;
  await send(`${job}/assign`, target.desk, JSON.stringify({ driver_id, vehicle_id }));
  await milestone({ type: 'depart', position });
  await milestone({ type: 'arriving', eta_minutes: 5 });
  await milestone({ type: 'collect', seal, parcels_scanned: 1, box_temperature_c: 21, position });
  await milestone({ type: 'depart', position });
  await milestone({ type: 'scan', location: 'Depot', seal });
  await milestone({ type: 'arriving', eta_minutes: 3 });
  const png = { ...crew.headers, 'content-type': 'image/png' };
  const signature_file_id = await send(`${job}/files?kind=signature`, png, signature);
  const recipient = 'Sample intake';
  await milestone({ type: 'deliver', recipient, seal, position, signature_file_id });
  life.deliveredAt = Date.now();
  return life;
}
