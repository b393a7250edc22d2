/** Where the cases of the audit log happen, and what they begin with. */
import { generateKeyPairSync } from 'node:crypto';
import {
  accounts,
  custody,
  jobs,
  type LoggedChange,
  partner,
  pricing,
  type Scope,
  tracking,
  webhooks,
} from '@svc/contracts';
import { until } from '@svc/devnet';
import { createClients } from '@svc/kit/client';
import { type Crew, deliver, deskOf, noProof } from './desk.ts';
import type { Stage } from './environment.ts';
import { certifySuspect } from './suspect-trace.ts';
import { bookingOf, type Tenant } from './tenants.ts';

export interface AuditScene {
  stage: Stage;
  customer: Tenant;
  carrier: Tenant;
  crew: Crew;
}

const services = { accounts, custody, jobs, partner, pricing, tracking, webhooks };
export const callsOn = ({ stage }: AuditScene, tenant: string, actor: string) =>
  createClients(services, stage.transport, { tenant, actor, requestId: 'test' });
export type Calls = ReturnType<typeof callsOn>;

type Versions = Pick<LoggedChange, 'before' | 'after'>;
/** A command as a person gives it, and what the audit log shows of it. */
export interface AuditCase {
  /** At the carrier's desk, about the customer's data. */
  atDesk?: true;
  /** Of the carrier's own data. */
  ofCarrier?: true;
  /** A command that it sends to another service in the person's name. */
  sends?: string;
  /** By a program, before the person acts; its result is passed on. */
  given?: (program: Calls) => Promise<{ id: string }>;
  act: (person: Calls, id: string) => Promise<unknown>;
  shows?: Partial<Versions> & { reason?: string };
}

let current: AuditScene | undefined;
/** When the stage has started: the cases are listed before. */
export function setScene(scene: AuditScene): void {
  current = scene;
}
export function scene(): AuditScene {
  if (!current) throw new Error('the stage has not started');
  return current;
}

export const book = ({ jobs: own }: Calls) =>
  own.book({ ...bookingOf(scene().customer), requirements: noProof, cost_centre: 'CC-1' });
export async function suspectJob({ jobs: own }: Calls) {
  const { stage, customer, carrier } = scene();
  const requirements = noProof;
  const job = await own.book({ ...bookingOf(customer), sku: 'LAB-COLD', requirements });
  await deliver(deskOf(stage, carrier.id), job.id);
  await certifySuspect(stage, job.id);
  return job;
}
const address = () => `https://hooks.example.com/${crypto.randomUUID()}`;
export const endpoint = ({ webhooks: own }: Calls) => own.create({ url: address(), events: ['*'] });
export async function enrolledDevice({ accounts: own, tracking: desk }: Calls) {
  const enrolment = await desk.createDeviceEnrolment({ id: scene().crew.driver_id });
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const { initial_access_token } = enrolment;
  const public_key = { kty: 'EC', crv: 'P-256', x, y } as const;
  const made = await own.registerDevice({ initial_access_token, name: 'Phone', public_key });
  if ('error' in made) throw new Error(made.error);
  return { id: made.client_id };
}
const held_scopes: Scope[] = ['jobs:read'];
export const ownClient = ({ accounts: own }: Calls) =>
  own.addClient({ name: 'Import', scopes: held_scopes, held_scopes });
export const ownKey = ({ accounts: own }: Calls) => own.addApiKey({ name: 'Board', held_scopes });
export const person = () => ({ email: `${crypto.randomUUID()}@example.org`, name: 'Ben' });
export const alarmOf = async (job_id: string): Promise<string> =>
  until(
    async () => {
      const { webhooks: own } = callsOn(scene(), scene().carrier.id, 'test');
      return (await own.listOpsEvents({ job_id })).data[0]?.id;
    },
    { timeoutMs: 30_000, what: 'an alarm of the job' },
  );

export async function assignedJob(own: Calls): Promise<{ id: string }> {
  const job = await book(own);
  await deskOf(scene().stage, scene().carrier.id).jobs.assign({ id: job.id, ...scene().crew });
  return job;
}
