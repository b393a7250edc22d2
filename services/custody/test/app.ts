/** The service under test beside a stand-in for jobs, at eight in the morning. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ColdChain,
  type CompletedReception,
  type CustodyFact,
  custody,
  type proofFact,
  type TemperatureClass,
} from '@svc/contracts';
import { heldClock } from '@svc/kit/clock';
import { createStorage } from '@svc/kit/storage';
import { startServices } from '@svc/kit/testing';
import { afterAll, beforeAll } from 'vitest';
import type { z } from 'zod';
import { custodyService } from '../src/service.ts';
import {
  excursionOf,
  type JobEvent,
  lastSequenceOf,
  neighbours,
  receptionOf,
  sealOf,
  tellJob,
} from './neighbours.ts';

const start = '2026-11-02T08:00:00.000Z';
export const publicUrl = 'https://svc.example';

type Action = keyof (typeof custody)['actions'] & string;
interface As {
  tenant?: string;
  request?: string;
  fingerprint?: string;
}

interface Options {
  env?: NodeJS.ProcessEnv;
  nats?: boolean;
}

export function custodyApp({ env = {}, nats = false }: Options = {}) {
  const clock = heldClock(start);
  const boot = (filesUrl: string) =>
    startServices([custodyService, ...neighbours], {
      clock,
      env: { SVC_PUBLIC_URL: publicUrl, SVC_FILES_URL: filesUrl, ...env },
      nats,
    });
  let app: Awaited<ReturnType<typeof boot>> | undefined;
  let folder = '';
  const running = () => {
    if (!app) throw new Error('not started yet');
    return app;
  };
  const filesUrl = () => `file:${folder}`;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'custody-'));
    app = await boot(filesUrl());
  });
  afterAll(async () => {
    await app?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  return {
    clock,
    running,
    filesUrl,
    files: () => createStorage(filesUrl()),
    /** One raw call, with the reply as it crosses the bus. */
    call: (action: Action, input: unknown, { tenant = 'ten_a', ...as }: As = {}) =>
      running().call([custody, action], input, { tenant, ...as }),
    /** Typed calls that throw when refused. */
    as: (tenant: string) => running().clients(tenant).custody,
    /** Tells the stand-in what happens to a job. */
    jobs: (tenant = 'ten_a') => {
      const { emit } = running().clients(tenant).jobs;
      return {
        /** Resolves when custody has handled the event. */
        emitEvent: async (event: JobEvent) => {
          const told = tellJob(tenant, event);
          const sequence = lastSequenceOf(event.job_id);
          await emit([told]);
          const { job_id } = event;
          await running().handled('custody-jobs', { id: job_id, job_id, sequence });
        },
        /** Emits without waiting: for tests of what custody does meanwhile. */
        emitOnly: (event: JobEvent) => emit([tellJob(tenant, event)]),
      };
    },
    /** Tells the stand-in what the probes of a job's vehicle found. */
    tracking: (tenant = 'ten_a') => {
      const { emit } = running().clients(tenant).tracking;
      return {
        excursion: ({ job_id }: { job_id: string }) => emit([excursionOf(job_id)]),
        seal: ({ job_id, cold_chain }: { job_id: string; cold_chain: ColdChain }) =>
          emit([sealOf(job_id, cold_chain)]),
      };
    },
    /** Tells the stand-in that a laboratory has received all specimens of a job. */
    received: (jobId: string, completed: Partial<CompletedReception> = {}) =>
      running()
        .clients('ten_a')
        .partner.emit([receptionOf(jobId, completed)]),
    rows: async (sql: string, values: unknown[] = []) =>
      (await running().owner.query(sql, values)).rows,
    runSchedule: (name: string) => running().runSchedule('custody', name),
    emitted: async (jobId: string) =>
      (await running().outbox('custody')).filter((event) => event.job_id === jobId),
  };
}
export type CustodyApp = ReturnType<typeof custodyApp>;

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

/** A job from booking to hand-over, told to the stand-in and handled by custody; answers its id. */
export async function delivered(
  app: CustodyApp,
  { tenant = 'ten_a', job_id = newJobId(), temperature_class = null, ...proven }: Delivery = {},
): Promise<string> {
  const jobs = app.jobs(tenant);
  await jobs.emitOnly({ job_id, custody: fact('booked', { by: 'client:cli_1' }) });
  await jobs.emitOnly({ job_id, custody: fact('collected', { seal: 'SL-0001' }) });
  const custody = fact('delivered', { seal: 'SL-0001', at: '2026-11-02T09:00:00.000Z' });
  await jobs.emitEvent({ job_id, temperature_class, custody, proof: { ...proof, ...proven } });
  return job_id;
}
type Delivery = Partial<typeof proof> & {
  tenant?: string;
  job_id?: string;
  /** Null, as by default: there is no range to keep, and no cold chain to show. */
  temperature_class?: TemperatureClass | null;
};
