/** The HTTP requests of one job's life, from booking to delivery; the same for ours and the floor. */
import { randomUUID } from 'node:crypto';
import { signaturePng } from '@svc/courier/images';
import { randomFor } from '@svc/courier/random';
import { type Agent, request } from 'undici';

const triesMax = 5;

type Headers = Record<string, string>;

export interface Crew {
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
  answered?(): Promise<void>;
}

export interface Life {
  id: string;
  /** The answer to the delivery, by `Date.now()`. */
  deliveredAt: number;
  /** In the order of the requests. */
  answers: readonly string[];
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
  const answers: string[] = [];
  const send = async (path: string, headers: Headers, body: string | Buffer) => {
    const answer = await post(target, path, headers, body);
    answers.push(answer);
    await target.answered?.();
    return answer;
  };
  const booked: { id: string } = JSON.parse(await send('/jobs', target.tenant, booking));
  const job = `/ops/jobs/${booked.id}`;
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
  const { id: signature_file_id }: { id: string } = JSON.parse(
    await send(`${job}/files?kind=signature`, png, signature),
  );
  const recipient = 'Sample intake';
  await milestone({ type: 'deliver', recipient, seal, position, signature_file_id });
  return { id: booked.id, deliveredAt: Date.now(), answers };
}

async function post(
  { dispatcher, url }: LifeTarget,
  path: string,
  headers: Headers,
  body: string | Buffer,
): Promise<string> {
  const key = randomUUID();
  for (let tries = 1; ; tries += 1) {
    const answer = await request(url + path, {
      dispatcher,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key, ...headers },
      body,
    });
    const text = await answer.body.text();
    if (answer.statusCode < 300) return text;
    // On a busy machine, as any client does: with its key nothing happens twice.
    if (answer.statusCode !== 503 || tries === triesMax) {
      throw new Error(`${path}: ${answer.statusCode} ${text}`);
    }
  }
}
