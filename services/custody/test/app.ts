/** Custody with stand-ins for jobs, tracking and partner, at eight in the morning. */
import type {
  ColdChain,
  CompletedReception,
  CustodyFact,
  proofFact,
  TemperatureClass,
} from '@svc/contracts';
import { serviceTest } from '@svc/kit/testing/service-test';
import type { z } from 'zod';
import { custodyService } from '../src/service.ts';
import {
  decisionOf,
  dispositionOf,
  excursionOf,
  type JobEvent,
  lastSequenceOf,
  neighbours,
  receptionOf,
  sealOf,
  tellJob,
} from './neighbours.ts';

export const start = '2026-11-02T08:00:00.000Z';
export const publicUrl = 'https://svc.example';

export function custodyTest({ env = {}, nats = false }: Options = {}) {
  const app = serviceTest(custodyService, {
    ...{ neighbours, folder: true, nats },
    env: { SVC_PUBLIC_URL: publicUrl, ...env },
  });
  /** Emits an event of a job without waiting for custody. */
  const emitOnly = (event: JobEvent, tenant = app.tenant) =>
    app.clients(tenant).jobs.emit([tellJob(tenant, event)]);
  /** Emits an event of a job; resolves when custody has handled it. */
  const emitEvent = async (event: JobEvent, tenant = app.tenant) => {
    await emitOnly(event, tenant);
    const { job_id } = event;
    const sequence = lastSequenceOf(job_id);
    await app.running().handled('custody-jobs', { id: job_id, job_id, sequence });
  };
  const tracking = () => app.clients().tracking;

  return Object.assign(app, {
    emitOnly,
    emitEvent,
    /** A job whose chain has its first event. */
    booked: async (event: Partial<JobEvent> = {}): Promise<string> => {
      const job_id = newJobId();
      await emitEvent({ job_id, custody: fact('booked'), ...event });
      return job_id;
    },
    /** A job from booking to hand-over, handled by custody. */
    delivered: async ({
      tenant = app.tenant,
      job_id = newJobId(),
      temperature_class = null,
      ...proven
    }: Delivery = {}): Promise<string> => {
      await emitOnly({ job_id, custody: fact('booked', { by: 'client:cli_1' }) }, tenant);
      await emitOnly({ job_id, custody: fact('collected', { seal: 'SL-0001' }) }, tenant);
      const custody = fact('delivered', { seal: 'SL-0001', at: '2026-11-02T09:00:00.000Z' });
      await emitEvent(
        { job_id, temperature_class, custody, proof: { ...proof, ...proven } },
        tenant,
      );
      return job_id;
    },
    excursion: (job_id: string) => tracking().emit([excursionOf(job_id)]),
    sealed: (job_id: string, coldChain: ColdChain) => tracking().emit([sealOf(job_id, coldChain)]),
    disposed: (job_id: string) => app.clients(app.tenant).webhooks.emit([dispositionOf(job_id)]),
    decided: (job_id: string, coldChain: ColdChain) =>
      tracking().emit([decisionOf(job_id, coldChain)]),
    /** A laboratory has received all specimens of a job. */
    received: (jobId: string, completed: Partial<CompletedReception> = {}) =>
      app.clients().partner.emit([receptionOf(jobId, completed)]),
    typesOf: async (id: string) => (await app.outbox(id)).map(({ type }) => type),
    /** Changes rows as the holder of the owner's password can, behind the guard of their table. */
    tamper: async (sql: string, values: unknown[], table = 'custody_event') => {
      await app.sql(`alter table custody.${table} disable trigger only_added_to`);
      await app.sql(sql, values);
      await app.sql(`alter table custody.${table} enable trigger only_added_to`);
    },
  });
}
export type CustodyApp = ReturnType<typeof custodyTest>;

interface Options {
  env?: NodeJS.ProcessEnv;
  nats?: boolean;
}
type Delivery = Partial<typeof proof> & {
  tenant?: string;
  job_id?: string;
  /** Null, as by default: there is no range to keep, and no cold chain to show. */
  temperature_class?: TemperatureClass | null;
};

let drawn = 0;
/** A job id that no other test of the file has. */
export const newJobId = (): string => {
  drawn += 1;
  return `job_01KB1NBC00${String(drawn).padStart(16, '0')}`;
};

export const fact = (
  type: CustodyFact['type'],
  fields: Partial<CustodyFact> = {},
): CustodyFact => ({
  at: start,
  type,
  by: 'driver:drv_1',
  note: null,
  seal: null,
  position: null,
  details: null,
  ...fields,
});

export const proof: z.infer<typeof proofFact> = {
  recipient: 'Recipient of the test',
  otp_verified: true,
  id_check: 'over_14_confirmed',
  signature_file_id: null,
  photo_file_id: null,
};
