/** Callers of one sandbox, whose clock the test holds. */
import {
  bookedJob,
  certificate,
  isSamplesTenant,
  type Job,
  jobs,
  publishedSandboxKey,
} from '@svc/contracts';
import { heldClock } from '@svc/kit/clock';
import { resource, type Send } from '../http.ts';
import { coldChainCertified } from '../projection.ts';
import { startWorld } from '../world.ts';

const key = { 'x-api-key': publishedSandboxKey };

export async function startSandbox() {
  const clock = heldClock('2026-11-02T08:00:00.000Z');
  // One proxy in front, so that tests can come from any address.
  const env = { SVC_TRUSTED_PROXIES: '1' };
  const world = await startWorld({ environment: 'sandbox', clock, env });
  return {
    ...world,
    clock,
    session: (name: string = crypto.randomUUID()): Send =>
      world.as({ ...key, 'svc-sandbox-session': name }),
    from: (address: string): Send => world.as({ ...key, 'x-forwarded-for': address }),
  };
}
export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

export const booking = {
  sku: 'LAB-STD',
  km: 18,
  pickup_site_id: 'cli-0',
  dropoff_site_id: 'lab-0',
};

export const book = async (send: Send, fields: object = {}) => {
  const request = { key: crypto.randomUUID(), body: { ...booking, ...fields } };
  return resource(await send('POST /jobs', request), 201, bookedJob);
};

const page = jobs.actions.list.output;

export const list = async (send: Send, query = 'limit=100') =>
  resource(await send(`GET /jobs?${query}`), 200, page);

export const isSample = ({ tenant }: Pick<Job, 'tenant'>): boolean => isSamplesTenant(tenant.id);

export async function samplesOf(send: Send): Promise<Job[]> {
  return (await list(send)).data.filter(isSample);
}

export async function sampleIn(send: Send, status: Job['status']): Promise<Job> {
  const found = (await samplesOf(send)).find((sample) => sample.status === status);
  if (!found) throw new Error(`no sample is ${status}`);
  return found;
}

export const cancel = { body: { reason: 'No longer needed' } };

/** Found by way of the other certificate of the job; it comes when the trace is sealed. */
export async function coldChainCertificate({ stage }: Sandbox, send: Send, jobId: string) {
  await coldChainCertified(stage, jobId);
  const { related } = resource(await send(`GET /certificates/${jobId}`), 200, certificate);
  return resource(await send(`GET /certificates/${related[0]}`), 200, certificate);
}
